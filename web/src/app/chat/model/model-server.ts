import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { ConversationSettings, Message } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { Block } from '@dazi/contract/people/blocks';
import type { Numbered } from '#features/chat/conversations/conversation-log.ts';
import { ApiError } from '#platform/api.ts';
import type { Extent, PersonalEvent } from '#platform/stream-core.ts';

/** Whoever uses the device. */
export const me = 'mika';

/** Few, so that short conversations have several pages. */
const pageSize = 6;
const start = Date.parse('2026-11-01T12:00:00.000Z');

interface Talk {
  id: string;
  /** The other one of a private conversation; somebody of the group. */
  other: string;
  isPrivate: boolean;
  log: Numbered[];
  change: number;
  /** What messages said before a change. */
  before: { sequence: number; change: number; words: string }[];
  readSequence: number;
  hiddenUpTo: number;
  settings: ConversationSettings;
}

type Where = { before?: number; after?: number; around?: number; changedAfter?: number };

/** What the server does with conversations, for one person: every answer is made of the whole log anew. */
export class ModelServer {
  readonly #talks: readonly Talk[];
  readonly #blocked = new Map<string, Block>();
  #told: PersonalEvent[] = [];
  readonly #said: string[] = [];
  #moments = 0;
  #words = 0;

  constructor() {
    const talk = (id: string, other: string, isPrivate: boolean): Talk => ({
      ...{ id, other, isPrivate, log: [], change: 0, before: [], readSequence: 0, hiddenUpTo: 0 },
      settings: { isMuted: false, isPinned: false, isArchived: false },
    });
    this.#talks = [talk('group', 'theo', false), talk('pair', 'nora', true), talk('other-pair', 'jun', true)];
    for (const { id } of this.#talks) for (let count = 0; count < 8; count++) this.say(id);
    this.#told = [];
  }

  /** What was told since this was last asked for. */
  told(): PersonalEvent[] {
    return this.#told.splice(0);
  }

  /** Ids of all conversations, in an order that stays. */
  get ids(): string[] {
    return this.#talks.map(({ id }) => id);
  }

  isBlocked = (userId: string) => this.#blocked.has(userId);

  /** The other one says something. */
  say(id: string): void {
    const talk = this.#of(id);
    if (!this.isBlocked(talk.other)) this.#append(talk, talk.other, null, this.#newWords());
  }

  /** One's own message, from whatever device; the same again is the same message. */
  send(id: string, clientId: string, content: string): Message {
    const talk = this.#of(id);
    const known = talk.log.find((one) => one.clientId === clientId);
    if (known) return this.#seen(talk, known);
    if (talk.isPrivate && this.isBlocked(talk.other)) refuse('BLOCKED_RECEIVER', 403);
    return this.#seen(talk, this.#append(talk, me, clientId, content));
  }

  edit(id: string, position: number): void {
    this.#alter(id, position, (one) => ({ ...one, content: this.#newWords(), editedAt: one.createdAt }));
  }

  takeBack(id: string, position: number): void {
    this.#alter(id, position, (one) => ({ ...one, content: '', isDeleted: true, removedBy: 'author' }));
  }

  react(id: string, position: number, isMine: boolean): void {
    const reaction = { userId: isMine ? me : 'nora', reactionType: 'HEART' as const };
    const change = (one: Numbered): Numbered =>
      isMine ? { ...one, myReaction: 'HEART' } : { ...one, reactions: { SAD: (one.reactions.SAD ?? 0) + 1 } };
    this.#alter(id, position, change, isMine ? reaction : { ...reaction, reactionType: null });
  }

  read(id: string, upTo?: number): { readSequence: number; unreadCount: number } {
    const talk = this.#of(id);
    const readSequence = Math.min(upTo ?? talk.log.length, talk.log.length);
    if (readSequence > talk.readSequence) {
      talk.readSequence = readSequence;
      this.#tell(id, { kind: 'read', readSequence });
    }
    return { readSequence: talk.readSequence, unreadCount: this.#unreadIn(talk) };
  }

  readMessage(messageId: string): { readSequence: number; unreadCount: number } {
    const talk = this.#talks.find(({ log }) => log.some((one) => one.id === messageId));
    if (!talk) refuse('MESSAGE_NOT_FOUND', 404);
    return this.read(talk.id, talk.log.find((one) => one.id === messageId)!.sequence);
  }

  set(id: string, settings: Partial<ConversationSettings>): ConversationSettings {
    const talk = this.#of(id);
    talk.settings = { ...talk.settings, ...settings };
    this.#tell(id, { kind: 'settings' });
    return talk.settings;
  }

  /** One takes everything said so far out of one's own list. */
  hide(id: string): void {
    const talk = this.#of(id);
    talk.hiddenUpTo = talk.log.length;
    talk.readSequence = talk.log.length;
    this.#tell(id, { kind: 'hidden', upTo: talk.hiddenUpTo });
  }

  block(userId: string): Block {
    const block = {
      ...{ id: `block of ${userId}`, blockerId: me, blockedId: userId, reason: null, isActive: true },
      blockedAt: this.#now(),
    };
    this.#blocked.set(userId, block);
    this.#told.push({ type: 'hidden_changed' });
    return block;
  }

  unblock(userId: string): void {
    this.#blocked.delete(userId);
    this.#told.push({ type: 'hidden_changed' });
  }

  blocks() {
    const data = [...this.#blocked.values()].map((block) => ({
      ...block,
      user: { id: block.blockedId, name: block.blockedId, avatarUrl: null },
    }));
    return { data, nextCursor: null };
  }

