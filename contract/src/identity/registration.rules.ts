const day_ms = 24 * 60 * 60 * 1000;

/** Who may open an account; who has one always gets in. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const invitationLimits = {
  /** Links a person may make in 30 days, for how many people each, and for how long. Administrators make as many as they like. */
  made: 5,
  within_ms: 30 * day_ms,
  people: 5,
  lifetime_ms: 14 * day_ms,
  /** From this age of the account on, in good standing. */
  fromAge_ms: 14 * day_ms,
  shown: 100,
} as const;

/** How long no other account is opened with the sign-in of one that was closed. */
export const identityBlocks = {
  usual_ms: 365 * day_ms,
  /** After minors or violence. */
  grave_ms: 3 * 365 * day_ms,
  graveRules: [2, 7] as readonly number[],
  /** Where an account was erased before its case was decided: no longer than a moderator could have decided alone. */
  undecided_ms: 30 * day_ms,
  page: 50,
} as const;
