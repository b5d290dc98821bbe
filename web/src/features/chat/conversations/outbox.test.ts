import type { Message } from '@dazi/contract/chat/conversations';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#platform/api.ts';
import { Outbox } from './outbox.ts';
import type { OwnMessage } from './replica/own.ts';
import { saidBy } from './replica/private-samples.ts';
import { apply, emptyReplica, type Replica, type ReplicaEvent } from './replica/replica.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const network = () => new ApiError('NETWORK', 'Network error');
const refusal = () => new ApiError('MESSAGE_TOO_LONG', 'too long', { status: 400 });

const outgoing = (clientId: string, conversationId = 'c1'): Omit<OwnMessage, 'state'> => ({
  clientId,
  conversationId,
  userId: 'mika',
  receiverId: null,
  content: `text of ${clientId}`,
  type: 'TEXT',
  replyToId: null,
  replyTo: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  preview: null,
});

/** Of a union each member alone. */
type Given<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

const seen = (clientId: string): Given<ReplicaEvent> => ({
  ...{ kind: 'told', myId: 'mika', onScreen: null },
  event: {
    ...{ type: 'new_message', conversationId: 'c1', sequence: 1 },
    message: { ...saidBy(1, 'mika'), clientId },
  } as never,
});

describe('messages on their way', () => {
  let calls: string[];
  let answers: (() => Promise<Message>)[];
  let timers: { delay_ms: number; action: () => void }[];
  let told: string[];
  let outbox: Outbox;
  let replica: Replica;
  const happens = (event: Given<ReplicaEvent>) => {
    replica = apply(replica, { ...event, at: 1 } as ReplicaEvent);
  };
  const add = (message: Omit<OwnMessage, 'state'>) => {
    happens({ kind: 'did', message });
    outbox.sendNext();
  };
  const states = () => replica.own.map(({ clientId, state }) => `${clientId} ${state}`);

  beforeEach(() => {
    calls = [];
    answers = [];
    timers = [];
    told = [];
    replica = emptyReplica;
    outbox = new Outbox({
      own: () => replica.own,
      send: async ({ clientId }) => {
        calls.push(clientId);
        const answer = answers.shift();
        return answer ? answer() : { ...saidBy(1, 'mika'), clientId };
      },
      after(delay_ms, action) {
        const timer = { delay_ms, action };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      sent: ({ clientId }, answer) => {
        told.push(`sent ${clientId}`);
        happens({ kind: 'sent', clientId, answer, myId: 'mika', onScreen: null });
      },
      refused: ({ clientId }) => {
        told.push(`refused ${clientId}`);
        happens({ kind: 'refused', clientId });
      },
      takenBack: ({ clientId }) => happens({ kind: 'taken back', clientId }),
      delayed: (state) => happens({ kind: 'delayed', state }),
    });
  });

  it('appear at once and go when they are sent (COMP-022, COMP-023)', async () => {
    add(outgoing('one'));
    expect(states()).toEqual(['one sending']);
    await settle();
    expect(states()).toEqual([]);
    expect(told).toEqual(['sent one']);
  });

  it('go one after the other, each conversation by itself', async () => {
    let release = () => {};
    answers = [() => new Promise((resolve) => (release = () => resolve(saidBy(1, 'mika'))))];
    add(outgoing('one'));
    add(outgoing('two'));
    add(outgoing('elsewhere', 'c2'));
    await settle();
    expect(calls).toEqual(['one', 'elsewhere']);
    release();
    await settle();
    expect(calls).toEqual(['one', 'elsewhere', 'two']);
    expect(told).toEqual(['sent elsewhere', 'sent one', 'sent two']);
  });

  it.each([200, 511, 522])(
    'wait where something on the way answered in its own words, with %i',
    async (status) => {
      answers = [() => Promise.reject(new ApiError('UNSAID', '', { status }))];
      add(outgoing('one'));
      await settle();
      expect(states()).toEqual(['one waiting']);
      outbox.retry();
      await settle();
      expect(told).toEqual(['sent one']);
    },
  );

  it('do not wait for what is turned away on the way for good', async () => {
    answers = [() => Promise.reject(new ApiError('UNSAID', '', { status: 403 }))];
    add(outgoing('one'));
    await settle();
    expect(told).toEqual(['refused one']);
  });

  it('wait visibly without network, then go once, in order, with the same ids', async () => {
    answers = [() => Promise.reject(network())];
    add(outgoing('one'));
    await settle();
    add(outgoing('two'));
    expect(states()).toEqual(['one waiting', 'two waiting']);
    expect(told).toEqual([]);
    expect(calls).toEqual(['one']);
    outbox.retry();
    await settle();
    expect(calls).toEqual(['one', 'one', 'two']);
    expect(told).toEqual(['sent one', 'sent two']);
    expect(states()).toEqual([]);
  });

  it('try again by themselves, later each time', async () => {
    const delays: number[] = [];
    answers = Array.from({ length: 6 }, () => () => Promise.reject(network()));
    add(outgoing('one'));
    for (let attempt = 0; attempt < 6; attempt++) {
      await settle();
      const timer = timers.at(-1)!;
      delays.push(timer.delay_ms);
      timers = [];
      timer.action();
    }
    expect(delays).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await settle();
    expect(told).toEqual(['sent one']);
  });

  it('come back when the server refuses them, and the next goes on (COMP-025)', async () => {
    answers = [() => Promise.reject(refusal())];
    add(outgoing('one'));
    add(outgoing('two'));
    await settle();
    expect(told).toEqual(['refused one', 'sent two']);
    expect(states()).toEqual([]);
  });

  it('come back, too, when more may be said only later', async () => {
    for (const code of ['REQUEST_NOT_ACCEPTED', 'TOO_MANY_NEW_PEOPLE']) {
      answers = [() => Promise.reject(new ApiError(code, 'x', { status: 429 }))];
      add(outgoing(code));
      await settle();
    }
    expect(told).toEqual(['refused REQUEST_NOT_ACCEPTED', 'refused TOO_MANY_NEW_PEOPLE']);
    expect(timers).toEqual([]);
  });

  it('wait as long as the server asks for', async () => {
    answers = [() => Promise.reject(new ApiError('TOO_MANY_REQUESTS', 'x', { status: 429, retryAfter: 7 }))];
    add(outgoing('one'));
    await settle();
    expect(timers.map(({ delay_ms }) => delay_ms)).toEqual([7000]);
    expect(states()).toEqual(['one held']);
    expect(outbox.withdraw('one')).toBe(false);
    // Only whoever wrote it takes it back then.
    expect(outbox.takeBack('one')).toBe(true);
    expect(states()).toEqual([]);
  });

  it('can be taken back while they wait for the network, and hold up nothing after them', async () => {
    answers = [() => Promise.reject(network())];
    add(outgoing('one'));
    expect(outbox.withdraw('one')).toBe(false);
    expect(outbox.takeBack('one')).toBe(false);
    add(outgoing('two'));
    await settle();
    expect(outbox.withdraw('one')).toBe(true);
    expect(states()).toEqual(['two waiting']);
    outbox.retry();
    await settle();
    expect([calls, told]).toEqual([['one', 'two'], ['sent two']]);
  });

  it('are not taken back while they are tried again', async () => {
    answers = [() => Promise.reject(network()), () => new Promise(() => {})];
    add(outgoing('one'));
    await settle();
    outbox.retry();
    expect(states()).toEqual(['one waiting']);
    expect(outbox.takeBack('one')).toBe(false);
    expect(states()).toEqual(['one waiting']);
  });

  it('outlive the page, before what is written later', async () => {
    answers = [() => Promise.reject(network())];
    add(outgoing('late'));
    await settle();
    const messages = [{ ...outgoing('early'), state: 'waiting' as const }];
    happens({ kind: 'own restored', messages });
    happens({ kind: 'own restored', messages });
    expect(states()).toEqual(['early waiting', 'late waiting']);
  });

  it('that were seen in the log are not sent again', async () => {
    answers = [() => Promise.reject(network())];
    add(outgoing('one'));
    await settle();
    happens(seen('one'));
    expect(states()).toEqual([]);
    outbox.retry();
    await settle();
    expect(calls).toEqual(['one']);
  });

  it('that were seen in the log while they were sent wait for nothing, and are refused by nobody', async () => {
    for (const error of [network(), refusal()]) {
      let fail = (_error: unknown) => {};
      answers = [() => new Promise((_resolve, reject) => (fail = reject))];
      add(outgoing('one'));
      happens(seen('one'));
      expect(states()).toEqual([]);
      fail(error);
      await settle();
      expect([states(), told]).toEqual([[], []]);
      outbox.retry();
    }
  });

  it('are taken back though one of before them is being sent, and only then', async () => {
    answers = [() => Promise.reject(network()), () => new Promise(() => {})];
    add(outgoing('one'));
    await settle();
    add(outgoing('two'));
    outbox.retry();
    happens({ kind: 'own restored', messages: [{ ...outgoing('early'), state: 'waiting' }] });
    expect([outbox.takeBack('one'), outbox.takeBack('two')]).toEqual([false, true]);
    expect(states()).toEqual(['early waiting', 'one waiting']);
  });

  it('are gone with the person', async () => {
    let reject = (_error: unknown) => {};
    answers = [() => new Promise((_resolve, fail) => (reject = fail))];
    add(outgoing('one'));
    outbox.end();
    reject(refusal());
    await settle();
    expect(told).toEqual([]);
  });
});
