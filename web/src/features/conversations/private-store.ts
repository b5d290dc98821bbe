import type { Conversation } from '@dazi/contract/conversation-views';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { blocksOf } from '#features/blocks/blocks.api.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';
import { currentTime } from '#platform/time.ts';
import type { ConversationLog, Numbered } from './conversation-log.ts';
import {
  type ConversationList,
  conversationKeys,
  hasSomethingIn,
  type WantedList,
} from './conversations.api.ts';
import type { Lane } from './lanes.ts';
import { systemId } from './preview.ts';
import {
  delivered,
  emptyState,
  idOf,
  type PrivateMessage,
  type PrivateState,
  readMessage,
  serverIdOf,
  withBlocks,
  withConversations,
  withMessages,
  withoutConversation,
  withoutHistory,
  withoutMissing,
  withWaiting,
} from './private-messages.ts';

/** After a change the device writes it down this much later, many changes at once. */
const gather_ms = 1000;

const isState = (value: unknown): value is PrivateState =>
  isRecord(value) &&
  Array.isArray(value.items) &&
  value.items.every((item) => isRecord(item) && isRecord(item.conversation)) &&
  Array.isArray(value.messages) &&
  value.messages.every((message) => isRecord(message) && typeof message.id === 'string');

const store = new PersonalStore('private', isState);

export const privateStateOf = (userId: string): PrivateState => store.read(userId) ?? emptyState;

export const usePrivateState = (userId: string): PrivateState =>
  useSyncExternalStore(store.subscribe, () => privateStateOf(userId));

function change(userId: string, next: (state: PrivateState) => PrivateState): void {
  store.change(userId, (before) => {
    const state = next(before ?? emptyState);
    return state.items.length === 0 && state.messages.length === 0 ? null : state;
  });
}

const now = () => new Date(currentTime()).toISOString();

/** What this tab has to send; `seen` are those it ever had, all others belong to other tabs. */
export function keepWaiting(
  userId: string,
  waiting: readonly PrivateMessage[],
  seen: ReadonlySet<string>,
): void {
  // Most of what is sent is of groups: then there is nothing to write.
  const before = privateStateOf(userId).messages;
  if (waiting.length === 0 && !before.some(({ id, isDelivered }) => !isDelivered && seen.has(id))) return;
  change(userId, (state) => withWaiting(state, waiting, seen));
}

/** The server has it. */
export function keepDelivered(userId: string, id: string): void {
  change(userId, (state) => ({
    ...state,
    messages: state.messages.map((message) => (message.id === id ? delivered(message, now()) : message)),
  }));
}

export const dropPrivate = (userId: string, conversationId: string): void =>
  change(userId, (state) => withoutConversation(state, conversationId));

/** It was taken out of the own list here or elsewhere. */
export const forgetHistory = (userId: string, conversationId: string): void =>
  change(userId, (state) => withoutHistory(state, conversationId));

/** With what the page knows now of one conversation. */
function known(userId: string, conversation: Conversation, messages: readonly Numbered[]): PrivateState {
  const state = withConversations(privateStateOf(userId), userId, [conversation]);
  return withBlocks(
    withMessages(state, userId, conversation.id, messages, conversation.readSequence),
    userId,
    blocksOf(userId),
  );
}

export const knownState = (userId: string, conversation: Conversation): PrivateState =>
  withConversations(privateStateOf(userId), userId, [conversation]);

/** What there is to tell the other of having read: the newest message, once. Keep it after the server has heard. */
export function unreadIn(userId: string, conversation: Conversation, messages: readonly Numbered[]) {
  const newest = messages.findLast(
    ({ senderId }) => senderId !== null && senderId !== userId && senderId !== systemId,
  );
  if (!newest) return null;
  const id = idOf(newest, userId);
  const next = readMessage(known(userId, conversation, messages), userId, id, now());
  return next && { messageId: serverIdOf(id), keep: () => change(userId, () => next) };
}

/** Writes down what the page shows of private conversations, a little after it changed. */
export class PrivateKeeper {
  readonly #client: QueryClient;
  readonly #userId: string;
  readonly #unsubscribe: () => void;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, userId: string) {
    this.#client = client;
    this.#userId = userId;
    this.#unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === 'conversations') this.#keepSoon();
    });
    window.addEventListener('pagehide', this.#keep);
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#gathering);
    window.removeEventListener('pagehide', this.#keep);
  }

  #keepSoon(): void {
    this.#gathering ??= setTimeout(this.#keep, gather_ms);
  }

  readonly #keep = () => {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const lists = this.#client.getQueryCache().findAll({ queryKey: conversationKeys.lists });
    const ones = this.#client.getQueriesData<Conversation>({ queryKey: conversationKeys.ones });
    const conversations = new Map<string, Conversation>();
    const whole: Lane[] = [];
    for (const { queryKey, state } of lists) {
      const pages = (state.data as ConversationList | undefined)?.pages ?? [];
      for (const page of pages) for (const one of page.data) conversations.set(one.id, one);
      const { search, lane } = queryKey[2] as WantedList;
      // One that is to be asked for again may not know what another tab does.
      if (search === '' && !state.isInvalidated && pages.at(-1)?.nextCursor === null) whole.push(lane);
    }
    for (const [, one] of ones) if (one) conversations.set(one.id, one);
    const known = [...conversations.values()].filter(({ isPrivate }) => isPrivate);
    if (known.length === 0 && whole.length === 0) return;
    change(this.#userId, (before) => {
      const waits = new Set(before.messages.flatMap((one) => (one.isDelivered ? [] : one.conversationId)));
      const own = known.filter((one) => hasSomethingIn(this.#client, one) || waits.has(one.id));
      const ids = new Set([...own.map(({ id }) => id), ...waits]);
      let state = withConversations(before, this.#userId, own);
      for (const { id } of known) if (!ids.has(id)) state = withoutHistory(state, id);
      for (const isArchived of [false, true]) {
        if (!whole.includes(isArchived ? 'archived' : 'own')) continue;
        state = withoutMissing(state, this.#userId, isArchived, (id) => ids.has(id));
      }
      for (const { id, readSequence } of own) {
        const log = this.#client.getQueryData<ConversationLog>(['conversations', 'log', id]);
        if (log && !log.isDetached) {
          state = withMessages(state, this.#userId, id, log.messages, readSequence);
        }
      }
      return withBlocks(state, this.#userId, blocksOf(this.#userId));
    });
  };
}
