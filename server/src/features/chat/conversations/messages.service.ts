import {
  isEditableMessage,
  type Message,
  type MessageEvent,
  type MessageType,
  messageLimits,
  type sendMessage as sendMessageEndpoint,
} from '@dazi/contract/chat/conversations';
import type { ConversationEvent } from '@dazi/contract/frames';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { mediaIdOf } from '@dazi/contract/media/media';
import { uploadLimits } from '@dazi/contract/media/uploads';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { tellConversation, tellPerson } from '#features/live/live.service.ts';
import {
  attachMedia,
  claimUploads,
  eraseMedia,
  ownMedium,
  preparePicture,
  requireUploadQuota,
} from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { MayRead } from '#platform/area.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { GroupQueue } from '#platform/group-queue.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { port } from '#platform/ports.ts';
import { foldedText } from '#platform/text-grams.ts';
import { mentionAdded, messageChanged, messageReacted, messageSent } from './conversations.notices.ts';
import {
  acceptText,
  countsAsUnread,
  eventText,
  mentioned,
  mentionedWord,
  mentionFragments,
  possibleNames,
} from './conversations.rules.ts';
import * as members from './conversations.store.ts';
import { type Membership, requireMembership, requireMembershipToSend } from './membership.service.ts';
import * as store from './messages.store.ts';
import {
  afterAccepting,
  barredFrom,
  hearsOf,
  isKnownToOther,
  otherSideOf,
  type Pair,
} from './private.rules.ts';
import { decideSending, lockedPair, savePair, tellPair } from './private-pair.service.ts';

/** What of the log its member sees. */
export const logOf = ({ conversation, member }: Membership): store.LogWindow => ({
  conversationId: conversation.id,
  hiddenUpTo: member.hiddenUpTo,
});

async function readStateOf(
  deps: Deps,
  { conversation, member }: Membership,
  unfolds = false,
): Promise<store.Reading> {
  return {
    viewerId: member.userId,
    readSequence: member.readSequence,
    readers: await members.findReaders(deps.db, conversation),
    hiddenUpTo: member.hiddenUpTo,
    // In a group everybody's words stand among those of others.
    unfolds: unfolds && conversation.kind === 'private',
  };
}

/** The newest messages of a conversation, as its member sees them. */
export async function messageViews(
  deps: Deps,
  membership: Membership,
  limit: number,
  unfolds = false,
): Promise<Message[]> {
  const before = membership.conversation.lastSequence + 1;
  const state = await readStateOf(deps, membership, unfolds);
  return store.messagesBefore(deps.db, logOf(membership), before, limit, state);
}

/** Messages of these numbers that still stand in the log, as its member sees them. */
export async function messagesNumbered(
  deps: Deps,
  membership: Membership,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  const { id } = membership.conversation;
  if (sequences.length === 0) return new Map();
  return store.viewsOfMessages(deps.db, id, sequences, await readStateOf(deps, membership));
}

export interface PageWanted {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  changedAfter?: number | undefined;
  limit?: number | undefined;
  unfolded?: 'true' | 'false' | undefined;
}

/** A page of the log, oldest first, and what lies beyond its ends. */
export async function listMessages(deps: Deps, actor: Actor, conversationId: string, wanted: PageWanted) {
  const membership = await requireMembership(deps, actor, conversationId);
  const { conversation } = membership;
  const log = logOf(membership);
  const limit = wanted.limit ?? messageLimits.page;
  const state = await readStateOf(deps, membership, wanted.unfolded === 'true');
  const { hiddenUpTo } = log;
  const tops = { lastSequence: conversation.lastSequence, change: conversation.lastChange, hiddenUpTo };
  if (wanted.changedAfter !== undefined) {
    const changed = await store.messagesChangedAfter(deps.db, log, wanted.changedAfter, limit, state);
    return { messages: changed, ...tops, hasOlder: false, hasNewer: changed.length === limit };
  }
  let page: Message[];
  if (wanted.around !== undefined) {
    const half = Math.ceil(limit / 2);
    page = [
      ...(await store.messagesBefore(deps.db, log, wanted.around, half, state)),
      ...(await store.messagesAfter(deps.db, log, wanted.around - 1, half, state)),
    ];
  } else if (wanted.after !== undefined) {
    page = await store.messagesAfter(deps.db, log, wanted.after, limit, state);
  } else {
    const before = wanted.before ?? conversation.lastSequence + 1;
    page = await store.messagesBefore(deps.db, log, before, limit, state);
  }
  const [first, last] = [page[0]?.sequence, page.at(-1)?.sequence];
  return {
    messages: page,
    ...tops,
    // Numbers have no gaps: what lies beyond is seen from the number alone.
    hasOlder: first != null && first > hiddenUpTo + 1,
    hasNewer: last != null && last < conversation.lastSequence,
  };
}