  /** The own list, or the archived one, the latest first. */
  list(isArchived: boolean) {
    const shown = this.#talks.filter(
      (talk) =>
        talk.settings.isArchived === isArchived && (!talk.isPrivate || talk.log.length > talk.hiddenUpTo),
    );
    const data = shown.map((talk) => this.#view(talk));
    const latestFirst = (a: Conversation, b: Conversation) =>
      Number(b.settings.isPinned) - Number(a.settings.isPinned) ||
      b.lastMessageAt!.localeCompare(a.lastMessageAt!);
    return { data: data.sort(latestFirst), nextCursor: null };
  }

  conversation(id: string) {
    const talk = this.#of(id);
    const page = this.#page(talk, talk.log.slice(-pageSize), talk.log.length > pageSize);
    const { messages, hasOlder } = page;
    return { data: { ...this.#view(talk), messages, hasOlder } };
  }

  messages(id: string, { before, after, around, changedAfter }: Where) {
    const talk = this.#of(id);
    const { log } = talk;
    const slice = (from: number, to: number) => {
      const first = Math.max(0, from);
      const { messages, ...top } = this.#page(talk, log.slice(first, Math.max(first, to)), first > 0);
      return { data: messages, ...top };
    };
    if (changedAfter !== undefined) {
      const { messages, ...top } = this.#page(
        talk,
        log.filter(({ change }) => change > changedAfter),
        false,
      );
      return { data: messages, ...top };
    }
    if (before !== undefined) return slice(before - 1 - pageSize, before - 1);
    if (after !== undefined) return slice(after, after + pageSize);
    if (around !== undefined) return slice(around - pageSize / 2, around + pageSize / 2);
    return slice(log.length - pageSize, log.length);
  }

  unread(onScreen: string | undefined) {
    const counted = this.#talks.filter(
      ({ id, settings }) => !settings.isMuted && !settings.isArchived && id !== onScreen,
    );
    const messages = counted.reduce((sum, talk) => sum + this.#unreadIn(talk), 0);
    return { data: { messages, requests: 0, messageRequests: 0, motions: 0 } };
  }

  /** What a stream that comes back is told of conversations of which somebody holds messages. */
  behind(held: ReadonlyMap<string, Extent>) {
    return this.#talks
      .map(({ id, log, change }) => ({ id, lastSequence: log.length, change }))
      .filter(({ id, lastSequence, change }) => {
        const extent = held.get(id);
        return extent && (extent.sequence < lastSequence || extent.change < change);
      });
  }

  /** One's own message, from this page: as its answer says it. */
  alterOwn(id: string, messageId: string, content: string | null): Message {
    const talk = this.#of(id);
    const position = talk.log.findIndex((one) => one.id === messageId && one.senderId === me);
    if (position < 0 || talk.log[position]!.isDeleted) refuse('MESSAGE_NOT_FOUND', 404);
    if (content === null) this.takeBack(id, position);
    else this.#alter(id, position, (one) => ({ ...one, content, editedAt: one.createdAt }));
    return this.#seen(talk, talk.log[position]!);
  }

  /** All messages as they are now, hidden ones left out. */
  all(id: string): Message[] {
    const talk = this.#of(id);
    return talk.log.filter(({ sequence }) => sequence > talk.hiddenUpTo).map((one) => this.#seen(talk, one));
  }

  view = (id: string) => this.#view(this.#of(id));

  /** What a message said before a change and those that came earlier. */
  wordsBefore(id: string, sequence: number, change: number): string[] {
    const { before } = this.#of(id);
    return before
      .filter((one) => one.sequence === sequence && one.change <= change)
      .map(({ words }) => words);
  }

  /** How often something came in, whatever became of it. */
  timesSaid = (words: string): number => this.#said.filter((one) => one === words).length;

  wordsUpTo(id: string, upTo: number): string[] {
    const { log } = this.#of(id);
    return log
      .filter(({ sequence, content }) => sequence <= upTo && content !== '')
      .map(({ content }) => content);
  }

  /** What somebody wrote to the person alone. */
  wordsOf(userId: string): string[] {
    const { log, isPrivate } = this.#talks.find(({ other }) => other === userId)!;
    return isPrivate
      ? log.filter(({ senderId, content }) => senderId !== me && content !== '').map(({ content }) => content)
      : [];
  }

  #of(id: string): Talk {
    return this.#talks.find((talk) => talk.id === id) ?? refuse('CONVERSATION_NOT_FOUND', 404);
  }

  #now(): string {
    return new Date(start + this.#moments++ * 60_000).toISOString();
  }

  /** No two of them contain each other. */
  #newWords(): string {
    return `words-${this.#words++}.`;
  }

