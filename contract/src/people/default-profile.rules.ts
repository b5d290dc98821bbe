import type { Preferences, Privacy } from './profiles.ts';

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
