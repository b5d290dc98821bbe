/**
 * What the platform locks in the whole database, by number; versions that run beside each other know the same ones.
 * A feature locks by words (`hashtextextended`), which nobody else has by chance.
 */
export const advisoryLocks = {
  migrations: 7_463_201,
  /** Held by the node that does what one is enough for. */
  onceForAll: 7_463_202,
  /** Held by a node in demo mode, or by all that are not. */
  mode: 7_463_203,
} as const;

export type AdvisoryLock = (typeof advisoryLocks)[keyof typeof advisoryLocks];
