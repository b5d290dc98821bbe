import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
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
  /** Changes the claims before they are signed. */
  claims?: (claims: Claims) => object;
  /** Changes the finished token. */
  token?: (token: string) => string;
  /** Signs with a key that the provider does not publish. */
  foreignKey?: boolean;
  tokenStatus?: number;
  userinfoStatus?: number;
  /** Who the userinfo endpoint says it is. */
  userinfo?: object;
}

interface Grant {
  nonce: string;
  challenge: string;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * An OpenID provider with one person and bad manners on demand, to see what a relying party believes. It
 * signs whoever comes in at once and hands out one code per visit.
 */
export class TestProvider {
  readonly clientId = 'dazi-at-the-test-provider';
  misbehaviour: Misbehaviour = {};
  subject = 'subject-1';
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 });
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
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server that signs people in here. */
  get environment(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: this.clientId };
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', this.issuer);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(200, {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return send(200, {
          keys: [
            { ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'published', use: 'sig', alg: 'RS256' },
          ],
        });
      case '/authorize':
        return response.writeHead(302, { location: this.#authorize(url) }).end();
      case '/token':
        return this.#token(await bodyOf(request), send);
      case '/userinfo': {
        const { userinfoStatus = 200, userinfo = {} } = this.misbehaviour;
        return send(userinfoStatus, {
          sub: this.subject,
          name: 'Proven Person',
          email: 'proven@people.example',
          email_verified: true,
          ...userinfo,
        });
      }
      default:
        return send(404, {});
    }
  }

  #authorize(url: URL): string {
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    const code = `code-${this.#grants.size + 1}`;
    this.#grants.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge') });
    const back = new URL(asked('redirect_uri'));
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked('state'));
    return back.href;
  }

  #token(form: URLSearchParams, send: (status: number, body: unknown) => unknown) {
    const grant = this.#grants.get(form.get('code') ?? '');
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
    const { misbehaviour } = this;
    const key = (misbehaviour.foreignKey ? this.#foreignKey : this.#key).privateKey;
    const token = signed(misbehaviour.claims?.(claims) ?? claims, key);
    return misbehaviour.token?.(token) ?? token;
  }
}

function signed(claims: object, key: KeyObject): string {
  const content = `${encoded({ alg: 'RS256', kid: 'published', typ: 'JWT' })}.${encoded(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
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
