import type { FastifyBaseLogger } from 'fastify';
import type { Bus, CommittedEvent, Topic } from '../bus.ts';
import type { Ids } from '../ids.ts';
import type { Measures } from '../measures.ts';
import type { CatchingUp } from './catching-up.ts';
import type { Channel } from './channel.ts';
import { gapTopic } from './gap.ts';
import { envelopesOf, goesToOthers, openedBy } from './letters.ts';

const catchUpEvery_ms = 800;
/** Events that wait for a channel that takes none; the others find what is stored of the rest. */
const mostWaiting = 20_000;
/** Nobody hears of changes any more, and may see what is theirs no longer. */
const deafAfter_ms = 10_000;

export interface NodeBus extends Bus {
  /** Whether what other nodes say is heard here, two seconds late at most. */
  isHeard(): boolean;
  /** Says what waits and goes. */
  leave(): Promise<void>;
}

export interface NodeBusOptions {
  channel: Channel;
  catchingUp: CatchingUp;
  gather_ms: number;
  /** False leaves the outbox alone unless a letter points to it (tests). */
  looksByItself?: boolean;
  ids: Ids;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  measures: Measures;
}

/**
 * Events go to the other nodes once committed, those of a moment together. What is lost is found in the outbox:
 * later, and not in the order of commits, which no listener may count on.
 */
export async function busOfNodes(here: Bus, options: NodeBusOptions): Promise<NodeBus> {
  const { channel, catchingUp, log, measures } = options;
  const self = options.ids.secret();
  const post = outgoing(self, options);
  let isLookingFor: Promise<void> | null = null;
  let looksAgain = false;
  let isFailing = false;
  let isDeaf = false;

  async function catchUp(atOnce: boolean) {
    try {
      const missed = await catchingUp.missed(atOnce);
      if (missed === null) here.deliver(gapTopic, {});
      for (const { topic, event } of missed ?? []) {
        measures.count('bus_caught_up', {});
        here.deliver(topic, event);
      }
      isFailing = false;
      isDeaf = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'what other nodes said cannot be looked up');
      isFailing = true;
      if (isDeaf || catchingUp.age_ms <= deafAfter_ms) return;
      isDeaf = true;
      here.deliver(gapTopic, {});
    }
  }
  const look = (atOnce: boolean) => {
    if (isLookingFor) {
      // What was committed since that look began may not be in its answer.
      looksAgain ||= atOnce;
      return;
    }
    isLookingFor = catchUp(atOnce).finally(() => {
      isLookingFor = null;
      if (!looksAgain) return;
      looksAgain = false;
      look(true);
    });
  };

  function heard(text: string) {
    try {
      for (const [id, topic, event] of openedBy(self, text) ?? []) {
        measures.count('bus_letters', {});
        if (topic === undefined) look(true);
        else if (id === null || catchingUp.isNew(id)) here.deliver(topic, event);
      }
    } catch (error) {
      log.warn({ err: error }, 'another node said what cannot be read');
      look(true);
    }
  }
  await catchingUp.begin();
  let hasBegun = false;
  await channel.hear(heard, () => {
    if (hasBegun) look(true);
    hasBegun = true;
  });
  const timer = options.looksByItself === false ? undefined : setInterval(look, catchUpEvery_ms, false);

  return {
    ...here,
    publish<Event>(topic: Topic<Event>, event: Event) {
      here.deliver(topic, event);
      post.add([{ id: null, topic, stored: null, delivered: event }]);
    },
    tellCommitted(events) {
      here.tellCommitted(events.filter(({ id }) => id === null || catchingUp.isNew(id)));
      post.add(events);
    },
    isHeard: () => catchingUp.age_ms <= deafAfter_ms,
    async leave() {
      clearInterval(timer);
      while (isLookingFor) await isLookingFor;
      await post.end();
      await channel.close();
    },
  };
}

function outgoing(self: string, { channel, gather_ms, log }: NodeBusOptions) {
  let waiting: CommittedEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;

  async function send() {
    const events = waiting;
    waiting = [];
    await channel
      .tell(envelopesOf(self, events, channel.limit_bytes))
      .catch((error) => log.error({ err: error, events: events.length }, 'other nodes were not told'));
  }
  function goSoon() {
    if (timer || sending || waiting.length === 0) return;
    timer = setTimeout(() => {
      timer = null;
      sending = send().finally(() => {
        sending = null;
        goSoon();
      });
    }, gather_ms);
  }
  return {
    add(events: readonly CommittedEvent[]) {
      for (const event of events) if (goesToOthers(event)) waiting.push(event);
      if (waiting.length > mostWaiting) waiting = waiting.slice(-mostWaiting);
      goSoon();
    },
    async end() {
      if (timer) clearTimeout(timer);
      await sending;
      if (waiting.length > 0) await send();
    },
  };
}
