const day_ms = 24 * 60 * 60 * 1000;

export const mailLimits = {
  digestEvery_ms: 7 * day_ms,
  /** For how long the link in a digest ends it. */
  unsubscribing_ms: 90 * day_ms,
} as const;

export const unsubscribePath = '/api/mail/unsubscribe';
