import type { ConversationChange } from '@dazi/contract/chat/conversation-events';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { ConversationEvent } from '@dazi/contract/frames';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type PersonalSubscription, type PersonalTakers, subscribeToPersonal } from '#platform/stream.ts';
import type { Held } from '#platform/stream-core.ts';
import { refreshWaitingCount } from '#platform/waiting-count.ts';
import {
  type ConversationLog,
  holdsHidden,
  missingIn,
  withAnswer,
  withChange,
  withChanges,
  withExtent,
  withMessage,
  withNewer,
} from './conversation-log.ts';
import {
  changeLog,
  closeConversation,
  conversationKeys,
  fetchMessages,
  hideUpTo,
  knownConversation,
  logIn,
  patchConversation,
  patchOnline,
  refreshConversation,
  refreshLists,
  rereadLog,
} from './conversations.api.ts';
import { forgetConversation } from './last-conversation.ts';
import { countsAsUnread } from './message-rows.ts';
import { onScreen } from './on-screen.ts';
import { endSending, onArrival, outbox, restoreWaiting } from './outgoing.ts';
import { forgetHistory, PrivateKeeper } from './private-store.ts';
import { forgetTyping, heardTyping, stoppedTyping } from './typing.ts';
import { putUnfolded } from './unfolded.ts';

/** What comes before its turn waits this long for those in front of it. */
const gapPatience_ms = 300;
/** After a failure to fetch what is missing. */
const gapRetry_ms = 5000;
/** News that arrive together cause one refresh. */
const gather_ms = 400;
const changesLimit = 200;

/** Keeps everything shown of conversations up to date; stands once in the page while somebody is signed in. */
export function useConversationNews(myId: string): void {
  const client = useQueryClient();
  const news = useRef<ConversationNews | null>(null);
  useEffect(() => {
    news.current = new ConversationNews(client, myId);
    const keeper = new PrivateKeeper(client, myId);
    restoreWaiting(myId);
    return () => {
      news.current?.close();
      keeper.close();
      endSending();
    };
  }, [client, myId]);
}

