import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { ClientAuthentication, issuerButForSlash, readingMetadata } from './provider-metadata.ts';
import { SignInError } from './sign-in-error.ts';

export interface ProviderAccess {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  name: string;
  scopes: string | null;
  responseMode: 'query' | 'form_post' | null;
  /** The demo provider asks anew who somebody is at every sign-in. */
  alwaysAsk: boolean;
  fetch?: oidc.CustomFetch;
}

export interface KnownProvider {
  configuration: oidc.Configuration;
  metadata: oidc.ServerMetadata;
  keys: JWTVerifyGetKey | null;
}

const overNetwork: oidc.CustomFetch = (address, options) => fetch(address, options as RequestInit);

/** Reads what the provider says of itself at the first sign-in, and again as long as that fails. */
export function discoveredProvider(access: ProviderAccess) {
  const authentication = new ClientAuthentication(access.clientSecret);
  const fetchFrom = readingMetadata(access.fetch ?? overNetwork, access.clientSecret);
  let discovered: Promise<KnownProvider> | null = null;

  async function discover(issuer: string): Promise<KnownProvider> {
    const configuration = await oidc.discovery(
      new URL(issuer),
      access.clientId,
      undefined,
      authentication.use,
      {
        timeout: 10,
        [oidc.customFetch]: fetchFrom,
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      },
    );
    const metadata = configuration.serverMetadata();
    const keys = metadata.jwks_uri
      ? createRemoteJWKSet(new URL(metadata.jwks_uri), {
          timeoutDuration: 10_000,
          [customFetch]: fetchFrom as never,
        })
      : null;
    return { configuration, metadata, keys };
  }

  // Asked for at the first sign-in: the embedded provider is part of this very process.
  function provider(): Promise<KnownProvider> {
    discovered ??= discover(access.issuer)
      .catch((error) => {
        const own = issuerButForSlash(access.issuer, error);
        if (own === null) throw error;
        return discover(own);
      })
      .catch((error) => {
        discovered = null;
        throw new SignInError('SIGN_IN_UNREACHABLE', 'discovery', error);
      });
    return discovered;
  }

  return { authentication, provider };
}
