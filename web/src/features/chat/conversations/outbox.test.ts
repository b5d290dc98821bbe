import type { Message } from '@dazi/contract/chat/conversations';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#platform/api.ts';
import { type KeptMessage, Outbox, type OutgoingMessage } from './outbox.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const network = () => new ApiError('NETWORK', 'Network error');
const refusal = () => new ApiError('MESSAGE_TOO_LONG', 'too long', { status: 400 });

const outgoing = (clientId: string, conversationId = 'c1'): Omit<OutgoingMessage, 'state'> => ({
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

describe('messages on their way', () => {
  let calls: string[];
  let answers: (() => Promise<Message>)[];
  let timers: { delay_ms: number; action: () => void }[];
  let kept: readonly KeptMessage[];
  let told: string[];
  let outbox: Outbox;
  const states = () => outbox.snapshot().map(({ clientId, state }) => `${clientId} ${state}`);

  beforeEach(() => {
    calls = [];
    answers = [];
    timers = [];
    kept = [];
    told = [];
    outbox = new Outbox({
      send: async ({ clientId }) => {
        calls.push(clientId);
        const answer = answers.shift();
        return answer ? answer() : ({ clientId } as Message);
      },
      after(delay_ms, action) {
        const timer = { delay_ms, action };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      keep: (messages) => {
        kept = messages;
      },
      sent: ({ clientId }) => told.push(`sent ${clientId}`),
      refused: ({ clientId }) => told.push(`refused ${clientId}`),
    });
  });

  it('appear at once and go when they are sent (COMP-022, COMP-023)', async () => {
    outbox.add(outgoing('one'));
    expect(states()).toEqual(['one sending']);
    expect(kept.map(({ clientId }) => clientId)).toEqual(['one']);
    await settle();
    expect(states()).toEqual([]);
    expect(kept).toEqual([]);
    expect(told).toEqual(['sent one']);
  });

  it('go one after the other, each conversation by itself', async () => {
    let release = () => {};
    answers = [() => new Promise((resolve) => (release = () => resolve({} as Message)))];
    outbox.add(outgoing('one'));
    outbox.add(outgoing('two'));
    outbox.add(outgoing('elsewhere', 'c2'));
    await settle();
    expect(calls).toEqual(['one', 'elsewhere']);
    release();
    await settle();
    expect(calls).toEqual(['one', 'elsewhere', 'two']);
    expect(told).toEqual(['sent elsewhere', 'sent one', 'sent two']);
  });

  it('wait visibly without network, then go once, in order, with the same ids', async () => {
    answers = [() => Promise.reject(network())];
    outbox.add(outgoing('one'));
    await settle();
    outbox.add(outgoing('two'));
    expect(states()).toEqual(['one waiting', 'two waiting']);
    expect(kept.map(({ clientId }) => clientId)).toEqual(['one', 'two']);
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
    outbox.add(outgoing('one'));
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
    outbox.add(outgoing('one'));
    outbox.add(outgoing('two'));
    await settle();
    expect(told).toEqual(['refused one', 'sent two']);
    expect(states()).toEqual([]);
  });

  it('come back, too, when more may be said only later', async () => {
    for (const code of ['REQUEST_NOT_ACCEPTED', 'TOO_MANY_NEW_PEOPLE']) {
      answers = [() => Promise.reject(new ApiError(code, 'x', { status: 429 }))];
      outbox.add(outgoing(code));
      await settle();
    }
    expect(told).toEqual(['refused REQUEST_NOT_ACCEPTED', 'refused TOO_MANY_NEW_PEOPLE']);
    expect(timers).toEqual([]);
  });

  it('wait as long as the server asks for', async () => {
    answers = [() => Promise.reject(new ApiError('TOO_MANY_REQUESTS', 'x', { status: 429, retryAfter: 7 }))];
    outbox.add(outgoing('one'));
    await settle();
    expect(timers.map(({ delay_ms }) => delay_ms)).toEqual([7000]);
    expect(states()).toEqual(['one held']);
    expect(outbox.withdraw('one')).toBe(false);
    // Only whoever wrote it takes it back then.
    expect(outbox.takeBack('one')).toMatchObject({ clientId: 'one', state: 'held' });
    expect(states()).toEqual([]);
  });

  it('can be taken back while they wait for the network, and hold up nothing after them', async () => {
    answers = [() => Promise.reject(network())];
    outbox.add(outgoing('one'));
    expect(outbox.withdraw('one')).toBe(false);
    expect(outbox.takeBack('one')).toBeNull();
    outbox.add(outgoing('two'));
    await settle();
    expect(outbox.withdraw('one')).toBe(true);
    expect(states()).toEqual(['two waiting']);
    outbox.retry();
    await settle();
    expect([calls, told]).toEqual([['one', 'two'], ['sent two']]);
  });

  it('are not taken back while they are tried again', async () => {
    answers = [() => Promise.reject(network()), () => new Promise(() => {})];
    outbox.add(outgoing('one'));
    await settle();
    outbox.retry();
    expect(states()).toEqual(['one waiting']);
    expect(outbox.takeBack('one')).toBeNull();
    expect(states()).toEqual(['one waiting']);
  });

  it('outlive the page, before what is written later', async () => {
    answers = [() => Promise.reject(network())];
    outbox.add(outgoing('late'));
    await settle();
    outbox.restore([{ ...outgoing('early') }]);
    outbox.restore([{ ...outgoing('early') }]);
    expect(states()).toEqual(['early waiting', 'late waiting']);
  });

  it('that were seen in the log are not sent again', async () => {
    answers = [() => Promise.reject(network())];
    outbox.add(outgoing('one'));
    await settle();
    outbox.arrived('one');
    expect(states()).toEqual([]);
    outbox.retry();
    await settle();
    expect(calls).toEqual(['one']);
  });

  it('are gone with the person', async () => {
    let reject = (_error: unknown) => {};
    answers = [() => new Promise((_resolve, fail) => (reject = fail))];
    outbox.add(outgoing('one'));
    outbox.clear();
    reject(refusal());
    await settle();
    expect(states()).toEqual([]);
    expect(kept).toEqual([]);
    expect(told).toEqual([]);
  });
});
