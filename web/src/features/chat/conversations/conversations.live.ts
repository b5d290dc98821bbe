import type { ConversationChange } from '@dazi/contract/chat/conversation-events';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { ConversationEvent } from '@dazi/contract/frames';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  activeBlock,
  blocksOf,
  idsOfBlocked,
  onBlocksChanged,
  refreshBlocks,
} from '#features/people/blocks/blocks.api.ts';
import { showPresence } from '#features/people/profiles/profiles.api.ts';
import { type PersonalSubscription, type PersonalTakers, subscribeToPersonal } from '#platform/stream.ts';
import type { Held } from '#platform/stream-core.ts';
import { refreshWaitingCount } from '#platform/waiting-count.ts';
import { type ConversationLog, holdsHidden, missingIn, withChanges, withNewer } from './conversation-log.ts';
import {
  changeLog,
  closeConversation,
  conversationKeys,
  fetchList,
  fetchWhatBecameOf,
  forgetFound,
  forgetFoundMessage,
  forgetLog,
  isListed,
  isOpen,
  knownConversation,
  logIn,
  refreshConversation,
  refreshLists,
} from './conversations.api.ts';
import { forgetConversation } from './last-conversation.ts';
import { fetchMessages, rereadLog } from './messages.api.ts';
import { onScreen } from './on-screen.ts';
import { isUnanswered } from './outbox.ts';
import { sendingOf } from './outgoing.ts';
import type { ConversationRecord, Stamp } from './replica/conversation-record.ts';
import { DeviceWriting, restore } from './replica/device-writing.ts';
import { isNumbered, isShowable, type Replica, unheardOf } from './replica/replica.ts';
import { replicaOf } from './replica/replica-store.ts';
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
    // It writes down what waits before whoever is told next reads that.
    const sending = sendingOf(client);
    restore(client, myId);
    const writing = new DeviceWriting(client, myId);
    news.current = new ConversationNews(client, myId);
    sending.begin(myId);
    return () => {
      writing.close();
      sending.end();
      news.current?.close();
    };
  }, [client, myId]);
}

