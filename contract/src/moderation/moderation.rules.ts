/** In the order of the dialog. */
export const reportReasons = [
  'spam',
  'scam',
  'flirting',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'minor',
  'identity',
  'unsafe_meeting',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportTargetTypes = [
  'post',
  'comment',
  'person',
  'message',
  'room',
  'transfer',
  'motion',
  'mini-app',
  'plan',
] as const;
export type ReportTargetType = (typeof reportTargetTypes)[number];

/** What of a person it is about. */
export const personParts = ['behaviour', 'name', 'picture', 'bio'] as const;

/** Within what a report is looked at, the most urgent first. */
export const urgencies = ['hour', 'day', 'week'] as const;
export type Urgency = (typeof urgencies)[number];

export const urgencyOf: Readonly<Record<ReportReason, Urgency>> = {
  unsafe_meeting: 'hour',
  minor: 'hour',
  violence: 'hour',
  harassment: 'day',
  flirting: 'day',
  hate: 'day',
  identity: 'day',
  sexual: 'day',
  scam: 'day',
  spam: 'week',
  other: 'week',
};

export const urgency_ms: Readonly<Record<Urgency, number>> = {
  hour: 60 * 60 * 1000,
  day: 24 * 60 * 60 * 1000,
  week: 7 * 24 * 60 * 60 * 1000,
};

/** How pressing what waits is: as the most urgent of it, or because the time of one is over. */
export const pressures = [...urgencies, 'overdue'] as const;
export type Pressure = (typeof pressures)[number];

/** The rule that a decision is offered with; who decides may name another. */
export const ruleOffered: Readonly<Record<ReportReason, number | null>> = {
  unsafe_meeting: 10,
  minor: 2,
  violence: 7,
  harassment: 1,
  flirting: 4,
  hate: 5,
  identity: 3,
  sexual: 8,
  scam: 9,
  spam: 9,
  other: null,
};

export const reportStates = ['open', 'dismissed', 'upheld'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportLimits = {
  /** The reporter's own words. */
  details: 500,
  /** Targets a page of the queue, and reports shown of one target. */
  page: 20,
  shown: 50,
  /** Reports of one person within 24 hours. */
  aDay: 30,
  /** What its author took away may still be looked at by whoever decides, if it was reported within this. */
  sealed_ms: 72 * 60 * 60 * 1000,
  /** A message may be reported by who was a member when it was said, for so long after leaving. */
  afterLeaving_ms: 30 * 24 * 60 * 60 * 1000,
} as const;

export const decisionActions = [
  'dismiss',
  'warn',
  'remove',
  'hide_picture',
  'hide_name',
  'hide_bio',
  'limit',
  'suspend',
  'close',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

export const decisionLimits = {
  reason: 1000,
  note: 1000,
  /** A case is kept for one moderator for so long. */
  claim_ms: 15 * 60 * 1000,
  /** The shortest measure, and the longest that a moderator, not an administrator, may decide. */
  least_ms: 60 * 60 * 1000,
  moderator_days: 30,
  most_days: 365,
  together: 20,
} as const;

export const appealStates = ['open', 'upheld', 'changed', 'lifted'] as const;
export const appealOutcomes = ['upheld', 'changed', 'lifted'] as const;

export const appealLimits = {
  text: 1000,
  /** Also when the measure ended before. */
  within_ms: 30 * 24 * 60 * 60 * 1000,
  /** What the page promises. */
  usually_days: 7,
} as const;

/** What was copied of a case goes so long after its last word, and after a dismissal. */
export const keptAfter_ms = {
  decision: 182 * 24 * 60 * 60 * 1000,
  dismissal: 30 * 24 * 60 * 60 * 1000,
} as const;

/** Notes of moderators about somebody, and who looked at whom. */
export const noteLifetime_ms = 365 * 24 * 60 * 60 * 1000;
export const lookLifetime_ms = 180 * 24 * 60 * 60 * 1000;

export const logActions = [
  'decision',
  'lifted',
  'appeal_made',
  'appeal_decided',
  'moderator_appointed',
  'moderator_dismissed',
  'registration_changed',
  'identity_unblocked',
] as const;

/** A moderator needs an account of this age, in good standing. */
export const moderatorAge_ms = 14 * 24 * 60 * 60 * 1000;