/** Messages whose text contains something, newest first. */
export async function searchMessages(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  { query, before }: { query: string; before?: number | undefined },
) {
  const membership = await requireMembership(deps, actor, conversationId);
  const limit = messageLimits.page;
  const found = await store.searchLog(
    deps.db,
    logOf(membership),
    foldedText(query),
    before ?? null,
    limit + 1,
    await readStateOf(deps, membership),
  );
  return { messages: found.slice(0, limit), hasOlder: found.length > limit };
}

/** What somebody wants to say, checked. */
interface Sending {
  conversation: Pick<members.ConversationRow, 'id' | 'kind'>;
  /** Of a private conversation, as it was a moment ago. */
  pair: Pair | null;
  actor: Actor;
  unsent: store.UnsentMessage;
}

export type Said = Pick<BodyOf<typeof sendMessageEndpoint>, 'content' | 'type' | 'clientId' | 'replyToId'>;

/**
 * Sends a message. The same `clientId` again answers what was made the first time. `fits` refuses conversations that
 * are not meant.
 */
export async function sendMessage(
  deps: Deps,
  writer: MessageWriter,
  actor: Actor,
  conversationId: string,
  input: Said,
  fits: (membership: Membership) => void = () => {},
): Promise<Message> {
  const { membership, sentBefore } = await requireMembershipToSend(
    deps,
    actor,
    conversationId,
    input.clientId ?? null,
  );
  fits(membership);
  if (sentBefore) {
    if (sentBefore.senderId !== actor.id) throw new AppError('CLIENT_ID_USED');
    const state = await readStateOf(deps, membership);
    return store.viewOfMessage(deps.db, conversationId, sentBefore.sequence, state);
  }
  const { conversation, pair } = membership;
  const unsent = await unsentMessageOf(deps, actor, input, membership);
  const sent = await writer.send({ conversation, pair, actor, unsent });
  // Just said: nobody has read it or reacted to it, so the sender sees what everybody sees.
  if (!sent.replyTo) return sent;
  // What is answered to may be folded for them.
  const { hiddenUpTo } = membership.member;
  const state = { viewerId: actor.id, readSequence: sent.sequence!, readers: [], hiddenUpTo, unfolds: false };
  return store.viewOfMessage(deps.db, conversationId, sent.sequence!, state);
}

/** What somebody wants to say, checked and made ready to be written; `membership` null where nothing was said before. */
async function unsentMessageOf(
  deps: Deps,
  actor: Actor,
  input: Said,
  membership: Membership | null,
): Promise<store.UnsentMessage> {
  const type = input.type ?? 'TEXT';
  const content = type === 'TEXT' ? acceptText(input.content) : input.content;
  const quoted =
    input.replyToId && membership
      ? await store.findQuotable(deps.db, logOf(membership), input.replyToId)
      : undefined;
  if (input.replyToId && !quoted) throw new AppError('MESSAGE_NOT_FOUND');
  const group = membership?.conversation.kind === 'group' ? membership.conversation.id : null;
  const mentions = type === 'TEXT' && group ? await mentionsIn(deps, group, content) : [];
  const medium = type === 'TEXT' ? null : await mediumOf(deps, actor, type, content);
  return {
    id: deps.ids.next(deps.clock()),
    clientId: input.clientId ?? null,
    senderId: actor.id,
    type,
    content: type === 'TEXT' ? content : '',
    event: null,
    replyTo: quoted?.sequence ?? null,
    mediaId: medium,
    counts: 1,
    mentions,
    face: { name: actor.name, avatarUrl: actor.avatarUrl },
    notice: group !== null && mentions.length === 0 && !quoted ? 'none' : 'usual',
  };
}

/**
 * Opens a conversation with its first message, in one transaction: what is refused leaves nothing behind. `open`
 * answers null when there is one already; nothing is said then.
 */
