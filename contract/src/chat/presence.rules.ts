/** A shared position is used for an hour and deleted after a day. */
export const presenceLifetimes = { used_ms: 60 * 60 * 1000, kept_ms: 24 * 60 * 60 * 1000 } as const;

export const onlineLimits = {
  radius_km: 5,
  people: 50,
  /** A stream is told of while it is open, and this long after it was last seen: a reload is no leaving. */
  afterwards_ms: 90_000,
} as const;
