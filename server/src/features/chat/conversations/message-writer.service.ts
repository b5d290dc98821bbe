import type { Message } from '@dazi/contract/chat/conversations';
import { conversationNews } from '#features/live/live.service.ts';
import { claimUploads } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import { isMaybeDone } from '#platform/database/builder.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { GroupQueues } from '#platform/group-queue.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { isMuted, keepsOrder, mutedError, paceRefusal } from './conversations.rules.ts';
import type * as members from './conversations.store.ts';
import * as memberStore from './members.store.ts';
import { appendMessages } from './message-appending.service.ts';
import * as appendingStore from './message-appending.store.ts';
import * as mediaStore from './message-media.store.ts';
import * as views from './message-views.store.ts';
import * as store from './messages.store.ts';
import type { Pair } from './private.rules.ts';
import { decideSending, lockedPair, savePair } from './private-pair.service.ts';

/** What somebody wants to say, checked. */
interface Sending {
  conversation: Pick<members.ConversationRow, 'id' | 'kind'>;
  /** Of a private conversation, as it was a moment ago. */
  pair: Pair | null;
  actor: Actor;
  unsent: appendingStore.UnsentMessage;
}

/** Uploads become part of the messages that show them. MEDIUM_NOT_YOURS when something else has taken one meanwhile. */
async function claimShown(inner: TransactingDeps, sendings: readonly Sending[]): Promise<void> {
  const shown = sendings.flatMap(({ actor, unsent: { mediaId } }) => (mediaId ? { actor, mediaId } : []));
  // In one order everywhere: two conversations that are sent the same uploads do not wait for each other.
  shown.sort((one, other) => (one.mediaId < other.mediaId ? -1 : 1));
  const claims = shown.map(({ actor, mediaId }) => claimUploads(inner, actor, [mediaId], 'message'));
  if ((await Promise.all(claims)).includes(false)) throw new AppError('MEDIUM_NOT_YOURS');
}

/** Plain words for a group, checked. */
interface PlainSending {
  actor: Actor;
  words: appendingStore.PlainWords;
}

/** As many messages as one commit carries at most. */
const mostInGroup = 64;
/** Conversations of two that are remembered as such: 2 MB. */
const mostPrivate = 20_000;

/**
 * Writes messages in groups, so that their order is the order of their commits: of each conversation one queue for words
 * alone and one for all else. Between the two the numbers are right, and what is told first may be the later one.
 */
export class MessageWriter {
  readonly #deps: Deps;
  readonly #queues: GroupQueues<Sending, Message | AppError>;
  /** Conversations of two: they never become groups. */
  readonly #private = new Set<string>();
  readonly #plainQueues: GroupQueues<PlainSending, Message | null>;

