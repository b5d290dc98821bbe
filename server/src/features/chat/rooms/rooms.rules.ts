import type { MemberRole } from '@dazi/contract/chat/conversations';
import type { JoinRequestStatus } from '@dazi/contract/chat/rooms';
import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import { milesOf, roomLimits } from '@dazi/contract/chat/rooms.rules';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { AppError } from '#platform/app-error.ts';
import { cleanedLines } from '#platform/clean-text.ts';

/** The trimmed name, or TITLE_MISSING, TITLE_TOO_LONG. */
export function acceptName(name: string | null | undefined): string {
  const trimmed = oneLine(name ?? '');
  if (isBlank(trimmed)) throw new AppError('TITLE_MISSING');
  if (trimmed.length > roomLimits.name) throw new AppError('TITLE_TOO_LONG');
  return trimmed;
}

/** The trimmed description, null for none, or DESCRIPTION_TOO_LONG. */
export function acceptDescription(description: string | null | undefined): string | null {
  const trimmed = acceptNote(description);
  if (trimmed.length > roomLimits.description) throw new AppError('DESCRIPTION_TOO_LONG');
  return trimmed === '' ? null : trimmed;
}

/** What somebody writes beside something else, with its lines; an empty text is none. */
export function acceptNote(text: string | null | undefined): string {
  const trimmed = cleanedLines(text ?? '').trim();
  return isBlank(trimmed) ? '' : trimmed;
}

const oneLine = (text: string) => cleanedLines(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')).trim();

/** Miles; 100 without one. JOIN_RADIUS_OUT_OF_RANGE. */
export function acceptJoinRadius(miles: number | null | undefined): number {
  const { least, most, default: usual } = roomLimits.joinRadius_miles;
  if (miles === null || miles === undefined) return usual;
  if (!(miles >= least && miles <= most)) throw new AppError('JOIN_RADIUS_OUT_OF_RANGE');
  return miles;
}

/** Both numbers or the given refusal. */
export function acceptPosition(
  input: { latitude?: number | null | undefined; longitude?: number | null | undefined },
  refusal: 'ROOM_POSITION_MISSING' | 'JOIN_POSITION_MISSING',
): Position {
  const { latitude, longitude } = input;
  if (latitude == null || longitude == null) throw new AppError(refusal);
  return { latitude, longitude };
}

export const milesBetween = (one: Position, other: Position): number => milesOf(distanceKm(one, other));

/** A ban reads as a denied request. */
export function membershipStatus(
  role: MemberRole | null,
  request: JoinRequestStatus | null,
  isBanned: boolean,
): MembershipStatus {
  if (role === 'OWNER') return 'owner';
  if (role) return 'member';
  if (isBanned || request === 'DENIED') return 'denied';
  return request === 'PENDING' ? 'pending' : 'non-member';
}

/** What an owner's answer makes of a request; REQUEST_ANSWERED when it was so before. */
export function answered(status: JoinRequestStatus, action: 'approve' | 'deny'): JoinRequestStatus {
  if (action === 'approve') {
    if (status === 'APPROVED') throw new AppError('REQUEST_ANSWERED');
    return 'APPROVED';
  }
  if (status !== 'PENDING') throw new AppError('REQUEST_ANSWERED');
  return 'DENIED';
}
