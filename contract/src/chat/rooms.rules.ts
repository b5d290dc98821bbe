import { conversationLimits } from './conversations.rules.ts';

export const roomLimits = {
  name: conversationLimits.title,
  description: conversationLimits.description,
  joinRadius_miles: { least: 1, most: 500, default: 100 },
  /** What somebody writes with a request, an answer to it, and the reason of a ban. */
  note: 300,
  members: 10_000,
  /** The owner is warned once it has come to so many. */
  nearlyFull: 9_000,
  owned: 50,
  /** Nearest rooms of one answer, and how far they may be. */
  nearby: 200,
  nearby_miles: 500,
  membersShown: 5,
  moderators: 10,
  /** Least members for a leader vote. */
  voters: 3,
} as const;

const day_ms = 24 * 60 * 60 * 1000;

/** Leader votes of a room: who counts, and what a leader waits for who was voted in. */
export const leaderLimits = {
  /** So long after a room was opened every member counts. */
  everybody_ms: day_ms,
  /** Later who has been a member for so long, in a younger room for half of its age. */
  settled_ms: 7 * day_ms,
  /** Whoever was voted in cannot do what could not be undone. */
  restricted_ms: 2 * day_ms,
  /** Whoever was voted out may object; not who was voted in less than `settled_ms` ago. */
  objection_ms: 2 * day_ms,
  /** After an objection only those count who had been members for `settled_ms` by then. */
  objected_ms: 30 * day_ms,
} as const;

/** For how long a member may be muted, in minutes; 0 ends it. */
export const mutes_minutes = [0, 10, 60, 24 * 60, 7 * 24 * 60] as const;

/** Nearby rooms are fetched again after moving as far. */
export const nearbyRefetch_km = 0.3;

/** Distances are computed in kilometres; a room's join radius and the way to it are shown in miles. */
export const milesPerKm = 0.621371;
/** Only for the hint beside a join radius. */
export const hintKmPerMile = 1.6;
export const milesOf = (km: number): number => km * milesPerKm;
export const metresOf = (miles: number): number => (miles / milesPerKm) * 1000;

export const membershipStatuses = ['owner', 'member', 'pending', 'denied', 'non-member'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

/** Whatever else an answer may say counts as non-member. */
export const membershipStatusOf = (text: string | null | undefined): MembershipStatus =>
  membershipStatuses.find((status) => status === text) ?? 'non-member';

export const joinRequestStatuses = ['PENDING', 'APPROVED', 'DENIED'] as const;

export const invitePath = (roomId: string, invite: string) => `/chat-rooms/${roomId}?invite=${invite}`;
