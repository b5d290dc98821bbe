import * as oidc from 'openid-client';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';

/** One sign-in under way, kept in a cookie of the browser that began it. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
}

/** Who the provider says somebody is, verified. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

export interface RelyingParty {
  /** `languages` are BCP 47 tags separated by spaces: what the provider's page should speak. */
  begin(returnTo: string, languages: string): Promise<{ address: string; attempt: SignInAttempt }>;
  /** `callback` is the address the provider sent the browser to. Throws an AppError with the text to show. */
  complete(callback: URL, attempt: SignInAttempt): Promise<ProvenIdentity>;
}

export interface ProviderAccess {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  name: string;
  /** The demo provider asks anew who somebody is at every sign-in. */
  alwaysAsk: boolean;
}

/** Signs in at an OpenID provider: authorization code with PKCE, the ID token's signature checked. */
export function relyingParty(config: Config, access: ProviderAccess): RelyingParty {
  const redirectUri = `${config.publicUrl}/api/auth/callback`;
  let discovered: Promise<oidc.Configuration> | null = null;

  // Asked for at the first sign-in: the embedded provider is part of this very process.
  function provider(): Promise<oidc.Configuration> {
    discovered ??= oidc
      .discovery(
        new URL(access.issuer),
        access.clientId,
        undefined,
        access.clientSecret ? oidc.ClientSecretBasic(access.clientSecret) : oidc.None(),
        {
          timeout: 10,
          execute: [
            // Without it the code flow takes the ID token's signature on trust.
            oidc.enableNonRepudiationChecks,
            ...(access.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((error) => {
        discovered = null;
        throw new AppError('SIGN_IN_UNREACHABLE', { values: { reason: String(error) } });
      });
    return discovered;
  }

  return {
    async begin(returnTo, languages) {
      const attempt: SignInAttempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        returnTo,
      };
      const address = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: languages,
        ...(access.alwaysAsk ? { prompt: 'login' } : {}),
      });
      return { address: address.href, attempt };
    },

    async complete(callback, attempt) {
      const refusal = callback.searchParams.get('error');
      if (refusal === 'access_denied') throw new AppError('SIGN_IN_CANCELLED');
      if (!refusal && !callback.searchParams.get('code')) {
        throw new AppError('NO_CREDENTIAL', { values: { provider: access.name } });
      }
      // Somebody else's answer, slipped to this browser.
      if (callback.searchParams.get('state') !== attempt.state) throw new AppError('SIGN_IN_FAILED');
      const configuration = await provider();
      const tokens = await oidc
        .authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        .catch((error) => {
          if (refusal || isRefusal(error)) throw new AppError('SIGN_IN_FAILED');
          if (isSilence(error)) throw new AppError('SIGN_IN_UNREACHABLE');
          throw new AppError('INVALID_IDENTITY_TOKEN', { values: { provider: access.name } });
        });
      const claims = tokens.claims()!;
      const person = await oidc
        .fetchUserInfo(configuration, tokens.access_token, claims.sub)
        .catch((error: UserinfoError) => {
          throw new AppError('PROFILE_FETCH_FAILED', { values: { status: userinfoStatus(error) } });
        });
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: person.email ?? null,
        emailVerified: person.email_verified === true,
        name: person.name ?? ([person.given_name, person.family_name].filter(Boolean).join(' ') || null),
      };
    },
  };
}

type UserinfoError = { status?: number; code?: string; cause?: unknown };

/** What the provider answered; an answer of another status than 200 is the cause of the library's error. */
function userinfoStatus(error: UserinfoError): string {
  const status = error.status ?? (error.cause instanceof Response ? error.cause.status : undefined);
  return String(status ?? (isSilence(error) ? 'unreachable' : 'invalid'));
}

/** The provider answered, but with an error instead of tokens. */
function isRefusal(error: { code?: string }): boolean {
  return (
    error instanceof oidc.ResponseBodyError ||
    error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    error.code === 'OAUTH_RESPONSE_IS_NOT_JSON'
  );
}

/** The network failed; what the library itself throws carries a code. */
function isSilence(error: { code?: string }): boolean {
  return error.code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.code === undefined);
}
