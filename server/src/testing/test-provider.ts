import { constants, createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Claims {
  iss: string;
  sub: string;
  aud: string;
  exp: number;
  iat: number;
  nonce: string;
}

/** What goes wrong at the provider; everything is in order by default. */
export interface Misbehaviour {
  claims?: (claims: Claims) => object;
  token?: (token: string) => string;
  /** Signs with a key that the provider does not publish. */
  foreignKey?: boolean;
  tokenStatus?: number;
  userinfoStatus?: number;
  /** Who the userinfo endpoint says it is. */
  userinfo?: object;
}

/** How a provider does what the standards leave open; all of it is usual by default. */
export interface Manners {
  /** What its metadata says beside the endpoints, or instead; undefined takes something out. */
  metadata?: Readonly<Record<string, unknown>>;
  /** The client's secret; without one the client is public. */
  secret?: string;
  /** How the secret may be shown at the token endpoint. */
  authentication?: readonly ('client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'none')[];
  /** What is answered when it was shown in another way. */
  unauthenticated?: { status: number; error: string };
  /** A code is spent even if the client did not prove itself. */
  spendsCodes?: boolean;
  algorithm?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'HS256';
  /** Scopes that it refuses to hear of are an error. */
  scopes?: readonly string[];
  /** Claims in the ID token beside those of the standard. */
  idToken?: Readonly<Record<string, unknown>>;
  /** The userinfo answer without the subject; null has no such endpoint. */
  userinfo?: Readonly<Record<string, unknown>> | null;
  /** What lies behind the host in the issuer. */
  path?: string;
  posted?: Readonly<Record<string, string>>;
}

interface Grant {
  nonce: string;
  challenge: string;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** With one person and bad manners on demand. It signs whoever comes in at once and gives out one code per visit. */
export class TestProvider {
  readonly clientId = 'dazi-at-the-test-provider';
  misbehaviour: Misbehaviour = {};
  manners: Manners = {};
  subject = 'subject-1';
  /** What the last visitor was asked for. */
  asked = new URLSearchParams();
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #edKey = generateKeyPairSync('ed25519');
  readonly #foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #grants = new Map<string, Grant>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.writeHead(500).end());
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get issuer(): string {
    return `${this.#origin}${this.manners.path ?? ''}`;
  }

  get #origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get environment(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: this.clientId };
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', this.#origin);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const metadataPath = `${this.manners.path ?? ''}/.well-known/openid-configuration`.replace('//', '/');
    switch (url.pathname) {
      case metadataPath:
        return send(200, this.#metadata());
      case '/jwks':
        return send(200, { keys: this.#publishedKeys() });
      case '/authorize': {
        const location = this.#authorize(url);
        if (url.searchParams.get('response_mode') !== 'form_post') {
          return response.writeHead(302, { location }).end();
        }
        // Where it would lead in an address is for whoever is no browser.
        const headers = { 'content-type': 'text/html', location };
        return response.writeHead(200, headers).end(formThatPosts(location));
      }
      case '/token':
        return this.#token(await bodyOf(request), request.headers.authorization, send);
      case '/userinfo': {
        const { userinfoStatus = 200, userinfo = {} } = this.misbehaviour;
        const usual = { name: 'Proven Person', email: 'proven@people.example', email_verified: true };
        return send(userinfoStatus, {
          sub: this.subject,
          ...(this.manners.userinfo ?? usual),
          ...userinfo,
        });
      }
      default:
        return send(404, {});
    }
  }

  #metadata(): object {
    const { userinfo, metadata } = this.manners;
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.#origin}/authorize`,
      token_endpoint: `${this.#origin}/token`,
      ...(userinfo === null ? {} : { userinfo_endpoint: `${this.#origin}/userinfo` }),
      jwks_uri: `${this.#origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...metadata,
    };
  }

  #publishedKeys(): object[] {
    const published = { kid: 'published', use: 'sig' };
    return [this.#key, this.#ecKey, this.#edKey].map(({ publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      ...published,
    }));
  }

  #authorize(url: URL): string {
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    this.asked = url.searchParams;
    const { scopes } = this.manners;
    const refused =
      scopes &&
      asked('scope')
        .split(' ')
        .some((scope) => !scopes.includes(scope));
    const code = `code-${this.#grants.size + 1}`;
    this.#grants.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge') });
    const back = new URL(asked('redirect_uri'));
    if (refused) back.searchParams.set('error', 'invalid_scope');
    else back.searchParams.set('code', code);
    back.searchParams.set('state', asked('state'));
    if (asked('response_mode') === 'form_post') {
      for (const [name, value] of Object.entries(this.manners.posted ?? {}))
        back.searchParams.set(name, value);
    }
    return back.href;
  }

  /** Whether the client has proven itself in one of the ways that are taken. */
  #provesItself(form: URLSearchParams, authorization: string | undefined): boolean {
    const { secret, authentication = ['client_secret_basic'] } = this.manners;
    if (secret === undefined) return true;
    // Both are encoded as in a form first (RFC 6749, 2.3.1).
    const [id, password] = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
      .toString()
      .split(':')
      .map((part) => new URLSearchParams(`part=${part}`).get('part'));
    const shown = {
      client_secret_basic: id === this.clientId && password === secret,
      client_secret_post: authorization === undefined && form.get('client_secret') === secret,
      none: authorization === undefined && !form.has('client_secret'),
      client_secret_jwt: form.get('client_assertion_type')?.endsWith(':jwt-bearer') ?? false,
    };
    return authentication.some((method) => shown[method]);
  }

  #token(
    form: URLSearchParams,
    authorization: string | undefined,
    send: (status: number, body: unknown) => unknown,
  ) {
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    if (!this.#provesItself(form, authorization)) {
      if (this.manners.spendsCodes) this.#grants.delete(code);
      const { status, error } = this.manners.unauthenticated ?? { status: 401, error: 'invalid_client' };
      return send(status, { error });
    }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge) return send(400, { error: 'invalid_grant' });
    if (this.misbehaviour.tokenStatus) return send(this.misbehaviour.tokenStatus, { error: 'server_error' });
    return send(200, {
      access_token: 'an-access-token',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: this.#idToken(grant),
    });
  }

  #idToken({ nonce }: Grant): string {
    const now_s = Math.floor(Date.now() / 1000);
    const claims: Claims = {
      iss: this.issuer,
      sub: this.subject,
      aud: this.clientId,
      iat: now_s,
      exp: now_s + 3600,
      nonce,
    };
    const { misbehaviour, manners } = this;
    const said = { ...(misbehaviour.claims?.(claims) ?? claims), ...manners.idToken };
    const token = this.#signed(said, manners.algorithm ?? 'RS256');
    return misbehaviour.token?.(token) ?? token;
  }

  #signed(claims: object, alg: NonNullable<Manners['algorithm']>): string {
    const header = { alg, typ: 'JWT', ...(alg === 'HS256' ? {} : { kid: 'published' }) };
    const content = `${encoded(header)}.${encoded(claims)}`;
    return `${content}.${this.#signature(Buffer.from(content), alg).toString('base64url')}`;
  }

  #signature(content: Buffer, alg: NonNullable<Manners['algorithm']>): Buffer {
    const rsa = (this.misbehaviour.foreignKey ? this.#foreignKey : this.#key).privateKey;
    switch (alg) {
      case 'HS256': {
        const secret = this.misbehaviour.foreignKey ? 'another secret' : this.manners.secret!;
        return createHmac('sha256', secret).update(content).digest();
      }
      case 'ES256':
        return sign('sha256', content, { key: this.#ecKey.privateKey, dsaEncoding: 'ieee-p1363' });
      case 'EdDSA':
        return sign(null, content, this.#edKey.privateKey);
      case 'PS256': {
        const padding = constants.RSA_PKCS1_PSS_PADDING;
        return sign('sha256', content, { key: rsa, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
      }
      default:
        return sign('sha256', content, rsa);
    }
  }
}

/** A page that posts an answer, as by a click of whoever sees it. */
function formThatPosts(answer: string): string {
  const { origin, pathname, searchParams } = new URL(answer);
  const fields = [...searchParams].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
  );
  return `<!doctype html><form method="post" action="${origin}${pathname}">${fields.join('')}<button>Continue</button></form>`;
}

/** The token with other claims and its old signature. */
export function withClaims(token: string, change: (claims: Claims) => object): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  return [head, encoded(change(claims)), signature].join('.');
}

/** The token as if it needed no signature at all. */
export function unsigned(token: string): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}
