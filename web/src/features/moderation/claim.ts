import type { Reported } from '@dazi/contract/moderation/moderation';

/** Whose a case is at a moment: one's own, somebody else's, or nobody's. */
export function claimOf(
  { takenBy, takenUntil }: Pick<Reported, 'takenBy' | 'takenUntil'>,
  userId: string,
  now: number,
): 'mine' | 'others' | null {
  if (!takenBy || !takenUntil || Date.parse(takenUntil) <= now) return null;
  return takenBy.id === userId ? 'mine' : 'others';
}
