import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Pushed {
  /** Which browser, by the name it was given. */
  to: string;
  headers: IncomingHttpHeaders;
  /** What the browser reads. */
  said: { id: string; title: string; body: string; language: string; path: string; stays: boolean };
}

interface Browser {
  keys: ECDH;
  auth: Buffer;
}

/** A push service with its browsers: takes what is sent, checks who sent it, and opens it as a browser does. */
export class TestPushService {
  readonly pushed: Pushed[] = [];
  /** What it answers to each browser, one after the other; 201 when nothing is left. Null never answers. */
  readonly answers = new Map<string, (number | null)[]>();
  asked = 0;
  readonly #browsers = new Map<string, Browser>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, reply) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.asked++;
        const to = (request.url ?? '').slice('/push/'.length);
        const status = this.answers.get(to)?.shift();
        if (status === null) return;
        if ((status ?? 201) === 201) {
          const browser = this.#browsers.get(to)!;
          const said = JSON.parse(opened(Buffer.concat(chunks), browser)) as Pushed['said'];
          this.pushed.push({ to, headers: request.headers, said });
        }
        reply.writeHead(status ?? 201).end();
      });
    });
  }

  static async start(): Promise<TestPushService> {
    const service = new TestPushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What a browser hands out to be pushed to. */
  browser(name: string): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys().toString('base64url');
    const auth = randomBytes(16);
    this.#browsers.set(name, { keys, auth });
    return { endpoint: this.address(name), keys: { p256dh, auth: auth.toString('base64url') } };
  }

  address(name: string): string {
    return `http://${this.host}/push/${name}`;
  }

  to(name: string): Pushed['said'][] {
    return this.pushed.filter(({ to }) => to === name).map(({ said }) => said);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** RFC 8188 and 8291, written down from what they say. */
function opened(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const theirs = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const secret = keys.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derived = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Whose letter it is (RFC 8292): the claims, once the signature fits the key; else an error. */
export function signedBy(
  authorization: string,
  publicKey: string,
): { aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('Signed with another key');
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const fits = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!fits) throw new Error('The signature does not fit');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
}
