import * as oidc from 'openid-client';

export type ProviderMetadata = oidc.ServerMetadata;

const metadataPath = '/.well-known/openid-configuration';

export const secretAlgorithms = ['HS256', 'HS384', 'HS512'];

/**
 * A provider's metadata as we read it: who has a secret takes ID tokens signed with it, too. LINE signs those of
 * browsers so and does not say it. Nobody but the provider can: the secret is no key that is published.
 */
export function readingMetadata(fetchFrom: oidc.CustomFetch, secret: string | null): oidc.CustomFetch {
  return async (address, options) => {
    const response = await fetchFrom(address, options);
    if (!secret || response.status !== 200 || !address.endsWith(metadataPath)) return response;
    const metadata = (await response
      .clone()
      .json()
      .catch(() => null)) as Partial<ProviderMetadata> | null;
    if (!metadata) return response;
    // RS256 is what the standard has every provider support.
    const listed = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const algorithms = [...new Set([...listed, ...secretAlgorithms])];
    return Response.json({ ...metadata, id_token_signing_alg_values_supported: algorithms });
  };
}

/** The issuer that the provider calls itself, where it differs from the configured one by a slash at its end. */
export function issuerButForSlash(issuer: string, error: unknown): string | null {
  const { cause } = error as { cause?: { body?: { issuer?: unknown } } };
  const own = cause?.body?.issuer;
  const bare = (address: string) => address.replace(/\/$/, '');
  return typeof own === 'string' && own !== issuer && bare(own) === bare(issuer) ? own : null;
}

const wantedScopes: readonly (readonly [string, ...string[]])[] = [
  ['openid'],
  ['email', 'account_email'],
  // The names that Apple, Discord and Kakao have for the profile.
  ['profile', 'name', 'identify', 'profile_nickname'],
];

/** What is asked for. Providers that say what there is may refuse anything else. */
export function scopesFor({ scopes_supported: supported }: ProviderMetadata): string {
  return wantedScopes
    .map((names) => {
      if (!supported?.length || names.includes('openid')) return names[0];
      return names.find((name) => supported.includes(name));
    })
    .filter(Boolean)
    .join(' ');
}

/** How the answer comes: in the address, unless the provider knows no other way than a form that is posted. */
export function responseModeFor({ response_modes_supported: modes }: ProviderMetadata): 'form_post' | null {
  return modes?.includes('form_post') && !modes.includes('query') ? 'form_post' : null;
}

type SecretMethod = 'client_secret_basic' | 'client_secret_post';
const otherMethod = {
  client_secret_basic: 'client_secret_post',
  client_secret_post: 'client_secret_basic',
} as const;

/** Where both ways are open, or unknown, the secret goes in the header, as the standard has it, then in the body. */
export class ClientAuthentication {
  readonly #secret: string | null;
  #preferred: SecretMethod = 'client_secret_basic';
  #isProven = false;

  constructor(secret: string | null) {
    this.#secret = secret;
  }

  readonly use: oidc.ClientAuth = (server, client, body, headers) =>
    this.#method(server.token_endpoint_auth_methods_supported)(server, client, body, headers);

  #method(supported: readonly string[] | undefined): oidc.ClientAuth {
    const secret = this.#secret;
    if (!secret) return oidc.None();
    const takes = (method: string) => !supported || supported.includes(method);
    if (!takes('client_secret_basic') && !takes('client_secret_post') && takes('client_secret_jwt')) {
      return oidc.ClientSecretJwt(secret);
    }
    const method = takes(this.#preferred) ? this.#preferred : otherMethod[this.#preferred];
    return method === 'client_secret_post' ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
  }

  /** The provider took the client this way: what it refuses from now on is not the way. */
  proved(): void {
    this.#isProven = true;
  }

  /** Whether there is another way to try after this refusal; from now on it is the first one. */
  turnsTo(error: unknown, { token_endpoint_auth_methods_supported: supported }: ProviderMetadata): boolean {
    const { error: said, status } = error as { error?: unknown; status?: unknown };
    const aboutClient =
      status === 401 || said === 'invalid_client' || (!supported && said === 'invalid_request');
    const other = otherMethod[this.#preferred];
    const open = !supported || (supported.includes(this.#preferred) && supported.includes(other));
    // Anybody may bring a code that is none, and some providers refuse it as they refuse a client.
    if (!this.#secret || this.#isProven || !aboutClient || !open) return false;
    this.#preferred = other;
    return true;
  }
}
