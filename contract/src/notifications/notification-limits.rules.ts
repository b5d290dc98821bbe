export const notificationLimits = {
  /** What is kept for one person; the oldest of whoever holds most goes first, strangers before others. */
  kept: 50,
  /** Of these the events of one person hold at most so many, and people whom one does not know so many together. */
  keptOfPerson: 10,
  keptOfStrangers: 25,
  /** From one more post on, comments and reactions of one person are one notification. */
  thingsOfPerson: 3,
  /** How many events one notification gathers; what is older in it is not counted any more. */
  gathered: 100,
  /** Older ones are gone. */
  recent_ms: 24 * 60 * 60 * 1000,
  /** Those that stay until they are read are gone after this; nothing pushes them out. */
  staying_ms: 30 * 24 * 60 * 60 * 1000,
  cleanUpEvery_ms: 5 * 60 * 1000,
  /** Letters of what somebody said. */
  preview: 50,
  /** Both positions are shown up to 2 km off, so that the same street corner may be 4 km away. */
  nearby_km: 5,
  nearbyEvery_ms: 60 * 60 * 1000,
  nearbyPeople: 100,
  /** Posts that one was not told of yet: this near, so many at once. */
  unnotified_km: 5,
  unnotified: 50,
  /** Of the posts somebody was told of the latest are remembered, once there are more than `most`. */
  notified: { most: 1000, latest: 500 },
  /** Browsers of one account that are pushed to. */
  pushSubscriptions: 20,
} as const;

export const notificationTypes = [
  'NEW_MESSAGE',
  'MESSAGE_REACTION',
  'PROXIMITY_ALERT',
  'CITY_UPDATE',
  'SYSTEM',
  'PRIVATE_MESSAGE',
  'MESSAGE_READ',
  'USER_BLOCKED',
  'USER_UNBLOCKED',
  'WALLET',
  'JOIN_REQUEST',
  'PLAN',
] as const;

export const notificationPriorities = ['low', 'medium', 'high'] as const;
