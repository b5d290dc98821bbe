import type { VoteCounts } from '@dazi/contract/chat/rooms';
import { leaderLimits, roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { rooms } from './rooms.tables.ts';

const later = (instant: Date, by_ms: number) => new Date(instant.getTime() + by_ms);

export interface Electorate {
  createdAt: Date;
  objectedAt: Date | null;
}

/**
 * Who has been a member since then counts. In the first hours of a room everybody does; later who has been there for
 * long enough, which in a young room is half of its age. While an objection holds, who had been there long enough then.
 */
export function settledSince({ createdAt, objectedAt }: Electorate, now: Date): Date {
  const { everybody_ms, settled_ms, objected_ms } = leaderLimits;
  if (objectedAt && now < later(objectedAt, objected_ms)) return later(objectedAt, -settled_ms);
  const age_ms = now.getTime() - createdAt.getTime();
  return age_ms < everybody_ms ? now : later(now, -Math.min(settled_ms, age_ms / 2));
}

/** From when on a member counts; null when they do. */
export function countsFrom(joinedAt: Date, electorate: Electorate, now: Date): Date | null {
  if (joinedAt <= settledSince(electorate, now)) return null;
  const { settled_ms, objected_ms } = leaderLimits;
  const { createdAt, objectedAt } = electorate;
  const halfOfAge_ms = 2 * joinedAt.getTime() - createdAt.getTime();
  const usual = new Date(Math.min(joinedAt.getTime() + settled_ms, halfOfAge_ms));
  const objectionEnds = objectedAt && later(objectedAt, objected_ms);
  return objectionEnds && objectionEnds > now && objectionEnds > usual ? objectionEnds : usual;
}

interface Vote {
  voterId: string;
  candidateId: string;
  /** When the voter became a member. */
  joinedAt: Date;
}

/** Who voted for whom; of the votes only those count whose voters were there by `since`. */
export function countsOf(votes: readonly Vote[], since: Date): VoteCounts {
  const counts: VoteCounts = {};
  for (const { voterId, candidateId, joinedAt } of votes) {
    counts[candidateId] ??= { votes: 0, voters: [] };
    const count = counts[candidateId];
    if (joinedAt <= since) count.votes++;
    count.voters.push(voterId);
  }
  return counts;
}

/** More than half of the members who count, whoever has voted; where there are enough of them. */
export const isElected = (votes: number, counted: number): boolean =>
  counted >= roomLimits.voters && votes * 2 > counted;

/** What a room remembers of how it came to its leader. */
export type Leadership = Pick<
  typeof rooms.$inferSelect,
  'ownerSince' | 'ownerIsElected' | 'restrictedUntil' | 'deposedId' | 'objectionUntil' | 'objectedAt'
>;

/** Whoever leads may object when they are voted out, unless they were voted in lately or an objection holds. */
function mayObject({ ownerSince, ownerIsElected, objectedAt }: Leadership, now: Date): boolean {
  const { settled_ms, objected_ms } = leaderLimits;
  if (ownerIsElected && ownerSince && now < later(ownerSince, settled_ms)) return false;
  return !objectedAt || now >= later(objectedAt, objected_ms);
}

/** Who was voted out shortly before may still object: else two votes, one behind the other, would take that away. */
export function afterElection(
  before: Leadership,
  { electedId, outgoingId }: { electedId: string; outgoingId: string | null },
  now: Date,
): Leadership {
  const { restricted_ms, objection_ms } = leaderLimits;
  const isPending = before.objectionUntil !== null && now < before.objectionUntil;
  const deposed = isPending
    ? { deposedId: before.deposedId, objectionUntil: before.objectionUntil }
    : {
        deposedId: outgoingId,
        objectionUntil: outgoingId && mayObject(before, now) ? later(now, objection_ms) : null,
      };
  return {
    ...(deposed.deposedId === electedId ? { deposedId: null, objectionUntil: null } : deposed),
    ownerSince: now,
    ownerIsElected: true,
    restrictedUntil: later(now, restricted_ms),
    objectedAt: before.objectedAt,
  };
}

/** The room passed on without a vote. A restriction goes on, unless it is whoever was voted out that leads again. */
export function afterSuccession(before: Leadership, ownerId: string, now: Date): Leadership {
  const isBack = before.deposedId === ownerId;
  return {
    ...before,
    ...(isBack && { restrictedUntil: null, deposedId: null, objectionUntil: null }),
    ownerSince: now,
    ownerIsElected: false,
  };
}

export const afterObjection = (now: Date): Leadership => ({
  ownerSince: now,
  ownerIsElected: false,
  restrictedUntil: null,
  deposedId: null,
  objectionUntil: null,
  objectedAt: now,
});

export const isRestricted = ({ restrictedUntil }: Pick<Leadership, 'restrictedUntil'>, now: Date): boolean =>
  restrictedUntil !== null && now < restrictedUntil;

export const mayObjectNow = (
  { deposedId, objectionUntil }: Pick<Leadership, 'deposedId' | 'objectionUntil'>,
  personId: string,
  now: Date,
): boolean => deposedId === personId && objectionUntil !== null && now < objectionUntil;