  constructor(deps: Deps) {
    this.#deps = deps;
    const options = { mostInGroup, retriesAlone: (error: unknown) => !isMaybeDone(error) };
    this.#queues = new GroupQueues(
      (_id, sendings) => deps.transact((inner) => writeSent(inner, sendings[0]!.conversation, sendings)),
      options,
    );
    this.#plainQueues = new GroupQueues((id, sendings) => writePlain(deps, id, sendings), options);
  }

  /** Answers the message once it is stored for good. */
  async send(sending: Sending): Promise<Message> {
    const written = await this.#queues
      .add(sending.conversation.id, sending)
      .catch((error) => settle(this.#deps, sending, error));
    // Sent again under the same id while it was being written, it is not too soon but there.
    if (written instanceof AppError && written.code === 'SLOW_MODE') {
      return settle(this.#deps, sending, written);
    }
    if (written instanceof Error) throw written;
    return written;
  }

  /**
   * Writes plain words by one statement. Null where it cannot say what becomes of them: whoever sent them is no member,
   * is muted, sent them before, or the group is none, has ended or has slow mode.
   */
  async sendPlain(conversationId: string, sending: PlainSending): Promise<Message | null> {
    if (this.#private.has(conversationId)) return null;
    return this.#plainQueues.add(conversationId, sending).catch((error) => {
      if (isMaybeDone(error)) throw error;
      return null;
    });
  }

  /** Asks no more whether plain words fit there. */
  notePrivate(conversationId: string): void {
    if (this.#private.size === mostPrivate) this.#private.clear();
    this.#private.add(conversationId);
  }
}

/** What was written, in the given order; null for what the statement left out. */
async function writePlain(
  deps: Deps,
  conversationId: string,
  sendings: readonly PlainSending[],
): Promise<(Message | null)[]> {
  const at = deps.clock();
  const newsOf = (sequence: number, message: Message | null) =>
    conversationNews({ type: 'new_message', conversationId, sequence, message });
  const { topic, stored: event } = newsOf(0, null);
  const words = sendings.map((sending) => sending.words);
  const appended = await appendingStore.appendPlain(deps.db, conversationId, words, { topic, event }, at);
  const sent = new Map(sendings.map((sending) => [sending.words.id, sending]));
  const written = appended.map(({ id, sequence, eventId }) => {
    const message = views.plainWritten(conversationId, sent.get(id)!, sequence, at);
    return { id, message, event: { ...newsOf(sequence, message), id: eventId } };
  });
  deps.bus.tellCommitted(written.map((each) => each.event));
  const byId = new Map(written.map(({ id, message }) => [id, message]));
  return words.map(({ id }) => byId.get(id) ?? null);
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
    return views.viewOfMessage(deps.db, conversationId, found.sequence, null).catch(reason);
  }
  if (found) throw new AppError('CLIENT_ID_USED');
  const isTaken = unsent.mediaId && (await mediaStore.isAttached(deps.db, unsent.mediaId).catch(reason));
  if (isTaken) throw new AppError('MEDIUM_NOT_YOURS');
  throw error;
}

/** What was written, in the given order; an error for those who may not say it, or not any more. */
export async function writeSent(
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
  const writers = await memberStore.lockWriters(inner.db, conversationId, senders);
  const now = inner.clock();
  const lastSaid = await lastSaidBy(inner, conversationId, writers, now);
  const refusals = sendings.map(({ actor }) => {
    const refusal = refusalOf(writers.get(actor.id), lastSaid.get(actor.id), now);
    if (!refusal) lastSaid.set(actor.id, now);
    return refusal;
  });
  const accepted = sendings.filter((_sending, index) => refusals[index] === null);
  const byId = await writeAccepted(inner, conversationId, accepted, null);
  return sendings.map(({ unsent }, index) => refusals[index] ?? byId.get(unsent.id)!);
}

/** When those last wrote for whom slow mode holds; asked for where there is slow mode alone. */
async function lastSaidBy(
  inner: TransactingDeps,
  conversationId: string,
  writers: ReadonlyMap<string, memberStore.Writer>,
  now: Date,
): Promise<Map<string, Date>> {
  const slowed = [...writers].filter(([, writer]) => writer.slowMode_s > 0 && !keepsOrder(writer));
  const [first] = slowed;
  if (!first) return new Map();
  const since = new Date(now.getTime() - first[1].slowMode_s * 1000);
  const userIds = slowed.map(([userId]) => userId);
  return store.lastSaidBy(inner.db, conversationId, userIds, since);
}

/** Why somebody may not write in a group now; null when they may. */
function refusalOf(
  writer: memberStore.Writer | undefined,
  lastSaid: Date | undefined,
  now: Date,
): AppError | null {
  if (!writer) return new AppError('NOT_A_MEMBER');
  return isMuted(writer, now) ? mutedError(writer) : paceRefusal(writer, lastSaid, now);
}

/** Whether there is a block, and whether the other one has to accept first, is decided here and holds to the end. */
async function writePrivate(
  inner: TransactingDeps,
  conversationId: string,
  sendings: readonly Sending[],
): Promise<(Message | AppError)[]> {
  const before = sendings[0]!.pair && (await lockedPair(inner, sendings[0]!.pair));
  const { pair, refusals } = await decideSending(inner, before, sendings);
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
