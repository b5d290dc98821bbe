import { sessionLifetime_ms } from './identity.rules.ts';

/** A session ends 24 hours after signing in, or, where somebody wants to stay, 30 days after it was last used. */
export const sessionLifetimes = {
  usual_ms: sessionLifetime_ms,
  kept_ms: 30 * 24 * 60 * 60 * 1000,
  /** The end of a kept session is written again at most this often. */
  slidesEvery_ms: 24 * 60 * 60 * 1000,
  /** However much it is used, somebody signs in again after this. */
  most_ms: 365 * 24 * 60 * 60 * 1000,
  /** Of one person; the one unused for longest goes. */
  most: 20,
} as const;

/** Worked out from the browser's name at sign-in; the name itself is not kept. */
export const browsers = ['chrome', 'safari', 'firefox', 'edge', 'samsung', 'other'] as const;
export type Browser = (typeof browsers)[number];
export const systems = ['android', 'ios', 'windows', 'macos', 'linux', 'other'] as const;
export type System = (typeof systems)[number];