export async function sendFirst(
  deps: Deps,
  actor: Actor,
  input: Said,
  open: (inner: TransactingDeps) => Promise<Pair | null>,
): Promise<Message | null> {
  const unsent = await unsentMessageOf(deps, actor, input, null);
  return deps.transact(async (inner) => {
    const pair = await open(inner);
    if (!pair) return null;
    const conversation = { id: pair.conversationId, kind: 'private' as const };
    const [message] = await writeSent(inner, conversation, [{ conversation, pair, actor, unsent }]);
    if (message instanceof Error) throw message;
    return message!;
  });
}

/**
 * The own upload that a message is to show; a picture that came with the message becomes one. It stays an upload until
 * the message is written, so that what is refused counts among what nothing shows, and is there for the next try.
 */
async function mediumOf(deps: Deps, actor: Actor, type: 'IMAGE' | 'VIDEO', content: string): Promise<string> {
  if (type === 'IMAGE' && content.startsWith('data:')) {
    await requireUploadQuota(deps, actor);
    const picture = await preparePicture(deps, actor.id, 'upload', content);
    await deps.transact((inner) => attachMedia(inner, [picture]));
    return picture.row.id;
  }
  const mediaId = mediaIdOf(content);
  const medium = mediaId && (await ownMedium(deps, actor, mediaId));
  const isFree = medium && medium.purpose === 'upload' && medium.type === type.toLowerCase();
  if (!isFree) throw new AppError('MEDIUM_NOT_YOURS');
  return medium.id;
}

/** Uploads become part of the messages that show them. MEDIUM_NOT_YOURS when something else has taken one meanwhile. */
async function claimShown(inner: TransactingDeps, sendings: readonly Sending[]): Promise<void> {
  const shown = sendings.flatMap(({ actor, unsent: { mediaId } }) => (mediaId ? { actor, mediaId } : []));
  // In one order everywhere: two conversations that are sent the same uploads do not wait for each other.
  shown.sort((one, other) => (one.mediaId < other.mediaId ? -1 : 1));
  const claims = shown.map(({ actor, mediaId }) => claimUploads(inner, actor, [mediaId], 'message'));
  if ((await Promise.all(claims)).includes(false)) throw new AppError('MEDIUM_NOT_YOURS');
}

async function mentionsIn(deps: Deps, conversationId: string, text: string): Promise<string[]> {
  const fragments = mentionFragments(text);
  if (fragments.length === 0) return [];
  const names = [...new Set(fragments.flatMap(possibleNames))];
  const words = [...new Set(fragments.map(mentionedWord).filter(Boolean))];
  const found = await members.findNamed(deps.db, conversationId, names, words, messageLimits.mentions);
  const userIds = fragments.flatMap((fragment) => mentioned(fragment, found.byWholeName, found.byPart));
  return [...new Set(userIds)].slice(0, messageLimits.mentions);
}

/** As many messages as one commit carries at most. */
const mostInGroup = 64;

/**
 * Writes messages that arrive together in one transaction. Each conversation has a queue of its own: those that arrive
 * while a commit is under way for the same conversation go together with the next one.
 */
