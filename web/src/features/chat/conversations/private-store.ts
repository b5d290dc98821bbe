import type { ConversationChange } from '@dazi/contract/chat/conversation-events';
import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { blocksOf, onBlocksChanged } from '#features/people/blocks/blocks.api.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';
import type { ConversationLog } from './conversation-log.ts';
import {
  conversationKeys,
  fetchList,
  fetchMessages,
  hasSomethingIn,
  knownConversation,
  type ListedConversations,
  logIn,
  refreshLists,
  type WantedList,
} from './conversations.api.ts';
import type { Lane } from './lanes.ts';
import { systemId } from './preview.ts';
import {
  changesIn,
  delivered,
  emptyState,
  idOf,
  type PrivateMessage,
  type PrivateState,
  readMessage,
  serverIdOf,
  withBlocks,
  withChanged,
  withConversations,
  withMessages,
  withoutConversation,
  withoutHistory,
  withoutMissing,
  withWaiting,
} from './private-messages.ts';
import { heardOf } from './replica/replica.ts';
import { replicaOf } from './replica/replica-store.ts';

/** After a change the device writes it down this much later, many changes at once. */
const gather_ms = 1000;
const changesLimit = 200;

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

export const knownState = (userId: string, conversation: Conversation): PrivateState =>
  withConversations(privateStateOf(userId), userId, [conversation]);

/** What there is to tell the other of having read: the newest message, once. Keep it after the server has heard. */
export function unreadIn(userId: string, conversation: Conversation, log: ConversationLog) {
  const newest = log.messages.findLast(
    ({ senderId }) => senderId !== null && senderId !== userId && senderId !== systemId,
  );
  if (!newest) return null;
  const id = idOf(newest, userId);
  const known = withMessages(
    knownState(userId, conversation),
    userId,
    conversation.id,
    log,
    conversation.readSequence,
  );
  const next = readMessage(known, userId, id, now());
  return (
    next && {
      messageId: serverIdOf(id),
      keep: () => change(userId, () => withBlocks(next, userId, blocksOf(userId))),
    }
  );
}

/** Messages were edited, taken back or reacted to, `upTo` being the last of these changes. */
const keepChanged = (
  userId: string,
  conversationId: string,
  changed: readonly Message[],
  upTo: number,
): void =>
  change(userId, (state) =>
    withBlocks(withChanged(state, userId, conversationId, changed, upTo), userId, blocksOf(userId)),
  );

interface Shown {
  conversations: readonly Conversation[];
  /** Of which all are known. */
  whole: readonly Lane[];
}

/** What the page knows of private conversations; what stands nowhere and is to be asked for again is not known. */
function shownIn(client: QueryClient): Shown {
  const ids = new Set<string>();
  const whole: Lane[] = [];
  for (const query of client.getQueryCache().findAll({ queryKey: conversationKeys.lists })) {
    const { queryKey, state } = query;
    if (state.isInvalidated && !query.isActive()) continue;
    const pages = (state.data as ListedConversations | undefined)?.pages ?? [];
    for (const page of pages) for (const id of page.ids) ids.add(id);
    const { search, lane } = queryKey[2] as WantedList;
    // One that is to be asked for again may not know what another tab does.
    if (search === '' && !state.isInvalidated && pages.at(-1)?.nextCursor === null) whole.push(lane);
  }
  for (const query of client.getQueryCache().findAll({ queryKey: conversationKeys.ones })) {
    if (query.state.data === undefined) continue;
    if (query.isActive() || !query.state.isInvalidated) ids.add(String(query.queryKey[2]));
  }
  const conversations = [...ids].flatMap((id) => knownConversation(client, id) ?? []);
  return { conversations: conversations.filter(({ isPrivate }) => isPrivate), whole };
}

/**
 * Writes down what the page shows of private conversations, a little after it changed, and follows the server where
 * the page shows none of them: what was taken back, and what those wrote whom one keeps away, is kept nowhere.
 */
export class PrivateKeeper {
  readonly #client: QueryClient;
  readonly #userId: string;
  readonly #ends: (() => void)[];
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #following: Promise<void> | null = null;
  #isClosed = false;