  #append(talk: Talk, senderId: string, clientId: string | null, content: string): Numbered {
    const sequence = talk.log.length + 1;
    const at = this.#now();
    const sent: Numbered = {
      ...{ id: `${talk.id}-${sequence}`, conversationId: talk.id, sequence, clientId, senderId, content },
      ...{ senderName: senderId, senderAvatar: null, type: 'TEXT', createdAt: at, updatedAt: at },
      ...{ editedAt: null, isDeleted: false, removedBy: null, isRead: false, metadata: null, event: null },
      ...{ replyTo: null, media: null, mentions: [], reactions: {}, myReaction: null, change: 0 },
      ...{ folded: false, closed: false, closedKind: null, closedHost: null },
    };
    talk.log.push(sent);
    this.#said.push(content);
    // Whoever writes has read everything up to there.
    if (senderId === me) talk.readSequence = sequence;
    this.#told.push({ type: 'new_message', conversationId: talk.id, sequence, message: sent });
    return sent;
  }

  #alter(
    id: string,
    position: number,
    change: (one: Numbered) => Numbered,
    reaction: { userId: string; reactionType: 'HEART' | null } | null = null,
  ): void {
    const talk = this.#of(id);
    const index = position % talk.log.length;
    const before = talk.log[index]!;
    if (before.isDeleted) return;
    talk.change++;
    const words = before.content;
    const after = { ...change(before), change: talk.change };
    talk.log[index] = after;
    if (after.content !== words) talk.before.push({ sequence: after.sequence, change: talk.change, words });
    // Of somebody blocked nothing is told.
    if (talk.isPrivate && after.senderId !== me && this.isBlocked(talk.other)) return;
    this.#tell(id, {
      ...{ kind: 'message', sequence: after.sequence, change: talk.change, reaction },
      message: { ...after, myReaction: null },
    });
  }

  #tell(
    conversationId: string,
    change: Extract<PersonalEvent, { type: 'conversation_update' }>['change'],
  ): void {
    this.#told.push({ type: 'conversation_update', conversationId, change });
  }

  #seen(talk: Talk, one: Numbered): Numbered {
    const isRead = one.senderId !== me && one.sequence <= talk.readSequence;
    const folded = one.senderId !== me && this.isBlocked(talk.other);
    return { ...one, isRead, folded, ...(folded && { content: '' }) };
  }

  #page(talk: Talk, messages: Numbered[], hasOlder: boolean) {
    const seen = messages.filter(({ sequence }) => sequence > talk.hiddenUpTo);
    const isAll = seen.length < messages.length || seen[0]?.sequence === talk.hiddenUpTo + 1;
    return {
      messages: seen.map((one) => this.#seen(talk, one)),
      ...{ lastSequence: talk.log.length, change: talk.change, hiddenUpTo: talk.hiddenUpTo },
      hasOlder: !isAll && hasOlder,
    };
  }

  #unreadIn({ log, readSequence, other }: Talk): number {
    return log.filter(
      ({ sequence, senderId, isDeleted }) =>
        sequence > readSequence && senderId !== me && !isDeleted && !this.isBlocked(other),
    ).length;
  }

  #view(talk: Talk): Conversation {
    const { id, other, isPrivate, log, change, readSequence, hiddenUpTo, settings } = talk;
    const isBlocked = this.isBlocked(other);
    const last = log.findLast(
      (one) => one.sequence > hiddenUpTo && !one.isDeleted && (one.senderId === me || !isBlocked),
    );
    // Whoever writes has read everything up to there.
    const theirs = log.findLast(({ senderId }) => senderId === other)?.sequence;
    const began = new Date(start).toISOString();
    return {
      ...{ id, isPrivate, title: isPrivate ? null : 'A group', description: null, memberCount: 2 },
      ...{ latitude: null, longitude: null, address: null, addressNames: {}, joinRadius: null },
      ...{ chatRoom: null, members: [], isActive: true, createdAt: began, updatedAt: began },
      ...{ lastMessageAt: log.at(-1)!.createdAt, distance: null, withinJoinRadius: null },
      ...{ userMembershipStatus: 'member', userRole: 'MEMBER', plan: null },
      lastMessage: last
        ? {
            ...{ id: last.id, sequence: last.sequence, senderName: last.senderName, senderId: last.senderId },
            ...{ createdAt: last.createdAt, type: last.type, event: null, closedKind: null },
            content: last.content.slice(0, messageLimits.quote),
          }
        : null,
      ...{ unreadCount: this.#unreadIn(talk), mentionsMe: false, _count: { messages: log.length } },
      ...{ lastSequence: log.length, readSequence, hiddenUpTo, change, settings },
      readers: theirs ? [{ userId: other, sequence: theirs }] : [],
      otherParticipant: isPrivate
        ? { ...{ id: other, name: other, avatar: null, isOnline: false, isBlocked, blockedByMe: isBlocked } }
        : null,
      ...{ messageRequest: null, request: null, messagesUntilAccepted: null, pendingRequests: null },
      ...{ slowMode_s: 0, mutedUntil: null, muteReason: null, leaderRestrictedUntil: null },
      ...{ objectionUntil: null, moderatorIds: [] },
      can: {
        send: !(isPrivate && isBlocked),
        manage: false,
        moderate: false,
        leave: !isPrivate,
        vote: false,
      },
    };
  }
}

function refuse(code: string, status: number): never {
  throw new ApiError(code, code, { status });
}
