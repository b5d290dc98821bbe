import type { Preferences, Privacy } from './profiles.ts';

export const profileLimits = {
  age: { min: 18, max: 120 },
  displayName: 50,
  bio: 500,
  interests: 32,
} as const;

export const lookingForKinds = ['friendship', 'dating', 'networking', 'activityPartner'] as const;

/** What the form of everybody begins with; shown to nobody else before it was confirmed. */
export const unconfirmed = { age: 18, gender: 'F' } as const;

export const defaultPreferences: Preferences = {
  ageRange: { min: 18, max: 65 },
  maxDistance: 50,
  showOnlyVerified: false,
  allowDirectMessages: true,
  notificationSettings: { newMessages: true, nearbyActivity: true, cityUpdates: true, reactions: true },
};

export const defaultPrivacy: Privacy = {
  showAge: true,
  showLocation: 'approximate',
  showOnlineStatus: true,
  profileVisibility: 'nearby_only',
  locationSharing: { enabled: true, precision: 'approximate' },
};
export const statsLimit = 10_000;
