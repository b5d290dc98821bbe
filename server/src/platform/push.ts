import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import webPush from 'web-push';
import type { Db } from './database/builder.ts';
import { rememberOnce } from './installation.store.ts';
import { askOutside } from './outside-request.ts';
import { isPrivateAddress } from './private-address.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The configured keys, or those of the database, which all nodes share. The first start takes the pair of the data
 * directory, where earlier versions kept it, so that browsers that are pushed to stay.
 */
export async function pushKeysOf(db: Db, dataDir: string, configured: PushKeys | null): Promise<PushKeys> {
  if (configured) return configured;
  const file = join(dataDir, 'secrets', 'push-keys.json');
  const { publicKey, privateKey } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as PushKeys)
    : webPush.generateVAPIDKeys();
  return JSON.parse(await rememberOnce(db, 'push keys', JSON.stringify({ publicKey, privateKey })));
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  body: string;
  /** What comes later under the same topic takes its place while the browser is away. */
  topic: string;
  isUrgent: boolean;
}

/** `gone`: the browser wants nothing any more. `later`: the service is away or overloaded. */
export type PushOutcome = 'delivered' | 'gone' | 'refused' | 'later';

/** For one push, from looking up its service to the answer. */
const pushLimit_ms = 10_000;
const answerLimit_bytes = 16 * 1024;
/** What is older tells nobody anything. */
const lifetime_s = 12 * 60 * 60;

/** Sends to push services, and never into a private network unless the host is trusted (tests). */
export class PushSender {
  readonly #keys: PushKeys;
  readonly #subject: string;
  readonly #trustedHost: string;
  readonly #limit_ms: number;

  constructor(keys: PushKeys, subject: string, trustedHost = '', limit_ms = pushLimit_ms) {
    this.#keys = keys;
    this.#subject = subject;
    this.#trustedHost = trustedHost;
    this.#limit_ms = limit_ms;
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  /** Whether an address may be a push service's: what is looked up is judged again when it is connected to. */
  accepts(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const url = new URL(endpoint);
    if (url.host === this.#trustedHost) return true;
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const isPrivate = isIP(literal) !== 0 ? isPrivateAddress(literal) : !literal.includes('.');
    return url.protocol === 'https:' && url.username === '' && url.password === '' && !isPrivate;
  }

  acceptsKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
    try {
      this.#request(
        { endpoint: 'https://push.example/', p256dh, auth },
        { body: ' ', topic: 'x', isUrgent: false },
      );
      return true;
    } catch {
      return false;
    }
  }

  async send(target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    if (!this.accepts(target.endpoint)) return 'gone';
    try {
      const { headers, body } = this.#request(target, message);
      const { status } = await askOutside({
        url: new URL(target.endpoint),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: body as Buffer,
        limit_bytes: answerLimit_bytes,
        timeout_ms: this.#limit_ms,
        trustedHost: this.#trustedHost,
      });
      if (status >= 200 && status < 300) return 'delivered';
      if (status === 404 || status === 410) return 'gone';
      return status === 429 || status >= 500 ? 'later' : 'refused';
    } catch {
      return 'later';
    }
  }

  #request({ endpoint, p256dh, auth }: PushTarget, { body, topic, isUrgent }: PushMessage) {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, {
      TTL: lifetime_s,
      urgency: isUrgent ? 'high' : 'normal',
      topic,
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: this.#subject, ...this.#keys },
    });
  }
}