export class MessageWriter {
  readonly #deps: Deps;
  readonly #queues = new Map<string, GroupQueue<Sending, Message | AppError>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers the message once it is stored for good. */
  async send(sending: Sending): Promise<Message> {
    const written = await this.#queueOf(sending.conversation)
      .add(sending)
      .catch((error) => settle(this.#deps, sending, error));
    if (written instanceof Error) throw written;
    return written;
  }

  #queueOf(conversation: Sending['conversation']) {
    const { id } = conversation;
    const open = this.#queues.get(id);
    if (open) return open;
    const queue = new GroupQueue<Sending, Message | AppError>(
      (sendings) => this.#deps.transact((inner) => writeSent(inner, conversation, sendings)),
      { mostInGroup, retriesAlone: true, onIdle: () => this.#queues.delete(id) },
    );
    this.#queues.set(id, queue);
    return queue;
  }
}

/** Explains why a message could not be written. Of two that were sent at once under one id, the second finds the first. */
async function settle(
  deps: Deps,
  { unsent, conversation, actor }: Sending,
  error: unknown,
): Promise<Message> {
  const conversationId = conversation.id;
  // When the database is away altogether, what happened first says so.
  const reason = (): never => {
    throw error;
  };
  const found = unsent.clientId
    ? await store.findByClientId(deps.db, conversationId, unsent.clientId).catch(reason)
    : undefined;
  if (found?.senderId === actor.id) {
    return store.viewOfMessage(deps.db, conversationId, found.sequence, null).catch(reason);
  }
  if (found) throw new AppError('CLIENT_ID_USED');
  const isTaken = unsent.mediaId && (await store.isAttached(deps.db, unsent.mediaId).catch(reason));
  if (isTaken) throw new AppError('MEDIUM_NOT_YOURS');
  throw error;
}

/** What was written, in the given order; an error for those who may not say it, or not any more. */
async function writeSent(
  inner: TransactingDeps,
  conversation: Sending['conversation'],
  sendings: readonly Sending[],
): Promise<(Message | AppError)[]> {
  return conversation.kind === 'private'
    ? writePrivate(inner, conversation.id, sendings)
    : writeInGroup(inner, conversation.id, sendings);
}

async function writeInGroup(
  inner: TransactingDeps,
  conversationId: string,
  sendings: readonly Sending[],
): Promise<(Message | AppError)[]> {
  const senders = [...new Set(sendings.map(({ actor }) => actor.id))];
  const belonging = await members.lockMembers(inner.db, conversationId, senders);
  const accepted = sendings.filter(({ actor }) => belonging.has(actor.id));
  const byId = await writeAccepted(inner, conversationId, accepted, null);
  return sendings.map(({ unsent }) => byId.get(unsent.id) ?? new AppError('NOT_A_MEMBER'));
}

/** Whether there is a block, and whether the other one has to accept first, is decided here and holds to the end. */
async function writePrivate(
  inner: TransactingDeps,
  conversationId: string,
  sendings: readonly Sending[],
): Promise<(Message | AppError)[]> {
  const before = sendings[0]!.pair && (await lockedPair(inner, sendings[0]!.pair));
  const senderIds = sendings.map(({ actor }) => actor.id);
  const { pair, refusals } = await decideSending(inner, before, senderIds);
  const accepted = sendings.filter((_sending, index) => refusals[index] === null);
  const byId = await writeAccepted(inner, conversationId, accepted, pair);
  if (before && pair) await savePair(inner, before, pair);
  return sendings.map(({ unsent }, index) => refusals[index] ?? byId.get(unsent.id)!);
}

async function writeAccepted(
  inner: TransactingDeps,
  conversationId: string,
  accepted: readonly Sending[],
  pair: Pair | null,
): Promise<Map<string, Message>> {
  if (accepted.length === 0) return new Map();
  await claimShown(inner, accepted);
  const unsentMessages = accepted.map(({ unsent }) => unsent);
  const written = await appendMessages(inner, conversationId, unsentMessages, pair);
  return new Map(written.map((message) => [message.id, message]));
}

/** Tells the members of a group, or the two of a private conversation as far as they are to hear of it. */
export function tellMembers(
  inner: TransactingDeps,
  pair: Pair | null,
  event: ConversationEvent,
  actorId: string | null,
): void {
  if (pair) tellPair(inner, pair, event, actorId);
  else tellConversation(inner, event);
}

/**
 * Writes messages into the log and tells the members; `pair` are those of a private one. Whoever sends has read
 * everything. Error: CONVERSATION_CLOSED.
 */
export async function appendMessages(
  inner: TransactingDeps,
  conversationId: string,
  unsentMessages: readonly store.UnsentMessage[],
  pair: Pair | null = null,
): Promise<Message[]> {
  const at = inner.clock();
  const appended = await store.append(inner.db, conversationId, unsentMessages, at);
  if (!appended) throw new AppError('CONVERSATION_CLOSED');
  const byId = new Map(appended.map((row) => [row.id, row]));
  const views = new Map<number, Message>();
  for (const unsent of unsentMessages) {
    const { sequence } = byId.get(unsent.id)!;
    const message = store.justWritten(conversationId, unsent, sequence, at);
    if (message) views.set(sequence, message);
  }
  const asked = appended.map(({ sequence }) => sequence).filter((sequence) => !views.has(sequence));
  if (asked.length > 0) {
    const found = await store.viewsOfMessages(inner.db, conversationId, asked);
    for (const [sequence, message] of found) views.set(sequence, message);
  }
  const inOrder = [...views].sort(([one], [other]) => one - other);
  for (const [sequence, message] of inOrder) {
    // The result of a mini app is asked for: not everybody sees everybody in it.
    const shown = message.type === 'MINI_APP_RESULT' ? null : message;
    const event = { type: 'new_message', conversationId, sequence, message: shown } as const;
    tellMembers(inner, pair, event, message.senderId);
  }
  for (const { id, senderId, notice } of unsentMessages) {
    if (notice === 'none' || senderId === null) continue;
    const { sequence } = byId.get(id)!;
    // Whoever has put somebody's request away is not told of what else they write.
    const receiver = pair && otherSideOf(pair, senderId);
    if (pair && !(receiver && hearsOf(pair, receiver.userId, sequence))) continue;
    const isRequest = Boolean(receiver?.request) && !pair?.shareRoom;
    publishNotice(inner, messageSent, { conversationId, sequence, personId: senderId, isRequest });
  }
  return inOrder.map(([, message]) => message);
}

/**
 * A line that the server writes. `personId` is whom it is about: it goes with their account. `pair` are those of a
 * private conversation.
 */
export async function appendEvent(
  inner: TransactingDeps,
  conversationId: string,
  type: Extract<MessageType, 'SYSTEM' | 'JOIN' | 'LEAVE'>,
  personId: string,
  event: MessageEvent,
  pair: Pair | null = null,
): Promise<void> {
  const unsent: store.UnsentMessage = {
    id: inner.ids.next(inner.clock()),
    clientId: null,
    senderId: personId,
    type,
    content: eventText(event),
    event,
    replyTo: null,
    mediaId: null,
    counts: countsAsUnread(type) ? 1 : 0,
    mentions: [],
    face: null,
    notice: 'none',
  };
  await appendMessages(inner, conversationId, [unsent], pair);
}

/**
 * A line about something that the actor did, who holds the pair of a private conversation. In private it is heard like
 * a message: it answers a request, and who has not been accepted yet may not say it. Errors: BLOCKED_CONVERSATION,
 * CANNOT_START_CONVERSATION, REQUEST_NOT_ACCEPTED, CONVERSATION_CLOSED.
 */
export async function sayEvent(
  inner: TransactingDeps,
  membership: Membership,
  actor: Actor,
  event: MessageEvent,
): Promise<void> {
  const { conversation, pair } = membership;
  refuseBarred(membership);
  if (pair && !isKnownToOther(pair, actor.id)) throw new AppError('REQUEST_NOT_ACCEPTED');
  await appendEvent(inner, conversation.id, 'SYSTEM', actor.id, event, pair);
  if (pair) await savePair(inner, pair, afterAccepting(pair, actor.id));
}

/** The own message, locked for a change. Errors: MESSAGE_NOT_FOUND, NOT_YOUR_MESSAGE and those of the membership. */
async function requireOwnMessage(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
) {
  const { membership, row } = await requireMessage(inner, actor, conversationId, messageId);
  const isOwn = row.senderId === actor.id && row.type !== 'MINI_APP_RESULT';
  if (!isOwn || !countsAsUnread(row.type)) throw new AppError('NOT_YOUR_MESSAGE');
  return { membership, row };
}

/**
 * A message as its member sees it, locked for a change; of a private conversation the pair too. Errors:
 * MESSAGE_NOT_FOUND and those of the membership.
 */
export async function requireMessage(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
) {
  const asked = await requireMembership(inner, actor, conversationId);
  const membership = asked.pair ? { ...asked, pair: await lockedPair(inner, asked.pair) } : asked;
  const row = await store.lockMessage(inner.db, logOf(membership), messageId);
  if (!row) throw new AppError('MESSAGE_NOT_FOUND');
  return { membership, row };
}

/** Across a block nothing is changed that the other one would see. */
export function refuseBarred({ conversation, member, pair }: Membership) {
  if (conversation.kind !== 'private') return;
  const barred = pair ? barredFrom(pair, member.userId) : 'CANNOT_START_CONVERSATION';
  if (barred) throw new AppError(barred);
}

/** Counts the change, tells the members, and answers the message as the actor sees it. */
async function tellChanged(
  inner: TransactingDeps,
  membership: Membership,
  row: store.MessageRow,
  reaction: { userId: string; reactionType: ReactionType | null } | null,
): Promise<Message> {
  await announceChange(inner, membership, row, {}, reaction);
  const state = await readStateOf(inner, membership);
  return store.viewOfMessage(inner.db, row.conversationId, row.sequence, state);
}

async function announceChange(
  inner: TransactingDeps,
  membership: Membership,
  row: store.MessageRow,
  changes: Partial<store.MessageRow>,
  reaction: { userId: string; reactionType: ReactionType | null } | null,
): Promise<void> {
  const { conversationId, sequence, type } = row;
  const change = await store.takeChange(inner.db, conversationId);
  await store.changeMessage(inner.db, row, { ...changes, change });
  const isAskedFor = type === 'MINI_APP_RESULT';
  const message = isAskedFor ? null : await store.viewOfMessage(inner.db, conversationId, sequence, null);
  const event = {
    type: 'conversation_update',
    conversationId,
    change: { kind: 'message', sequence, change, message, reaction },
  } as const;
  // In private with nobody else left there is nobody else to tell.
  if (membership.conversation.kind === 'private' && !membership.pair) {
    tellPerson(inner, membership.member.userId, event);
  } else tellMembers(inner, membership.pair, event, membership.member.userId);
  // Of a reaction that came a notice of its own tells.
  if (!reaction?.reactionType) publishNotice(inner, messageChanged, { conversationId, sequence });
}

export async function editMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  text: string,
): Promise<Message> {
  const content = acceptText(text);
  return deps.transact(async (inner) => {
    const { membership, row } = await requireOwnMessage(inner, actor, conversationId, messageId);
    refuseBarred(membership);
    if (row.type !== 'TEXT') throw new AppError('MESSAGE_NOT_EDITABLE');
    const now = inner.clock();
    const facts = { type: row.type, isDeleted: false, createdAt: row.createdAt.toISOString() };
    if (!isEditableMessage(facts, now.getTime())) throw new AppError('MESSAGE_EDIT_TOO_LATE');
    if (content === row.content) {
      const state = await readStateOf(inner, membership);
      return store.viewOfMessage(inner.db, conversationId, row.sequence, state);
    }
    await store.changeMessage(inner.db, row, { content, editedAt: now });
    const isGroup = membership.conversation.kind === 'group';
    const mentions = isGroup ? await mentionsIn(inner, conversationId, content) : [];
    const before = await store.replaceMentions(inner.db, row, mentions);
    const userIds = mentions.filter((userId) => !before.includes(userId));
    if (userIds.length > 0) {
      const { sequence } = row;
      publishNotice(inner, mentionAdded, { conversationId, sequence, personId: actor.id, userIds });
    }
    return tellChanged(inner, membership, row, null);
  });
}

/** What else goes with a message that is taken back, in the same transaction. */
export type MessageRedacted = (
  inner: TransactingDeps,
  locked: LockedMessage,
  takeBack: (sequence: number) => Promise<void>,
) => Promise<void>;
export const messageRedactedPort = port<MessageRedacted>('what else goes with a message that is taken back');

/** Takes the own message back: its number stays, what it said goes at once. */
export async function removeMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  alsoGoes: MessageRedacted,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const locked = await requireOwnMessage(inner, actor, conversationId, messageId);
    return takeBack(inner, locked, alsoGoes);
  });
}

