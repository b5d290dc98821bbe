/** HTTP status and the English text of an error; the web translates by code. */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 417 | 429 | 500 | 503;
  readonly text: string;
}

export function defineErrors<const Codes extends Record<string, ErrorDefinition>>(codes: Codes): Codes {
  return codes;
}

export const generalErrors = defineErrors({
  INVALID_INPUT: { status: 400, text: 'Invalid input' },
  INVALID_JSON: { status: 400, text: 'The request is not valid JSON' },
  UNKNOWN_HOST: { status: 400, text: 'This server does not answer for that host' },
  SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to continue' },
  ACCOUNT_LEFT: { status: 403, text: 'This account was deleted. Restore it to go on.' },
  NOT_YOURSELF: { status: 403, text: 'You can only act as yourself' },
  FORBIDDEN: { status: 403, text: 'You are not allowed to do this' },
  FOREIGN_ORIGIN: { status: 403, text: 'Requests from other sites are refused' },
  NOT_FOUND: { status: 404, text: 'Not found' },
  EXPECTATION_FAILED: { status: 417, text: 'This server does not do what the Expect header asks for' },
  TOO_LARGE: { status: 413, text: 'The request is too large' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Please try again later.' },
  INTERNAL: { status: 500, text: 'Something went wrong' },
  UNAVAILABLE: { status: 503, text: 'The service is temporarily unavailable. Please try again.' },
});
