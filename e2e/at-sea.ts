import type { Position } from './server.fixture.ts';

/**
 * For journeys that need to be somewhere and no matter where: out at sea nothing has to be drawn, which is a third of
 * what a page with a map takes. Far apart, so that none sees what another one leaves.
 */
const places = {
  accessibilityDesktop: { latitude: -41, longitude: -134 },
  accessibilityPhone: { latitude: -41, longitude: -140 },
  account: { latitude: -47, longitude: -104 },
  author: { latitude: -47, longitude: -110 },
  blocks: { latitude: -47, longitude: -116 },
  composer: { latitude: -47, longitude: -122 },
  live: { latitude: -47, longitude: -128 },
  media: { latitude: -47, longitude: -134 },
  narrow: { latitude: -47, longitude: -140 },
  notifications: { latitude: -41, longitude: -104 },
  rooms: { latitude: -41, longitude: -110 },
  signIn: { latitude: -41, longitude: -116 },
  overfullPhone: { latitude: -41, longitude: -122 },
  overfullDesktop: { latitude: -41, longitude: -128 },
  largePhone: { latitude: -44, longitude: -116 },
  largeDesktop: { latitude: -44, longitude: -122 },
  zoomed: { latitude: -44, longitude: -128 },
  narrowest: { latitude: -44, longitude: -134 },
  writtenDesktop: { latitude: -44, longitude: -104 },
  writtenPhone: { latitude: -44, longitude: -110 },
  cases: { latitude: -44, longitude: -140 },
  spamDesktop: { latitude: -38, longitude: -104 },
  spamPhone: { latitude: -38, longitude: -110 },
  firstContact: { latitude: -38, longitude: -140 },
  blurring: { latitude: -38, longitude: -134 },
  sixPeople: { latitude: -38, longitude: -128 },
  beingChecked: { latitude: -38, longitude: -122 },
  sentTwice: { latitude: -38, longitude: -116 },
} satisfies Record<string, Position>;

export const atSea = (whose: keyof typeof places): Position => places[whose];

/** The map there, whoever looks. */
export const mapAtSea = (whose: keyof typeof places, zoom = 14): string =>
  `/?map=${zoom}/${places[whose].latitude}/${places[whose].longitude}`;