async function takeBack(
  inner: TransactingDeps,
  locked: LockedMessage,
  alsoGoes: MessageRedacted,
): Promise<Message> {
  await alsoGoes(inner, locked, async (sequence) => {
    const row = await store.lockNumbered(inner.db, locked.row.conversationId, sequence);
    if (row) await redact(inner, locked.membership, row);
  });
  return redact(inner, locked.membership, locked.row);
}

/**
 * A message may be reported by whoever is a member of its conversation now and sees it there; for everybody else there
 * is no such message. A block between the two changes nothing: one may complain of what one was told before.
 */
export const reportableMessage = (alsoGoes: MessageRedacted) => ({
  async ownerOf(deps: Deps, actor: Actor, messageId: string): Promise<string> {
    const said = await store.findSaid(deps.db, messageId);
    if (!said) throw new AppError('MESSAGE_NOT_FOUND');
    const found = await members.findWithMember(deps.db, said.conversationId, actor.id);
    if (!found?.member || said.sequence <= found.member.hiddenUpTo) throw new AppError('MESSAGE_NOT_FOUND');
    return said.senderId;
  },

  async remove(inner: TransactingDeps, messageId: string): Promise<boolean> {
    const said = await store.findSaid(inner.db, messageId);
    const membership = said && (await someMembership(inner, said.conversationId, said.senderId));
    if (!membership) return false;
    const row = await store.lockNumbered(inner.db, said.conversationId, said.sequence);
    if (!row) return false;
    await takeBack(inner, { membership, row }, alsoGoes);
    return true;
  },
});

