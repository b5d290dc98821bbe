import type { Message } from '@dazi/contract/chat/conversations';
import type {
  answerMessageRequest,
  MessageRequest,
  sendPrivateMessage as sendPrivateMessageEndpoint,
  startConversation as startEndpoint,
} from '@dazi/contract/chat/private-conversations';
import type { BodyOf, DataOf } from '@dazi/contract/kernel/endpoint';
import { type Knows, requireReachTo } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { lockPair } from '#features/people/blocks/blocks.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import { logOf, readStateOf } from './message-log.service.ts';
import { sendFirst, sendMessage } from './message-sending.service.ts';
import { viewOfMessage } from './message-views.store.ts';
import type { MessageWriter } from './message-writer.service.ts';
import * as messages from './messages.store.ts';
import { afterAccepting, otherSideOf, type Pair, sideOf } from './private.rules.ts';
import * as store from './private.store.ts';
import { lockedPair, savePair } from './private-pair.service.ts';
import * as requestStore from './private-requests.store.ts';

/** The two are locked. Errors: RECEIVER_NOT_FOUND, BLOCKED_CANNOT_CREATE, CANNOT_START_CONVERSATION. */
async function openPair(inner: TransactingDeps, actor: Actor, receiver: store.Receiver, otherId: string) {
  if (receiver.isBlocked) throw new AppError('BLOCKED_CANNOT_CREATE');
  if (receiver.hasBlocked) throw new AppError('CANNOT_START_CONVERSATION');
  if (receiver.conversationId) {
    const pair = (await store.findPair(inner.db, receiver.conversationId))!;
    const isUnasked = pair.saidCount === 0 && otherSideOf(pair, actor.id)?.request !== null;
    if (isUnasked && !receiver.takesMessages) throw new AppError('CANNOT_START_CONVERSATION');
    await savePair(inner, pair, afterAccepting(pair, actor.id), actor.id);
    return pair;
  }
  if (!receiver.takesMessages) throw new AppError('CANNOT_START_CONVERSATION');
  const now = inner.clock();
  const conversationId = inner.ids.next(now);
  await store.insertPrivate(inner.db, conversationId, actor.id, otherId, now);
  return (await store.findPair(inner.db, conversationId))!;
}

async function requireReceiver(deps: Deps, actor: Actor, receiverId: string): Promise<store.Receiver> {
  if (receiverId === actor.id) throw new AppError('RECEIVER_YOURSELF');
  const receiver = await store.findReceiver(deps.db, actor.id, receiverId);
  if (!receiver) throw new AppError('RECEIVER_NOT_FOUND');
  return receiver;
}

export const knows: Knows = (deps, userId, otherId) => store.knows(deps.db, userId, otherId);

export async function startConversation(
  deps: Deps,
  actor: Actor,
  otherId: string,
): Promise<DataOf<typeof startEndpoint>> {
  return deps.transact(async (inner) => {
    await lockPair(inner, actor.id, otherId);
    const receiver = await requireReceiver(inner, actor, otherId);
    await requireReachTo(inner, actor, otherId, knows);
    const { conversationId } = await openPair(inner, actor, receiver, otherId);
    const { conversation, hiddenUpTo } = await store.findOpened(inner.db, conversationId, actor.id);
    const isShown = conversation.lastSequence > hiddenUpTo;
    return {
      id: conversation.id,
      members: [{ userId: actor.id }, { userId: otherId }],
      createdAt: conversation.createdAt.toISOString(),
      updatedAt: conversation.updatedAt.toISOString(),
      lastMessageAt: isShown ? (conversation.lastMessageAt?.toISOString() ?? null) : null,
      isActive: conversation.isActive,
    };
  });
}

type Sent = BodyOf<typeof sendPrivateMessageEndpoint>;

export async function sendPrivateMessage(
  deps: Deps,
  writer: MessageWriter,
  actor: Actor,
  { conversationId, receiverId, ...input }: Sent,
): Promise<Message> {
  if (conversationId) {
    const fits = ({ conversation, pair }: Membership) => {
      if (conversation.kind !== 'private') throw new AppError('CONVERSATION_NOT_FOUND');
      const isOther = !receiverId || !pair || otherSideOf(pair, actor.id)?.userId === receiverId;
      if (!isOther) throw new AppError('RECEIVER_OR_CONVERSATION');
    };
    return sendMessage(deps, writer, actor, conversationId, input, { fits });
  }
  if (!receiverId) throw new AppError('RECEIVER_OR_CONVERSATION');
  return sendTo(deps, writer, actor, receiverId, input).catch((error: unknown) => {
    const isOwnBlock = error instanceof AppError && /^BLOCKED_(CONVERSATION|CANNOT_CREATE)$/.test(error.code);
    throw isOwnBlock ? new AppError('BLOCKED_RECEIVER') : error;
  });
}

async function sendTo(
  deps: Deps,
  writer: MessageWriter,
  actor: Actor,
  receiverId: string,
  input: Omit<Sent, 'conversationId' | 'receiverId'>,
): Promise<Message> {
  const { conversationId } = await requireReceiver(deps, actor, receiverId);
  if (conversationId) return sendMessage(deps, writer, actor, conversationId, input);
  const first = await sendFirst(deps, actor, input, async (inner): Promise<Pair | null> => {
    await lockPair(inner, actor.id, receiverId);
    const receiver = await requireReceiver(inner, actor, receiverId);
    await requireReachTo(inner, actor, receiverId, knows);
    return receiver.conversationId ? null : openPair(inner, actor, receiver, receiverId);
  });
  // Somebody was faster: now there is one.
  return first ?? sendTo(deps, writer, actor, receiverId, input);
}

/** Shows what is closed of a message in a request; the own devices hear of it and nobody else. MESSAGE_NOT_FOUND. */
export async function openRequestPart(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  messageId: string,
): Promise<Message> {
  return deps.transact(async (inner) => {
    const membership = await requireMembership(inner, actor, conversationId);
    const row = await messages.lockMessage(inner.db, logOf(membership), messageId);
    if (!row) throw new AppError('MESSAGE_NOT_FOUND');
    const state = await readStateOf(inner, membership);
    const asItWas = await viewOfMessage(inner.db, conversationId, row.sequence, state);
    if (!asItWas.closed) return asItWas;
    await messages.changeMessage(inner.db, row, { isOpened: true });
    const change = { kind: 'details' as const };
    tellPerson(inner, actor.id, { type: 'conversation_update', conversationId, change });
    return viewOfMessage(inner.db, conversationId, row.sequence, state);
  });
}

/** Accepts what somebody wrote who is not known, or puts it away; of the second nobody hears. */
export async function answerRequest(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  action: BodyOf<typeof answerMessageRequest>['action'],
): Promise<MessageRequest | null> {
  return deps.transact(async (inner) => {
    const { conversation, member, pair: asked } = await requireMembership(inner, actor, conversationId);
    const pair = asked && (await lockedPair(inner, asked));
    const isShown = conversation.lastSequence > member.hiddenUpTo;
    if (!pair || !isShown || sideOf(pair, actor.id)?.request == null) {
      throw new AppError('NO_MESSAGE_REQUEST');
    }
    if (action === 'accept') {
      await savePair(inner, pair, afterAccepting(pair, actor.id), actor.id);
      return null;
    }
    await requestStore.putDeclined(inner.db, conversationId, actor.id);
    const change = { kind: 'details' as const };
    tellPerson(inner, actor.id, { type: 'conversation_update', conversationId, change });
    tellPerson(inner, actor.id, { type: 'notifications_changed' });
    return 'incoming';
  });
}
