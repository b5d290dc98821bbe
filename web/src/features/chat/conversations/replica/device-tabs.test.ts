// @vitest-environment happy-dom

import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Numbered } from '../conversation-log.ts';
import { DeviceWriting, restore } from './device-writing.ts';
import { me, privateConversation, saidBy, theo } from './private-samples.ts';
import { replicaOf } from './replica-store.ts';

/** Pages of one person on one device. */
class Tab {
  readonly client = new QueryClient();
  readonly #writing = new DeviceWriting(this.client, me);

  constructor() {
    restore(this.client, me);
    open.push(this);
  }

  get replica() {
    return replicaOf(this.client);
  }

  /** The server names them, in a list or alone. */
  list(...conversations: Conversation[]): void {
    const { asked, dispatch } = this.replica.ask();
    dispatch({ kind: 'list answered', conversations, asked });
  }

  opened(conversation: Conversation, messages: Numbered[]): void {
    const { asked, dispatch } = this.replica.ask();
    const { lastSequence, change } = conversation;
    const page = { messages, lastSequence, change, hasOlder: false, hiddenUpTo: 0 };
    dispatch({ kind: 'conversation answered', conversation, page, asked });
  }

  hear(event: Parameters<typeof told>[0]): void {
    this.replica.dispatch(told(event));
  }

  /** It writes what it has a last time, and alone. */
  leave(): void {
    for (const other of open) if (other !== this) other.#writing.close();
    window.dispatchEvent(new Event('pagehide'));
    this.#writing.close();
  }

  close(): void {
    this.#writing.close();
  }
}

type Events = Parameters<ReturnType<typeof replicaOf>['dispatch']>[0];
const told = (event: Extract<Events, { kind: 'told' }>['event']): Events => ({
  ...{ kind: 'told', event, myId: me, onScreen: null },
});
const open: Tab[] = [];
function signIn(at: number): void {
  localStorage.setItem('dazi.authTimestamp', String(at));
  localStorage.setItem('dazi.user', JSON.stringify({ id: me, name: me, email: null, avatarUrl: null }));
}
const kept = () => localStorage.getItem(`dazi.private.${me}`) ?? '';
const words = () => [...kept().matchAll(/text \d+/g)].map(([found]) => found);
const last = (sequence: number) => ({ ...saidBy(sequence, theo), event: null });
const said = [1, 2, 3].map((sequence) => saidBy(sequence, theo));
const pair = privateConversation('c1', {
  ...{ lastMessage: last(3), lastMessageAt: last(3).createdAt, lastSequence: 3, change: 1 },
});
const says = (sequence: number): Events =>
  told({
    ...{ type: 'new_message', conversationId: 'c1', userId: theo, sequence },
    message: saidBy(sequence, theo),
  } as never);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  signIn(1);
});
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
  vi.useRealTimers();
  localStorage.clear();
});

function twoThatKnow(): [Tab, Tab] {
  const tabs: [Tab, Tab] = [new Tab(), new Tab()];
  for (const tab of tabs) tab.opened(pair, said);
  vi.advanceTimersByTime(2000);
  expect(words()).toEqual(expect.arrayContaining(['text 1', 'text 2', 'text 3']));
  return tabs;
}

it('what was taken out of the list goes for good, though a tab that slept writes last', () => {
  const [awake, asleep] = twoThatKnow();
  awake.list({ ...pair, lastMessage: null, hiddenUpTo: 3 });
  expect(words()).toEqual([]);
  asleep.leave();
  expect(words()).toEqual([]);
});

it('a tab that only read what the device had does not write it again', () => {
  const before = new Tab();
  before.list(pair);
  before.leave();
  expect(words()).toEqual(['text 3']);
  const [awake, asleep] = [new Tab(), new Tab()];
  awake.list({ ...pair, lastMessage: last(2), change: 2 });
  vi.advanceTimersByTime(2000);
  expect(words()).toEqual(['text 2']);
  asleep.leave();
  expect(words()).toEqual(['text 2']);
});

it('what was taken out of the list does not come back with the next message', () => {
  const [awake] = twoThatKnow();
  awake.list({ ...pair, lastMessage: null, hiddenUpTo: 3 });
  awake.replica.dispatch(says(4));
  awake.leave();
  expect(new Set(words())).toEqual(new Set(['text 4']));
});

it('what a sleeping tab knows to be gone does not take along what a living one wrote since', () => {
  const [awake, asleep] = twoThatKnow();
  for (const tab of [asleep, awake]) tab.list({ ...pair, lastMessage: null, hiddenUpTo: 3 });
  awake.replica.dispatch(says(4));
  vi.advanceTimersByTime(2000);
  asleep.leave();
  expect(new Set(words())).toEqual(new Set(['text 4']));
});

it('a list that says up to where a conversation was taken out takes the rest of it along', () => {
  const [awake, asleep] = twoThatKnow();
  awake.list({ ...pair, lastMessage: last(4), lastSequence: 4, hiddenUpTo: 3 });
  expect(new Set(words())).toEqual(new Set(['text 4']));
  asleep.leave();
  expect(new Set(words())).toEqual(new Set(['text 4']));
  expect(JSON.stringify([...new Tab().replica.state().logs.values()])).not.toContain('text 3');
});

it('a row that knows of less is not put in the place of one that knows of more', () => {
  const tabs = [new Tab(), new Tab()];
  for (const tab of tabs) tab.list(pair);
  vi.advanceTimersByTime(2000);
  expect(words()).toEqual(['text 3']);
  const settings = { isMuted: false, isPinned: false, isArchived: true };
  // The last one was taken back.
  tabs[0]!.list({ ...pair, settings, lastMessage: last(2), change: 2 });
  vi.advanceTimersByTime(2000);
  expect(words()).toEqual(['text 2']);
  tabs[1]!.leave();
  expect(words()).toEqual(['text 2']);
  expect(kept()).toContain('"isArchived":true');
});

it('a message whose words became others keeps its place, and gets them', () => {
  const [before] = twoThatKnow();
  before.leave();
  const tab = new Tab();
  tab.replica.dispatch({ kind: 'log dropped', id: 'c1' });
  const change = {
    sequence: 2,
    change: 2,
    reaction: null,
    message: saidBy(2, theo, { content: 'text 20', change: 2 }),
  };
  tab.hear({
    type: 'conversation_update',
    conversationId: 'c1',
    change: { kind: 'message', ...change },
  } as never);
  expect(new Set(words())).toEqual(new Set(['text 1', 'text 3']));
  const { messages } = JSON.parse(kept()) as { messages: { sequence: number }[] };
  expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

it('of a group that one has left no number is kept', () => {
  const tab = new Tab();
  const group = privateConversation('g', { isPrivate: false, otherParticipant: null, lastSequence: 3 });
  tab.list(group);
  const change = { sequence: 2, change: 2, reaction: null, message: saidBy(2, theo) };
  tab.hear({
    type: 'conversation_update',
    conversationId: 'g',
    change: { kind: 'message', ...change },
  } as never);
  tab.replica.dispatch({ kind: 'dropped', id: 'g' });
  tab.leave();
  expect(localStorage.getItem(`dazi.gone.${me}`)).toBeNull();
});

it('a tab that slept while its person left and came back writes nothing of before', () => {
  const [awake, asleep] = twoThatKnow();
  awake.close();
  asleep.replica.dispatch(says(4));
  localStorage.clear();
  signIn(2);
  vi.advanceTimersByTime(2000);
  asleep.leave();
  expect(words()).toEqual([]);
});