/** Of the sender or, when they have left, of the owner; null once the conversation has ended. */
async function someMembership(
  inner: TransactingDeps,
  conversationId: string,
  senderId: string,
): Promise<Membership | null> {
  const ownerId = await members.findOwner(inner.db, conversationId);
  for (const userId of [senderId, ownerId]) {
    const found = userId ? await members.findWithMember(inner.db, conversationId, userId) : undefined;
    if (!found?.member) continue;
    const { conversation, member } = found;
    return { conversation, member, pair: found.pair && (await lockedPair(inner, found.pair)) };
  }
  return null;
}

async function redact(inner: TransactingDeps, membership: Membership, row: store.MessageRow) {
  const gone = { content: '', event: null, mediaId: null, deletedAt: inner.clock() };
  await store.changeMessage(inner.db, row, gone);
  await store.replaceMentions(inner.db, row, []);
  await store.deleteReactionsOf(inner.db, row);
  if (row.mediaId) await eraseMedia(inner, [row.mediaId]);
  return tellChanged(inner, membership, row, null);
}

/** A message whose row is locked, and how somebody stands in its conversation. */
export interface LockedMessage {
  membership: Membership;
  row: store.MessageRow;
}

const written = (inner: TransactingDeps, type: MessageType, content: string): store.UnsentMessage => ({
  id: inner.ids.next(inner.clock()),
  clientId: null,
  senderId: null,
  type,
  content,
  event: null,
  replyTo: null,
  mediaId: null,
  counts: 1,
  mentions: [],
  face: null,
  notice: 'none',
});

