export const postLimits = {
  /** Counted as JavaScript counts: UTF-16 units, on both sides. */
  content: 300,
  /** The remaining count turns red below this. */
  remainingWarning: 50,
  /** A post is labelled "expiring soon" this long before it disappears. */
  expiringSoon_ms: 24 * 60 * 60 * 1000,
  /** The author may change the text this long after posting. */
  editable_ms: 15 * 60 * 1000,
} as const;

/** What the composer offers as "Disappears after", in days; null is never. */
export const lifetimes_days = [null, 1, 7, 30] as const;

export const isEditable = (createdAt: string, now: number): boolean =>
  now - Date.parse(createdAt) < postLimits.editable_ms;

export function isExpiringSoon(expiresAt: string | null, now: number): boolean {
  if (expiresAt === null) return false;
  const left = Date.parse(expiresAt) - now;
  return left > 0 && left <= postLimits.expiringSoon_ms;
}
