export const generalErrors = {
  unknown: 'Unknown error occurred',
  NETWORK: 'Network error',
  INVALID_INPUT: 'Invalid input',
  INVALID_JSON: 'The request is not valid JSON',
  UNKNOWN_HOST: 'This server does not answer for that host',
  SIGN_IN_REQUIRED: 'Please sign in to continue',
  ACCOUNT_LEFT: 'This account was deleted. Restore it to go on.',
  NOT_YOURSELF: 'You can only act as yourself',
  FORBIDDEN: 'You are not allowed to do this',
  FOREIGN_ORIGIN: 'Requests from other sites are refused',
  NOT_FOUND: 'Not found',
  EXPECTATION_FAILED: 'This server does not do what the Expect header asks for',
  TOO_LARGE: 'The request is too large',
  TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
  tooManyIn_one: 'Too many requests. Please try again in {count} second.',
  tooManyIn_other: 'Too many requests. Please try again in {count} seconds.',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'The service is temporarily unavailable. Please try again.',
} as const;

/** How long something lasts, in its largest whole unit. */
export const duration = {
  second_one: '{count} second',
  second_other: '{count} seconds',
  minute_one: '{count} minute',
  minute_other: '{count} minutes',
  hour_one: '{count} hour',
  hour_other: '{count} hours',
  day_one: '{count} day',
  day_other: '{count} days',
} as const;

/** Beside what a failed page says at once. */
export const failure = {
  details: 'Error details',
  copy: 'Copy details',
  copied: 'Copied.',
  byHand: 'This browser copies nothing here. The details are marked below: copy them by hand.',
  told: 'The operator of this server has been told.',
  /** As failures end that ask for it, and a sentence. */
  tryAgain: 'Please try again.',
  end: '.',
} as const;