class ConversationNews {
  readonly #client: QueryClient;
  readonly #myId: string;
  readonly #subscription: PersonalSubscription;
  readonly #gaps = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #filling = new Set<string>();
  readonly #ends: (() => void)[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #isListStale = false;
  #heldIds = '';
  #holding: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, myId: string) {
    this.#client = client;
    this.#myId = myId;
    const retry = () => outbox.retry();
    this.#subscription = subscribeToPersonal({
      takes: this.#takers(),
      resumed: (behind, isAfterGap) => {
        for (const { id, lastSequence, change } of behind) {
          changeLog(client, id, (log) => withExtent(log, lastSequence, change));
          void this.#fill(id);
        }
        if (!isAfterGap) return;
        this.#refreshSoon(true);
        void client.invalidateQueries({ queryKey: ['conversations', 'one'] });
      },
      reconnected: retry,
    });
    window.addEventListener('online', retry);
    this.#ends.push(
      () => window.removeEventListener('online', retry),
      onArrival((message, answer) => {
        changeLog(client, message.conversationId, (log) => withAnswer(log, answer));
        this.#said(answer.conversationId, answer);
        this.#watch(answer.conversationId);
        // Whether it became a request the server says.
        if (message.receiverId !== null && answer.sequence === 1) {
          void refreshConversation(client, answer.conversationId);
        }
      }),
      client.getQueryCache().subscribe(({ query, type }) => {
        if (
          query.queryKey[0] === 'conversations' &&
          query.queryKey[1] === 'log' &&
          type !== 'observerResultsUpdated'
        )
          this.#holdSoon();
      }),
    );
    this.#holdSoon();
  }

  close(): void {
    this.#subscription.close();
    for (const end of this.#ends) end();
    for (const timer of [...this.#gaps.values(), this.#gathering, this.#holding]) clearTimeout(timer);
  }

  #takers(): PersonalTakers {
    return {
      membership: () => this.#refreshSoon(true),
      hidden_changed: () => this.#refold(),
      // A motion may wait, or wait no more.
      notification: () => this.#refreshSoon(false),
      presence: ({ userId, isOnline }) => patchOnline(this.#client, userId, isOnline),
      new_message: (event) => this.#hearMessage(event),
      member_join: (event) => this.#hearJoin(event),
      member_leave: ({ conversationId, userId, memberCount }) =>
        this.#hearLeave(conversationId, userId, memberCount),
      conversation_update: ({ conversationId, change }) => this.#hearUpdate(conversationId, change),
      typing: ({ conversationId, userId, name }) => {
        if (userId !== this.#myId) heardTyping(conversationId, userId, name);
      },
    };
  }

  #hearJoin({
    conversationId,
    member,
    memberCount,
  }: Extract<ConversationEvent, { type: 'member_join' }>): void {
    // Joined or opened on another device.
    if (member.userId === this.#myId) this.#refreshSoon(true);
    patchConversation(this.#client, conversationId, (one) => ({
      ...one,
      memberCount,
      members: one.members.some(({ userId }) => userId === member.userId)
        ? one.members
        : [...one.members, member],
    }));
    this.#mayVote(conversationId, memberCount);
    void this.#client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
  }

  /** With the third one they may vote for a leader. */
  #mayVote(conversationId: string, memberCount: number): void {
    const known = knownConversation(this.#client, conversationId);
    if (known?.chatRoom && !known.can.vote && memberCount >= roomLimits.voters) {
      void refreshConversation(this.#client, conversationId);
    }
  }

  #hearMessage({
    conversationId,
    sequence,
    message,
  }: Extract<ConversationEvent, { type: 'new_message' }>): void {
    changeLog(this.#client, conversationId, (log) => withMessage(log, sequence, message));
    this.#watch(conversationId);
    if (!message) {
      this.#refreshSoon(true);
      return;
    }
    const { senderId } = message;
    stoppedTyping(conversationId, senderId);
    // Whoever writes has read everything up to there.
    if (senderId) this.#hasRead(conversationId, senderId, sequence);
    if (senderId !== this.#myId) this.#wasAnswered(conversationId);
    if (message.senderId === this.#myId && message.clientId) outbox.arrived(message.clientId);
    this.#said(conversationId, { ...message, sequence });
  }

  #hasRead(conversationId: string, userId: string, sequence: number): void {
    patchConversation(this.#client, conversationId, (one) => {
      if (userId === this.#myId) return { ...one, readSequence: Math.max(one.readSequence, sequence) };
      const others = one.readers.filter((reader) => reader.userId !== userId);
      return { ...one, readers: [...others, { userId, sequence }] };
    });
  }

  /** Whoever writes back has accepted. */
  #wasAnswered(conversationId: string): void {
    patchConversation(this.#client, conversationId, (one) =>
      one.messageRequest === 'outgoing' ? { ...one, messageRequest: null, messagesUntilAccepted: null } : one,
    );
  }

  /** The list's row says what was said last. */
  #said(
    conversationId: string,
    message: NonNullable<Extract<ConversationEvent, { type: 'new_message' }>['message']>,
  ): void {
    const sequence = message.sequence ?? 0;
    this.#countDown(conversationId, sequence);
    const known = knownConversation(this.#client, conversationId);
    const isNew = known !== undefined && (known.lastMessage?.sequence ?? 0) < sequence;
    if (isNew) {
      const { id, content, senderName, senderId, createdAt, type, event, closedKind } = message;
      const isSeen = onScreen() === conversationId;
      const isUnread = !isSeen && countsAsUnread(message, this.#myId) && sequence > known.readSequence;
      patchConversation(this.#client, conversationId, (one) => ({
        ...one,
        lastMessage: { id, sequence, content, senderName, senderId, createdAt, type, event, closedKind },
        lastMessageAt: createdAt,
        lastSequence: Math.max(one.lastSequence, sequence),
        unreadCount: one.unreadCount + (isUnread ? 1 : 0),
        mentionsMe: one.mentionsMe || (isUnread && message.mentions.includes(this.#myId)),
      }));
    }
    this.#refreshSoon(known === undefined);
  }

  /** What is said before the other one accepts is one's own. */
  #countDown(conversationId: string, sequence: number): void {
    patchConversation(this.#client, conversationId, (one) => {
      if (one.messagesUntilAccepted === null || sequence <= one.lastSequence) return one;
      const left = Math.max(0, one.messagesUntilAccepted - (sequence - one.lastSequence));
      return { ...one, lastSequence: sequence, messagesUntilAccepted: left };
    });
  }

  #hearLeave(conversationId: string, userId: string, memberCount: number): void {
    if (userId === this.#myId) {
      // Whoever leaves in this window is led away when that is answered.
      const isLeaving =
        this.#client.isMutating({ mutationKey: conversationKeys.leaving(conversationId) }) > 0;
      if (!isLeaving) closeConversation(this.#client, conversationId);
      this.#refreshSoon(true);
      return;
    }
    patchConversation(this.#client, conversationId, (one) => ({
      ...one,
      memberCount,
      members: one.members.filter((member) => member.userId !== userId),
    }));
    void this.#client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
    void refreshConversation(this.#client, conversationId);
  }

  #hearUpdate(conversationId: string, change: ConversationChange): void {
    switch (change.kind) {
      case 'message':
        changeLog(this.#client, conversationId, (log) => withChange(log, change, this.#myId));
        this.#watch(conversationId);
        this.#hearMessageChange(conversationId, change);
        break;
      case 'readers':
        patchConversation(this.#client, conversationId, (one) => ({ ...one, readers: change.readers }));
        break;
      case 'read':
        this.#hasReadUpTo(conversationId, change.readSequence);
        break;
      case 'settings':
        this.#refreshSoon(true);
        break;
      case 'hidden':
        this.#hide(conversationId, change.upTo);
        break;
      case 'details':
      case 'muted':
      case 'closed':
      case 'requests':
        void refreshConversation(this.#client, conversationId);
        if (change.kind === 'details') {
          void this.#client.invalidateQueries({ queryKey: conversationKeys.votes(conversationId) });
          void this.#client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
        }
        this.#refreshSoon(true);
    }
  }

  /** The list says what was said last, but not what people made of it; what was taken back unread counts no more. */
  #hearMessageChange(
    conversationId: string,
    { sequence, reaction, message }: Extract<ConversationChange, { kind: 'message' }>,
  ): void {
    if (reaction !== null) return;
    const known = knownConversation(this.#client, conversationId);
    const isLast = known?.lastMessage?.sequence === sequence;
    const mayCountNoMore = message?.isDeleted !== false && sequence > (known?.readSequence ?? 0);
    if (isLast || mayCountNoMore) this.#refreshSoon(true);
  }

  /** Here or on another device. Only the server counts what is left where not all was read. */
  #hasReadUpTo(conversationId: string, readSequence: number): void {
    patchConversation(this.#client, conversationId, (one) => ({
      ...one,
      readSequence: Math.max(one.readSequence, readSequence),
      ...(one.lastSequence <= readSequence && { unreadCount: 0, mentionsMe: false }),
    }));
    const known = knownConversation(this.#client, conversationId);
    this.#refreshSoon(known === undefined || known.lastSequence > readSequence);
  }

  /** It was taken out of the own list, in another tab or on another device: nothing of it stays here. */
  #hide(conversationId: string, upTo: number): void {
    hideUpTo(this.#client, conversationId, upTo);
    forgetHistory(this.#myId, conversationId);
    forgetConversation(conversationId);
    void refreshConversation(this.#client, conversationId);
    this.#refreshSoon(true);
  }

  /** What is folded away, or no longer: all that is shown is asked for again, where it stands, and so is what counts. */
  #refold(): void {
    this.#refreshSoon(true);
    putUnfolded(null);
    // Who is still writing and may be heard says so again.
    forgetTyping();
    const logs = this.#client.getQueryCache().findAll({ queryKey: conversationKeys.logs });
    for (const query of logs) {
      const conversationId = String(query.queryKey[2]);
      if (query.getObserversCount() > 0) void rereadLog(this.#client, conversationId).catch(() => {});
      else this.#client.removeQueries({ queryKey: query.queryKey, exact: true });
    }
    // A log that went comes back with its conversation only.
    this.#client.removeQueries({ queryKey: conversationKeys.ones, type: 'inactive' });
  }

  /** A gap closes by itself within a moment, or what is missing is fetched. */
  #watch(conversationId: string): void {
    const log = logIn(this.#client, conversationId);
    if (!log || isWhole(log) || this.#gaps.has(conversationId)) return;
    this.#gaps.set(
      conversationId,
      setTimeout(() => {
        this.#gaps.delete(conversationId);
        void this.#fill(conversationId);
      }, gapPatience_ms),
    );
  }

  async #fill(conversationId: string): Promise<void> {
    if (this.#filling.has(conversationId)) return;
    this.#filling.add(conversationId);
    try {
      for (;;) {
        const log = logIn(this.#client, conversationId);
        if (!log || isWhole(log)) return;
        await this.#fetchMissing(conversationId, log);
      }
    } catch {
      const retry = setTimeout(() => {
        this.#gaps.delete(conversationId);
        void this.#fill(conversationId);
      }, gapRetry_ms);
      this.#gaps.set(conversationId, retry);
    } finally {
      this.#filling.delete(conversationId);
    }
  }

  async #fetchMissing(conversationId: string, log: ConversationLog): Promise<void> {
    const { after, changedAfter } = missingIn(log);
    if (after !== null) {
      const page = await fetchMessages(conversationId, { after });
      const isStuck = page.messages.length === 0 && page.lastSequence <= log.end;
      if (holdsHidden(log, page.hiddenUpTo)) this.#hide(conversationId, page.hiddenUpTo);
      changeLog(this.#client, conversationId, (now) => ({
        ...withNewer(now, page),
        ...(isStuck && { lastSequence: page.lastSequence }),
      }));
      return;
    }
    if (changedAfter === null) return;
    const page = await fetchMessages(conversationId, { changedAfter, limit: changesLimit });
    if (page.messages.length >= changesLimit) {
      // More changed than one answer holds: what is shown is fetched anew.
      this.#client.removeQueries({ queryKey: conversationKeys.log(conversationId) });
      await refreshConversation(this.#client, conversationId);
      return;
    }
    changeLog(this.#client, conversationId, (now) => ({
      ...withChanges(now, page.messages, Math.max(page.change, changedAfter)),
      lastChange: Math.max(page.change, changedAfter),
    }));
  }

  #refreshSoon(withList: boolean): void {
    this.#isListStale ||= withList;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      void refreshWaitingCount(this.#client);
      if (this.#isListStale) void refreshLists(this.#client);
      this.#isListStale = false;
    }, gather_ms);
  }

  /** The stream knows what is held here, a little later; a conversation that is new here at once. */
  #holdSoon(): void {
    const ids = this.#held();
    const text = [...ids.keys()].sort().join(' ');
    if (text !== this.#heldIds) {
      this.#heldIds = text;
      this.#subscription.hold(ids);
      return;
    }
    this.#holding ??= setTimeout(() => {
      this.#holding = undefined;
      this.#subscription.hold(this.#held());
    }, 1000);
  }

  #held(): Held {
    const logs = this.#client.getQueriesData<ConversationLog>({ queryKey: conversationKeys.logs });
    return new Map(
      logs.flatMap(([key, log]) =>
        log ? [[String(key[2]), { sequence: log.end, change: log.change }] as const] : [],
      ),
    );
  }
}

function isWhole(log: ConversationLog): boolean {
  const { after, changedAfter } = missingIn(log);
  return after === null && changedAfter === null;
}
