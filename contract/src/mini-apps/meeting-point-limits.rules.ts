export const meetingPointLimits = {
  participants: 48,
  /** What `minParticipants` may be at least. */
  least: 2,
  /** Contributed positions go this long after they were contributed, and as soon as there is a result. */
  kept_ms: 24 * 60 * 60 * 1000,
} as const;
