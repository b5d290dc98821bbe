import { compactVerify, decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import type { Config } from '../config.ts';
import { type Claims, personIn, postedName } from './claims.ts';
import { discoveredProvider, type KnownProvider, type ProviderAccess } from './known-provider.ts';
import {
  isCancellation,
  isRefusal,
  isSilence,
  type UserinfoError,
  userinfoStatus,
} from './provider-errors.ts';
import { responseModeFor, scopesFor, secretAlgorithms } from './provider-metadata.ts';
import { SignInError } from './sign-in-error.ts';

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

/** Signs in at an OpenID provider: authorization code with PKCE, the ID token's signature checked. */
export function relyingParty(config: Config, access: ProviderAccess): RelyingParty {
  const redirectUri = `${config.publicUrl}/api/auth/callback`;
  const { authentication, provider } = discoveredProvider(access);

  async function tokensFor(
    { configuration, metadata }: KnownProvider,
    callback: URL,
    attempt: SignInAttempt,
  ) {
    const ask = () =>
      oidc.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: attempt.codeVerifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
    const taken = async () => {
      const answer = await ask();
      authentication.proved();
      return answer;
    };
    return taken().catch((error) => {
      if (!authentication.turnsTo(error, metadata)) throw error;
      return taken();
    });
  }

  /** The library has compared the claims and that the algorithm is one of those we take. */
  async function checkSignature(idToken: string, { keys }: KnownProvider): Promise<void> {
    const { alg = '' } = decodeProtectedHeader(idToken);
    const algorithms = [alg];
    if (!secretAlgorithms.includes(alg)) {
      if (!keys) throw new Error('The provider publishes no keys');
      await compactVerify(idToken, keys, { algorithms });
    } else {
      if (!access.clientSecret) throw new Error('Signed with a secret that there is none of');
      await compactVerify(idToken, new TextEncoder().encode(access.clientSecret), { algorithms });
    }
  }

  async function userinfo(known: KnownProvider, accessToken: string, subject: string): Promise<Claims> {
    if (!known.metadata.userinfo_endpoint) return {};
    return await oidc
      .fetchUserInfo(known.configuration, accessToken, subject)
      .catch((error: UserinfoError) => {
        throw new SignInError('PROFILE_FETCH_FAILED', 'userinfo', error, { status: userinfoStatus(error) });
      });
  }

  return {
    async begin(returnTo, languages) {
      const attempt: SignInAttempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        returnTo,
      };
      const { configuration, metadata } = await provider();
      const responseMode = access.responseMode ?? responseModeFor(metadata);
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: access.scopes ?? scopesFor(metadata),
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: languages,
        ...(responseMode ? { response_mode: responseMode } : {}),
        ...(access.alwaysAsk ? { prompt: 'login' } : {}),
      });
      return { address: address.href, attempt };
    },

    async complete(callback, attempt) {
      const refusal = callback.searchParams.get('error');
      const refused = { error: refusal };
      if (refusal && isCancellation(refusal)) throw new SignInError('SIGN_IN_CANCELLED', 'answer', refused);
      const values = { provider: access.name };
      if (!refusal && !callback.searchParams.get('code')) {
        throw new SignInError('NO_CREDENTIAL', 'answer', undefined, values);
      }
      // Somebody else's answer, slipped to this browser.
      if (callback.searchParams.get('state') !== attempt.state) {
        throw new SignInError('SIGN_IN_FAILED', 'answer', { code: 'STATE_MISMATCH' });
      }
      const known = await provider();
      const tokens = await tokensFor(known, callback, attempt).catch((error) => {
        if (refusal) throw new SignInError('SIGN_IN_FAILED', 'answer', refused);
        if (isRefusal(error)) throw new SignInError('SIGN_IN_FAILED', 'token', error);
        if (isSilence(error)) throw new SignInError('SIGN_IN_UNREACHABLE', 'token', error);
        throw new SignInError('INVALID_IDENTITY_TOKEN', 'token', error, values);
      });
      await checkSignature(tokens.id_token!, known).catch((error) => {
        if (isSilence(error)) throw new SignInError('SIGN_IN_UNREACHABLE', 'signature', error);
        throw new SignInError('INVALID_IDENTITY_TOKEN', 'signature', error, values);
      });
      const claims = tokens.claims()!;
      const person = await userinfo(known, tokens.access_token, claims.sub);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        ...personIn([person, claims, postedName(callback.searchParams.get('user'))]),
      };
    },
  };
}
