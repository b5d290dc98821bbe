import { privateLimits } from '@dazi/contract/chat/private-conversations';
import type { ErrorCode } from '@dazi/contract/registry';

export interface Side {
  userId: string;
  /** Null once they have written, accepted or begun it. */
  request: 'unanswered' | 'declined' | null;
  hiddenUpTo: number;
  hasBlocked: boolean;
  /** Whether their account is not deleted. */
  stands: boolean;
  takesMessages: boolean;
}

export interface Pair {
  conversationId: string;
  /** Who wrote to somebody who did not know them. */
  requesterId: string | null;
  saidCount: number;
  /** Both are members of a room that has not ended. */
  shareRoom: boolean;
  sides: readonly Side[];
}

export const sideOf = (pair: Pair, userId: string) => pair.sides.find((side) => side.userId === userId);
export const otherSideOf = (pair: Pair, userId: string) => pair.sides.find((side) => side.userId !== userId);

export type Refusal = Extract<
  ErrorCode,
  'BLOCKED_CONVERSATION' | 'CANNOT_START_CONVERSATION' | 'REQUEST_NOT_ACCEPTED' | 'TOO_MANY_NEW_PEOPLE'
>;

/** Why somebody may not write at all; null when they may. Only who blocked is told so. */
export function barredFrom(pair: Pair, userId: string): Refusal | null {
  const [own, other] = [sideOf(pair, userId), otherSideOf(pair, userId)];
  if (own?.hasBlocked) return 'BLOCKED_CONVERSATION';
  if (!own || !other?.stands || other.hasBlocked) return 'CANNOT_START_CONVERSATION';
  return null;
}

/** Whether the other one has accepted, or shares a room with them. */
export const isKnownToOther = (pair: Pair, userId: string): boolean =>
  pair.shareRoom || otherSideOf(pair, userId)?.request === null;

/** Whether what somebody writes now makes the other one a person they write to for the first time. */
export function isFirstOfRequest(pair: Pair, senderId: string): boolean {
  const other = otherSideOf(pair, senderId);
  return other != null && other.request !== null && !pair.shareRoom && pair.requesterId !== senderId;
}

/** The pair after a message of somebody, or why it is refused; `takesAnother` is whether they may write to somebody new. */
export function afterSending(pair: Pair, senderId: string, takesAnother: boolean): Pair | Refusal {
  const barred = barredFrom(pair, senderId);
  if (barred) return barred;
  const other = otherSideOf(pair, senderId)!;
  const isNew = other.request !== null && pair.saidCount === 0;
  if (isNew && !other.takesMessages) return 'CANNOT_START_CONVERSATION';
  const isKnown = isKnownToOther(pair, senderId);
  if (!isKnown && pair.saidCount >= privateLimits.beforeAccepting) return 'REQUEST_NOT_ACCEPTED';
  const isFirst = isFirstOfRequest(pair, senderId);
  if (isFirst && !takesAnother) return 'TOO_MANY_NEW_PEOPLE';
  return {
    ...pair,
    requesterId: isFirst ? senderId : pair.requesterId,
    saidCount: pair.saidCount + 1,
    sides: pair.sides.map((side) =>
      side.userId === senderId || isKnown ? { ...side, request: null } : side,
    ),
  };
}

/** Somebody answers, accepts or begins it: from now on they know the other. */
export const afterAccepting = (pair: Pair, userId: string): Pair => ({
  ...pair,
  sides: pair.sides.map((side) => (side.userId === userId ? { ...side, request: null } : side)),
});

/** Whether the two tell each other what they do: that they read, write and are there. */
export const isOpenBetween = ({ sides }: Pair): boolean =>
  sides.length === 2 && sides.every(({ request, hasBlocked, stands }) => !request && !hasBlocked && stands);

/** Whether the other side hears of what one of them does to the message of a number. */
export function hearsOf(pair: Pair, listenerId: string, sequence: number): boolean {
  const side = sideOf(pair, listenerId);
  return (
    side != null &&
    side.request !== 'declined' &&
    sequence > side.hiddenUpTo &&
    !pair.sides.some(({ hasBlocked }) => hasBlocked)
  );
}