/** Writes the message of a mini app that somebody adds. Errors as of `sendMessage`. */
export async function sendMiniApp(
  inner: TransactingDeps,
  { conversation, pair }: Membership,
  actor: Actor,
  content: string,
): Promise<Message> {
  const unsent: store.UnsentMessage = {
    ...written(inner, 'MINI_APP', content),
    senderId: actor.id,
    face: { name: actor.name, avatarUrl: actor.avatarUrl },
    notice: conversation.kind === 'private' ? 'usual' : 'none',
  };
  const [message] = await writeSent(inner, conversation, [{ conversation, pair, actor, unsent }]);
  if (message instanceof Error) throw message;
  return message!;
}

/**
 * Holds the message of a mini app for somebody who does something with it: whoever else does comes before or after,
 * and so does whoever takes them out of the conversation. What they do answers a message request. Errors:
 * MESSAGE_NOT_FOUND, those of the membership, and of a block.
 */
export async function lockMiniApp(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  messageId: string,
): Promise<LockedMessage> {
  const before = await requireMembership(inner, actor, conversationId);
  const belonging = await members.lockMembers(inner.db, conversationId, [actor.id]);
  if (!belonging.has(actor.id)) throw new AppError('NOT_A_MEMBER');
  const pair = before.pair && (await lockedPair(inner, before.pair));
  const membership = { ...before, pair };
  refuseBarred(membership);
  const row = await store.lockMessage(inner.db, logOf(membership), messageId);
  if (!row) throw new AppError('MESSAGE_NOT_FOUND');
  if (pair) await savePair(inner, pair, afterAccepting(pair, actor.id));
  return { membership, row };
}

/** Whether somebody may do something in a conversation they belong to: not across a block. */
export const mayAct = ({ conversation, member, pair }: Membership): boolean =>
  conversation.kind !== 'private' || (pair !== null && barredFrom(pair, member.userId) === null);

/** Tells the members that there is something new about a mini app; `content` is what its message says now. */
export const tellMiniApp = (
  inner: TransactingDeps,
  { membership, row }: LockedMessage,
  content: string,
): Promise<void> => announceChange(inner, membership, row, { content }, null);

/** Where the result of a mini app stands in the log. Its content is another for each who looks. */
export interface SaidResult {
  id: string;
  conversationId: string;
  sequence: number;
  createdAt: string;
}

/**
 * Writes the result of a mini app into the log, or writes it anew where it stands already. It is the sender's of the
 * app, with whom it goes; nobody is shown so.
 */
