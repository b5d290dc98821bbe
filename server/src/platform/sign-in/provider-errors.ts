import * as oidc from 'openid-client';

/** `user_cancelled_authorize` is what Apple says for it. */
export const isCancellation = (refusal: string) =>
  ['access_denied', 'user_cancelled_authorize'].includes(refusal);

export type UserinfoError = { status?: number; code?: string; cause?: unknown };

/** What the provider answered; an answer of another status than 200 is the cause of the library's error. */
export function userinfoStatus(error: UserinfoError): string {
  const status = error.status ?? (error.cause instanceof Response ? error.cause.status : undefined);
  return String(status ?? (isSilence(error) ? 'unreachable' : 'invalid'));
}

/** The provider answered, but with an error instead of tokens. */
export function isRefusal(error: { code?: string }): boolean {
  return (
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.WWWAuthenticateChallengeError ||
    error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    error.code === 'OAUTH_RESPONSE_IS_NOT_JSON'
  );
}

/** The network failed; what the libraries themselves throw carries a code. */
export function isSilence(error: { code?: string }): boolean {
  return (
    error.code === 'OAUTH_TIMEOUT' ||
    error.code === 'ERR_JWKS_TIMEOUT' ||
    (error instanceof TypeError && error.code === undefined)
  );
}