  constructor(client: QueryClient, userId: string) {
    this.#client = client;
    this.#userId = userId;
    const subscription = subscribeToPersonal({
      takes: {
        hidden_changed: () => this.#followAnew(),
        conversation_update: ({ conversationId, change }) => {
          if (change.kind === 'message') this.#hearChange(conversationId, change);
        },
      },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) this.#followAnew();
        else if (this.#following === null) this.#follow();
      },
    });
    window.addEventListener('pagehide', this.#keep);
    this.#ends = [
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.queryKey[0] === 'conversations') this.#keepSoon();
      }),
      replicaOf(client).subscribe(() => this.#keepSoon()),
      onBlocksChanged(() => change(userId, (state) => withBlocks(state, userId, blocksOf(userId)))),
      () => subscription.close(),
      () => window.removeEventListener('pagehide', this.#keep),
    ];
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    clearTimeout(this.#gathering);
  }

  #keepSoon(): void {
    this.#gathering ??= setTimeout(this.#keep, gather_ms);
  }

  readonly #keep = () => {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const { conversations, whole } = shownIn(this.#client);
    if (conversations.length === 0 && whole.length === 0) return;
    change(this.#userId, (before) => {
      const waits = new Set(before.messages.flatMap((one) => (one.isDelivered ? [] : one.conversationId)));
      const own = conversations.filter(
        // Of somebody whose account is gone nothing is kept.
        (one) => one.otherParticipant !== null && (hasSomethingIn(this.#client, one) || waits.has(one.id)),
      );
      const ids = new Set([...own.map(({ id }) => id), ...waits]);
      // What was answered before the newest change that was told says what is taken back by now.
      const replica = replicaOf(this.#client).state();
      const isRecent = ({ id, change }: { id: string; change: number }) =>
        change >= heardOf(replica, id).words;
      let state = withConversations(before, this.#userId, own.filter(isRecent));
      for (const { id } of conversations) if (!ids.has(id)) state = withoutHistory(state, id);
      for (const isArchived of [false, true]) {
        if (!whole.includes(isArchived ? 'archived' : 'own')) continue;
        state = withoutMissing(state, this.#userId, isArchived, (id) => ids.has(id));
      }
      for (const { id, readSequence } of own) {
        const log = logIn(this.#client, id);
        if (log && !log.isDetached && isRecent({ id, change: log.change })) {
          state = withMessages(state, this.#userId, id, log, readSequence);
        }
      }
      return withBlocks(state, this.#userId, blocksOf(this.#userId));
    });
  };

  /** At once, whether or not the page shows it: it may be gone before anything is answered. */
  #hearChange(id: string, { message, change, reaction }: MessageChange): void {
    const state = privateStateOf(this.#userId);
    const isKept =
      state.items.some(({ conversation }) => conversation.id === id) ||
      state.messages.some(({ conversationId }) => conversationId === id);
    if (!isKept) return;
    if (message) {
      const known = changesIn(state, id);
      keepChanged(this.#userId, id, [message], change === known + 1 ? change : known);
    }
    // What the list says of it stands nowhere else.
    if (!reaction) this.#followAnew();
  }

  /** What was answered a moment ago counts as fresh, and is not any more. */
  #followAnew(): void {
    void refreshLists(this.#client);
    this.#follow();
  }

  /** The page may have missed something of what is kept. Without an answer it is asked for the next time. */
  #follow(): void {
    const before = this.#following ?? Promise.resolve();
    this.#following = before.then(() => this.#fetchNews()).catch(() => {});
  }

  async #fetchNews(): Promise<void> {
    const { items } = privateStateOf(this.#userId);
    const lanes = new Set<Lane>(
      items.map(({ conversation: { settings } }) =>
        settings[this.#userId]?.isArchived ? 'archived' : 'own',
      ),
    );
    for (const lane of lanes) {
      if (!this.#isClosed) await fetchList(this.#client, this.#userId, lane);
    }
    if (this.#isClosed || lanes.size === 0) return;
    this.#keep();
    for (const { id, change } of shownIn(this.#client).conversations) {
      if (!this.#isClosed) await this.#fetchChanges(id, change);
    }
  }

  async #fetchChanges(id: string, change: number): Promise<void> {
    const state = privateStateOf(this.#userId);
    const changedAfter = changesIn(state, id);
    const isKept = state.messages.some((one) => one.conversationId === id && one.isDelivered);
    if (!isKept || changedAfter >= change || logIn(this.#client, id)) return;
    const page = await fetchMessages(id, { changedAfter, limit: changesLimit });
    if (this.#isClosed) return;
    if (page.messages.length < changesLimit) keepChanged(this.#userId, id, page.messages, page.change);
    // More changed than one answer holds: it is read anew when it is opened.
    else forgetHistory(this.#userId, id);
  }
}

type MessageChange = Extract<ConversationChange, { kind: 'message' }>;
