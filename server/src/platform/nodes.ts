import type { FastifyBaseLogger } from 'fastify';
import { type Bus, type EmittedEvent, type Topic, topicKind } from './bus.ts';
import { builderOn } from './database/builder.ts';
import type { Database, Signals } from './database/connection.ts';
import type { Ids } from './ids.ts';
import type { Measures } from './measures.ts';
import { notifyNodes } from './outbox.store.ts';

/** Told on this node alone when what other nodes said may have been missed. */
export const gapTopics = topicKind<Record<never, never>>('gap');
export const gapTopic = gapTopics.topic('here');

/** Notices are read from the database in order; that all nodes look at once would be of no use. */
const forThisNodeAlone = /^(notice|gap):/;

/** PostgreSQL takes less than 8000 bytes at once. */
const payloadLimit_bytes = 7900;

/** A node says something to itself this often; what it does not hear before the next time is lost. */
const echo_ms = 15_000;

export const notifyChannel = 'dazi_nodes';

/** Nulls stand for what did not fit: whoever reads it has missed something. */
type NotifyPayload = { from: string; events: ([topic: string, event: unknown] | null)[] };

/** What fits goes together. Of what is too long only what is kept is said: ids, by which it can be asked for. */
export function notifyPayloadsOf(from: string, events: readonly EmittedEvent[]): string[] {
  const payloads: string[] = [];
  const overhead_bytes = Buffer.byteLength(JSON.stringify({ from, events: [] } satisfies NotifyPayload));
  let parts: string[] = [];
  let size = overhead_bytes;
  const send = () => {
    if (parts.length > 0) payloads.push(`{"from":${JSON.stringify(from)},"events":[${parts.join(',')}]}`);
    parts = [];
    size = overhead_bytes;
  };
  for (const { topic, stored, delivered } of events) {
    if (forThisNodeAlone.test(topic)) continue;
    const fits = [delivered, stored]
      .filter((what) => what !== null)
      .map((what) => JSON.stringify([topic, what]))
      .find((text) => overhead_bytes + Buffer.byteLength(text) <= payloadLimit_bytes);
    const part = fits ?? 'null';
    const length = Buffer.byteLength(part) + 1;
    if (size + length > payloadLimit_bytes) send();
    parts.push(part);
    size += length;
  }
  send();
  return payloads;
}

export interface NodesBus extends Bus {
  /** Whether what other nodes say is heard here. */
  isHeard(): boolean;
  leave(): void;
}

/**
 * A bus that all nodes on one database share. What is written with a transaction is said by the database itself
 * when it commits: also when the node dies at that moment, and in the order of the commits.
 */
export async function busBetweenNodes(
  here: Bus,
  database: Database & { signals: Signals },
  { ids, log, measures }: { ids: Ids; log: Pick<FastifyBaseLogger, 'warn' | 'error'>; measures: Measures },
): Promise<NodesBus> {
  const { signals } = database;
  const db = builderOn(database);
  const self = ids.secret();
  let hasBegun = false;
  let isEchoDue = false;
  let waiting: EmittedEvent[] = [];
  let isSending = false;
  let isSilent = false;

  const echoPayload = JSON.stringify({ from: self, events: [] } satisfies NotifyPayload);
  const ownBeginning = echoPayload.slice(0, echoPayload.indexOf(self) + self.length);
  const heard = (text: string) => {
    // Most of what a node hears is its own: it is not even read.
    if (text.startsWith(ownBeginning)) {
      isSilent = false;
      if (text === echoPayload) isEchoDue = false;
      return;
    }
    const { events } = JSON.parse(text) as NotifyPayload;
    for (const event of events) {
      measures.count('bus_letters', {});
      if (event) here.deliver(...event);
      else here.deliver(gapTopic, {});
    }
  };
  const opened = () => {
    isEchoDue = false;
    isSilent = false;
    if (hasBegun) here.deliver(gapTopic, {});
    hasBegun = true;
  };
  await signals.listen(notifyChannel, heard, opened);

  const send = async () => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const payloads = notifyPayloadsOf(self, waiting);
      waiting = [];
      await notifyNodes(db, notifyChannel, payloads).catch((error) =>
        log.error({ err: error }, 'other nodes were not told'),
      );
    }
    isSending = false;
  };

  const echo = async () => {
    if (isEchoDue) {
      isEchoDue = false;
      isSilent = true;
      log.warn('the connection to the other nodes is silent and opened anew');
      await signals.renew();
      return;
    }
    isEchoDue = true;
    await notifyNodes(db, notifyChannel, [echoPayload]).catch(() => {
      isEchoDue = false;
    });
  };
  const timer = setInterval(() => {
    echo().catch((error) => log.error({ err: error }, 'other nodes are not heard'));
  }, echo_ms);

  return {
    ...here,
    publish<Event>(topic: Topic<Event>, event: Event) {
      here.deliver(topic, event);
      if (forThisNodeAlone.test(topic)) return;
      waiting.push({ topic, stored: event, delivered: event });
      void send();
    },
    notifyPayloads: (events) => notifyPayloadsOf(self, events),
    isHeard: () => hasBegun && !isSilent,
    leave: () => clearInterval(timer),
  };
}