export async function sayResult(
  inner: TransactingDeps,
  { membership, row }: LockedMessage,
  content: string,
  sequence: number | null,
): Promise<SaidResult> {
  const { conversationId } = row;
  const standing = sequence && (await store.lockNumbered(inner.db, conversationId, sequence));
  if (standing) {
    await announceChange(inner, membership, standing, { content }, null);
    const { id, createdAt } = standing;
    return { id, conversationId, sequence: standing.sequence, createdAt: createdAt.toISOString() };
  }
  const unsentMessages = [{ ...written(inner, 'MINI_APP_RESULT', content), senderId: row.senderId }];
  const [message] = await appendMessages(inner, conversationId, unsentMessages, membership.pair);
  const { id, createdAt } = message!;
  return { id, conversationId, sequence: message!.sequence!, createdAt };
}

/**
 * Writes the message of a mini app or of its result anew when somebody's account is erased; null takes it back. It is
 * held first, and `meanwhile` is done before it changes. Who has it open asks for it again.
 */
export async function rewriteMiniApp(
  inner: TransactingDeps,
  conversationId: string,
  sequence: number,
  rewrite: (content: string) => string | null,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const row = await store.lockNumbered(inner.db, conversationId, sequence);
  await meanwhile();
  if (!row) return;
  const content = rewrite(row.content);
  const change = await store.takeChange(inner.db, conversationId);
  const gone = content === null ? { deletedAt: inner.clock() } : {};
  await store.changeMessage(inner.db, row, { content: content ?? '', change, ...gone });
  tellConversation(inner, {
    type: 'conversation_update',
    conversationId,
    change: { kind: 'message', sequence, change, message: null, reaction: null },
  });
}

/** Sets or takes away the own reaction. */
export async function reactToMessage(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
  reactionType: ReactionType | null,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const { membership, row } = await requireMessage(inner, actor, conversationId, messageId);
    if (!countsAsUnread(row.type)) throw new AppError('MESSAGE_NOT_FOUND');
    refuseBarred(membership);
    // Who reacts answers.
    const { pair } = membership;
    if (pair) await savePair(inner, pair, afterAccepting(pair, actor.id));
    const isNew = await store.putReaction(inner.db, row, actor.id, reactionType, inner.clock());
    if (isNew) {
      if (reactionType !== null) noticeReaction(inner, pair, row, actor.id);
      return tellChanged(inner, membership, row, { userId: actor.id, reactionType });
    }
    const state = await readStateOf(inner, membership);
    return store.viewOfMessage(inner.db, conversationId, row.sequence, state);
  });
}

/** Whoever has put the other one's request away, or taken the message out of their list, is not told. */
function noticeReaction(inner: TransactingDeps, pair: Pair | null, row: store.MessageRow, personId: string) {
  const { conversationId, sequence, senderId } = row;
  if (senderId === null || senderId === personId || row.type === 'MINI_APP_RESULT') return;
  if (pair && !hearsOf(pair, senderId, sequence)) return;
  publishNotice(inner, messageReacted, { conversationId, sequence, personId });
}

/** Of one's own uploads, and of what the conversations show that one is a member of at this moment. */
export const mayReadMessageMedia: MayRead = async (deps, viewer, medium, unfolds) => {
  if (!viewer) return false;
  if (await store.showsMedium(deps.db, viewer.id, medium.id, unfolds)) return true;
  return medium.ownerId === viewer.id && !(await store.isAttached(deps.db, medium.id));
};

const batch = 100;

/** Erases what was part of a message that is there no more; uploads that nothing shows go in `media`. */
export async function sweepUnattached(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - uploadLimits.unattached_ms);
  await deps.transact(async (inner) => {
    await eraseMedia(inner, await store.findUnattached(inner.db, before, batch));
  });
}

/** What has ended is kept as long as a deleted post. */
const endedFor_ms = 29 * 24 * 60 * 60 * 1000;

/** Erases conversations that ended long ago, with all that was said in them. */
export async function eraseEnded(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - endedFor_ms);
  for (const conversationId of await members.findEnded(deps.db, before, batch)) {
    await untilNoneIsLeft((limit) =>
      deps.transact(async (inner) => {
        const gone = await store.deleteMessages(inner.db, conversationId, limit);
        const mediaIds = gone.map(({ mediaId }) => mediaId).filter((mediaId) => mediaId !== null);
        await eraseMedia(inner, mediaIds);
        return gone.length;
      }),
    );
    await members.deleteConversation(deps.db, conversationId);
  }
}
