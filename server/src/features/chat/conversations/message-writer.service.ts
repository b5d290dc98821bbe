import type { Message } from '@dazi/contract/chat/conversations';
import { claimUploads } from '#features/media/media.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { GroupQueue } from '#platform/group-queue.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { isMuted, keepsOrder, mutedError, paceRefusal } from './conversations.rules.ts';
import type * as members from './conversations.store.ts';
import * as memberStore from './members.store.ts';
import { appendMessages } from './message-appending.service.ts';
import type * as appendingStore from './message-appending.store.ts';
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

/** As many messages as one commit carries at most. */
const mostInGroup = 64;

/** Writes messages in groups, one queue for each conversation, so that their order is the order of their commits. */
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
    // Sent again under the same id while it was being written, it is not too soon but there.
    if (written instanceof AppError && written.code === 'SLOW_MODE') {
      return settle(this.#deps, sending, written);
    }
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