class ConversationNews {
  readonly #client: QueryClient;
  readonly #myId: string;
  readonly #replica: ReturnType<typeof replicaOf>;
  #logs: ReadonlyMap<string, ConversationLog>;
  #hidden: ReadonlyMap<string, number>;
  #conversations: Replica['conversations'];
  /** Answers to earlier questions may be outdated, and nothing told us. At first only what the device kept is. */
  #heardSince: Stamp = 1;
  readonly #subscription: PersonalSubscription;
  readonly #gaps = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #filling = new Set<string>();
  readonly #ends: (() => void)[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #isListStale = false;
  #following: Promise<void> | null = null;
  #isClosed = false;
  /** Whom one kept away when news of that may have been missed, until it is known who is now. */
  #blockedBefore: string | null = null;
  #comparing: ReturnType<typeof setTimeout> | undefined;
  #heldIds = '';
  #holding: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, myId: string) {
    this.#client = client;
    this.#myId = myId;
    this.#replica = replicaOf(client);
    this.#logs = this.#replica.state().logs;
    this.#hidden = this.#replica.state().hidden;
    this.#conversations = this.#replica.state().conversations;
    const sending = sendingOf(client);
    const retry = () => sending.retry();
    this.#subscription = subscribeToPersonal({
      takes: this.#takers(),
      resumed: (behind, isAfterGap) => {
        for (const { id, lastSequence, change } of behind) {
          this.#replica.dispatch({ kind: 'resumed', id, lastSequence, change });
          void this.#fill(id);
        }
        if (isAfterGap) this.#heardSince = this.#replica.ask().asked;
        if (isAfterGap || this.#following === null) this.#followKept(isAfterGap);
        if (!isAfterGap) return;
        this.#blockedBefore ??= this.#blocked();
        this.#refreshSoon(true);
        void client.invalidateQueries({ queryKey: conversationKeys.ones });
        void client.invalidateQueries({ queryKey: conversationKeys.found });
      },
      reconnected: retry,
    });
    window.addEventListener('online', retry);
    this.#ends.push(
      () => window.removeEventListener('online', retry),
      onBlocksChanged(() => {
        if (this.#blockedBefore !== null && this.#blockedBefore !== this.#blocked()) this.#refold();
      }),
      sending.onArrival((message, answer) => {
        const wasListed = isListed(client, answer.conversationId);
        const isHeld = this.#replica.state().logs.has(answer.conversationId);
        // What the device has of it goes on with this.
        if (message.receiverId !== null && !isHeld) restore(this.#client, this.#myId);
        return () => {
          this.#refreshSoon(!wasListed);
          // Whether it became a request the server says.
          if (message.receiverId !== null && answer.sequence === 1) {
            void refreshConversation(client, answer.conversationId);
          }
        };
      }),
      this.#replica.subscribe(() => {
        this.#hearLogs();
        this.#hearHidden();
        this.#hearBlocked();
      }),
    );
    this.#holdSoon();
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription.close();
    for (const end of this.#ends) end();
    // Whoever comes next, or is let in again, is answered anew.
    this.#replica.clear();
    for (const timer of [...this.#gaps.values(), this.#gathering, this.#comparing, this.#holding])
      clearTimeout(timer);
  }

  #blocked = (): string => idsOfBlocked(blocksOf(this.#myId), this.#myId);

  #takers(): PersonalTakers {
    return {
      membership: () => this.#refreshSoon(true),
      hidden_changed: () => this.#refold(),
      // A motion may wait, or wait no more.
      notification: () => this.#refreshSoon(false),
      presence: ({ userId, isOnline }) => {
        this.#replica.dispatch({ kind: 'presence', userId, isOnline });
        showPresence(this.#client, userId, isOnline);
      },
      new_message: (event) => this.#hearMessage(event),
      member_join: (event) => this.#hearJoin(event),
      member_leave: (event) => this.#hearLeave(event),
      conversation_update: (event) => this.#hearUpdate(event),
      typing: ({ conversationId, userId, name }) => {
        if (userId !== this.#myId) heardTyping(conversationId, userId, name);
      },
    };
  }

  #hearLogs(): void {
    const { logs } = this.#replica.state();
    if (logs === this.#logs) return;
    for (const [id, log] of logs) if (log !== this.#logs.get(id)) this.#watch(id);
    this.#logs = logs;
    this.#holdSoon();
  }

  /** Taken out of the own list, in another tab or on another device: nothing of it stays here. */
  #hearHidden(): void {
    const before = this.#hidden;
    const state = this.#replica.state();
    this.#hidden = state.hidden;
    if (this.#hidden === before) return;
    for (const [id, upTo] of this.#hidden) {
      if (upTo === before.get(id)) continue;
      forgetFound(this.#client, id);
      // It was said something there since, perhaps.
      if (!isShowable(state, id)) forgetConversation(id);
    }
  }

  /** Whom one keeps away was changed elsewhere while this page was shut: the answers about conversations say so. */
  #hearBlocked(): void {
    const before = this.#conversations;
    this.#conversations = this.#replica.state().conversations;
    if (this.#conversations === before || this.#comparing) return;
    const said = (record: ConversationRecord | undefined) =>
      record?.origin === 'server' && record.base.otherParticipant?.blockedByMe;
    const news = [...this.#conversations].filter(([id, record]) => said(record) !== said(before.get(id)));
    if (news.length === 0 || !this.#disagree(new Map(news))) return;
    // Who was told of it asks by themselves.
    this.#comparing = setTimeout(() => {
      this.#comparing = undefined;
      if (!this.#disagree(this.#conversations)) return;
      this.#blockedBefore ??= this.#blocked();
      // Without an answer it is asked for with the next news of them.
      void refreshBlocks(this.#client, this.#myId).catch(() => {});
    }, gather_ms);
  }

  /** Whether the server says of one of them other than this device that somebody is kept away. */
  #disagree(conversations: Replica['conversations']): boolean {
    const blocks = blocksOf(this.#myId);
    return [...conversations.values()].some(({ base: { otherParticipant: other }, origin }) => {
      const isKnown = other !== null && activeBlock(blocks, this.#myId, other.id) !== undefined;
      return other !== null && origin === 'server' && isKnown !== other.blockedByMe;
    });
  }

  #told(event: ConversationEvent): void {
    this.#replica.dispatch({ kind: 'told', event, myId: this.#myId, onScreen: onScreen() });
  }

  #hearJoin(event: Extract<ConversationEvent, { type: 'member_join' }>): void {
    const { conversationId, member, memberCount } = event;
    // Joined or opened on another device.
    if (member.userId === this.#myId) this.#refreshSoon(true);
    this.#told(event);
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

  #hearMessage(event: Extract<ConversationEvent, { type: 'new_message' }>): void {
    const { conversationId, message } = event;
    const wasListed = isListed(this.#client, conversationId);
    this.#told(event);
    if (!message) {
      this.#followPrivate(conversationId);
      this.#refreshSoon(true);
      return;
    }
    stoppedTyping(conversationId, message.senderId);
    this.#refreshSoon(!wasListed);
  }

  #hearLeave(event: Extract<ConversationEvent, { type: 'member_leave' }>): void {
    const { conversationId, userId } = event;
    if (userId === this.#myId) {
      // Whoever leaves in this window is led away when that is answered.
      const isLeaving =
        this.#client.isMutating({ mutationKey: conversationKeys.leaving(conversationId) }) > 0;
      if (!isLeaving) closeConversation(this.#client, conversationId);
      this.#refreshSoon(true);
      return;
    }
    this.#told(event);
    void this.#client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
    void refreshConversation(this.#client, conversationId);
  }

  #hearUpdate(event: Extract<ConversationEvent, { type: 'conversation_update' }>): void {
    const { conversationId, change } = event;
    this.#told(event);
    switch (change.kind) {
      case 'message':
        this.#hearMessageChange(conversationId, change);
        break;
      case 'read':
        this.#hasReadUpTo(conversationId, change.readSequence);
        break;
      case 'settings':
        // What stands open may be in no list that is shown.
        void refreshConversation(this.#client, conversationId);
        this.#refreshSoon(true);
        break;
      case 'hidden':
        this.#wasHidden(conversationId);
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
    forgetFoundMessage(this.#client, conversationId, sequence);
    const known = knownConversation(this.#client, conversationId);
    // A list that is being answered may not know it yet.
    if (!known) void refreshLists(this.#client);
    this.#followPrivate(conversationId);
    // Or will be, when it is heard of: what it said before the change is shown no more then.
    const isLast = known !== undefined && sequence >= (known.lastMessage?.sequence ?? 0);
    const mayCountNoMore = message?.isDeleted !== false && sequence > (known?.readSequence ?? 0);
    if (isLast || mayCountNoMore) this.#refreshSoon(true);
  }

  /** The device keeps what the list says of it, and a page without lists asks for none. */
  #followPrivate(conversationId: string): void {
    if (knownConversation(this.#client, conversationId)?.isPrivate) this.#followKept(true);
  }

  /** Here or on another device. Only the server counts what is left where not all was read. */
  #hasReadUpTo(conversationId: string, readSequence: number): void {
    const known = knownConversation(this.#client, conversationId);
    const isListedHere = isListed(this.#client, conversationId);
    this.#refreshSoon(!isListedHere || known === undefined || known.lastSequence > readSequence);
  }

  #wasHidden(conversationId: string): void {
    void refreshConversation(this.#client, conversationId);
    this.#refreshSoon(true);
  }

  /** What is folded away, or no longer: all that is shown is asked for again, where it stands, and so is what counts. */
  #refold(): void {
    this.#blockedBefore = null;
    this.#refreshSoon(true);
    putUnfolded(null);
    forgetFound(this.#client);
    // Who is still writing and may be heard says so again.
    forgetTyping();
    for (const conversationId of this.#replica.state().logs.keys()) {
      if (isOpen(this.#client, conversationId)) {
        void rereadLog(this.#client, conversationId).catch(() => {});
        // A log that went comes back with its conversation only.
      } else forgetLog(this.#client, conversationId);
    }
    this.#client.removeQueries({ queryKey: conversationKeys.ones, type: 'inactive' });
    this.#followKept(true);
  }

  /** What the device keeps is asked for where nobody looks at it. Without an answer it is asked for the next time. */
  #followKept(isOutdated: boolean): void {
    if (isOutdated) void refreshLists(this.#client);
    const before = this.#following ?? Promise.resolve();
    const following = before
      .then(() => this.#fetchLists())
      .catch(() => {
        if (this.#following === following) this.#following = null;
      });
    this.#following = following;
  }

  async #fetchLists(): Promise<void> {
    if (this.#isClosed) return;
    restore(this.#client, this.#myId);
    const known = [...this.#replica.state().conversations.values()];
    if (!known.some(({ base }) => base.isPrivate)) return;
    for (const lane of ['own', 'archived'] as const) {
      if (!this.#isClosed) await fetchList(this.#client, this.#myId, lane);
    }
    for (const id of unheardOf(this.#replica.state(), this.#heardSince)) {
      if (this.#isClosed) return;
      await fetchWhatBecameOf(this.#client, this.#myId, id).catch((error) => {
        // One that cannot be answered holds up none of the others.
        if (isUnanswered(error)) throw error;
      });
    }
  }

  /** What is missing in a log and to be fetched; of one that nobody looks at only what changed. */
  #missing(id: string, log: ConversationLog): ReturnType<typeof missingIn> {
    const missing = missingIn(log);
    if (!this.#replica.state().unconfirmed.has(id)) return missing;
    return { after: null, changedAfter: isNumbered(log) ? missing.changedAfter : null };
  }

  #isWhole(id: string, log: ConversationLog): boolean {
    const { after, changedAfter } = this.#missing(id, log);
    return after === null && changedAfter === null;
  }

  /** A gap closes by itself within a moment, or what is missing is fetched. */
  #watch(conversationId: string): void {
    const log = logIn(this.#client, conversationId);
    if (!log || this.#isWhole(conversationId, log) || this.#gaps.has(conversationId)) return;
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
        if (!log || this.#isWhole(conversationId, log)) return;
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
    const { after, changedAfter } = this.#missing(conversationId, log);
    if (after !== null) {
      const page = await fetchMessages(conversationId, { after });
      const isStuck = page.messages.length === 0 && page.lastSequence <= log.end;
      if (holdsHidden(log, page.hiddenUpTo)) {
        this.#replica.dispatch({ kind: 'hidden', id: conversationId, upTo: page.hiddenUpTo });
        this.#wasHidden(conversationId);
      }
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
      this.#replica.dispatch({ kind: 'log outdated', id: conversationId, before: page.change });
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
    const { logs } = this.#replica.state();
    const numbered = [...logs].filter(([, log]) => isNumbered(log));
    return new Map(numbered.map(([id, { end, change }]) => [id, { sequence: end, change }]));
  }
}
