import type { MessageType } from '@dazi/contract/chat/conversations';
import { privateLimits } from '@dazi/contract/chat/private-conversations';
import type { ConversationEvent } from '@dazi/contract/frames';
import { overBudget, refuseLinks } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { lockPair } from '#features/people/blocks/blocks.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { mayBeClosed } from './closed-parts.rules.ts';
import { afterSending, hearsOf, isFirstOfRequest, isKnownToOther, type Pair } from './private.rules.ts';
import * as store from './private.store.ts';
import * as requestStore from './private-requests.store.ts';

interface Sending {
  actor: Actor;
  unsent: { type: MessageType; content: string };
}

/** Why somebody may not write to one more person who does not know them today. */
const tooManyNewPeople = (inner: TransactingDeps, actor: Actor): Promise<AppError | null> =>
  overBudget(inner, actor, 'newPeople', (since) => requestStore.requestsSince(inner.db, actor.id, since), {
    most: privateLimits.newPeopleADay,
    code: 'TOO_MANY_NEW_PEOPLE',
  });

/** Why a newcomer may not say this to a stranger; `pictures` are those that are about to be written before it. */
async function newcomersRefusal(
  inner: TransactingDeps,
  { actor, unsent: { type, content } }: Sending,
  pictures: number,
): Promise<AppError | null> {
  try {
    refuseLinks(inner, actor, content);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  if (!isPicture(type)) return null;
  return overBudget(inner, actor, 'picturesToStrangers', async (since) => {
    const shown = await requestStore.picturesSince(inner.db, actor.id, since);
    return { ...shown, count: shown.count + pictures };
  });
}

const isPicture = (type: MessageType) => type === 'IMAGE' || type === 'VIDEO';

/** The two of a private conversation as they stand now; until the end of the transaction nothing about them changes. */
export async function lockedPair(inner: TransactingDeps, pair: Pair): Promise<Pair | null> {
  const [one, other] = pair.sides;
  if (one && other) await lockPair(inner, one.userId, other.userId);
  return store.findPair(inner.db, pair.conversationId);
}

/** Decides about messages in order, each after the one before. The caller writes them and then calls `savePair`. */
export async function decideSending(
  inner: TransactingDeps,
  locked: Pair | null,
  sendings: readonly Sending[],
): Promise<{ pair: Pair | null; refusals: (AppError | null)[] }> {
  if (!locked) {
    return { pair: null, refusals: sendings.map(() => new AppError('CANNOT_START_CONVERSATION')) };
  }
  let pair = locked;
  const refusals: (AppError | null)[] = [];
  let pictures = 0;
  for (const sending of sendings) {
    const { id } = sending.actor;
    const tooMany = isFirstOfRequest(pair, id) ? await tooManyNewPeople(inner, sending.actor) : null;
    const after = afterSending(pair, id, tooMany === null);
    if (typeof after === 'string') {
      refusals.push(after === 'TOO_MANY_NEW_PEOPLE' ? tooMany : new AppError(after));
      continue;
    }
    const isToStranger = !isKnownToOther(pair, id);
    const refusal = isToStranger ? await newcomersRefusal(inner, sending, pictures) : null;
    refusals.push(refusal);
    if (refusal) continue;
    pair = after;
    if (isToStranger && isPicture(sending.unsent.type)) pictures++;
  }
  return { pair, refusals };
}

/** Lets the two ask for the conversation again. */
export async function savePair(
  inner: TransactingDeps,
  before: Pair,
  after: Pair,
  actorId: string | null = null,
): Promise<void> {
  const { conversationId } = after;
  const known = after.sides
    .filter(({ userId, request }) => {
      const earlier = before.sides.find((side) => side.userId === userId);
      return request === null && earlier?.request !== null;
    })
    .map(({ userId }) => userId);
  if (known.length > 0) await requestStore.putKnown(inner.db, conversationId, known);
  if (after.requesterId && after.requesterId !== before.requesterId) {
    await requestStore.putRequester(inner.db, conversationId, after.requesterId, inner.clock());
  }
  // While nothing was said nobody notices.
  if (known.length > 0 && before.saidCount > 0) tellPairDetails(inner, after, actorId);
}

function tellPairDetails(inner: TransactingDeps, pair: Pair, actorId: string | null): void {
  const event: ConversationEvent = {
    type: 'conversation_update',
    conversationId: pair.conversationId,
    change: { kind: 'details' },
  };
  tellPair(inner, pair, event, actorId);
}

/** Tells both, or only the actor where the other is not to hear. Quotes of hidden messages are left out. */
export function tellPair(
  inner: TransactingDeps,
  pair: Pair,
  event: ConversationEvent,
  actorId: string | null = null,
): void {
  for (const { userId, hiddenUpTo, request } of pair.sides) {
    const sequence = sequenceOf(event);
    if (userId !== actorId && !hearsOf(pair, userId, sequence)) continue;
    const isClosed = request !== null && userId !== senderOf(event) && holdsPart(event);
    tellPerson(inner, userId, isClosed ? withoutMessage(event) : seenFrom(hiddenUpTo, event));
  }
}

const messageOf = (event: ConversationEvent) => {
  if (event.type === 'new_message') return event.message;
  const isChange = event.type === 'conversation_update' && event.change.kind === 'message';
  return isChange && event.change.kind === 'message' ? event.change.message : null;
};
const senderOf = (event: ConversationEvent) => messageOf(event)?.senderId ?? null;

/** What is closed for who has not accepted is asked for: frames know nothing of who opened what. */
function holdsPart(event: ConversationEvent): boolean {
  const message = messageOf(event);
  return message !== null && mayBeClosed(message);
}

/** What is not about one message is heard whatever was hidden before. */
function sequenceOf(event: ConversationEvent): number {
  if (event.type === 'new_message') return event.sequence;
  const isMessage = event.type === 'conversation_update' && event.change.kind === 'message';
  return isMessage && event.change.kind === 'message' ? event.change.sequence : Number.POSITIVE_INFINITY;
}

function seenFrom(hiddenUpTo: number, event: ConversationEvent): ConversationEvent {
  const quoted = messageOf(event)?.replyTo;
  return quoted && quoted.sequence <= hiddenUpTo ? withoutMessage(event) : event;
}

function withoutMessage(event: ConversationEvent): ConversationEvent {
  if (event.type === 'new_message') return { ...event, message: null };
  if (event.type !== 'conversation_update' || event.change.kind !== 'message') return event;
  return { ...event, change: { ...event.change, message: null } };
}
