import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { inTime } from '../in-time.ts';
import type { SharedRedis } from '../redis.ts';

/** The first of a window begins it, and each is told its own count and how long the window still lasts. */
const script = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }`;

/** After it was silent once, nobody waits for it for so long. */
const leftAlone_ms = 2000;

type Counting = Redis & { countRequest(key: string, length_ms: number): Promise<[number, number]> };

/** Requests of all nodes together, in windows of one length for each address or account. */
export class RedisRequestCounts {
  readonly #client: Counting;
  readonly #redis: SharedRedis;
  readonly #secret: Buffer;
  #askAgainAt_ms = 0;

  /** The secret is one that all nodes have. */
  constructor(redis: SharedRedis, secret: string) {
    redis.client.defineCommand('countRequest', { numberOfKeys: 1, lua: script });
    this.#client = redis.client as Counting;
    this.#redis = redis;
    this.#secret = createHmac('sha256', secret).update('dazi limits').digest();
  }

  /** Redis may write what it holds to a disk: addresses and accounts are not to be read from it. */
  #nameOf(key: string): string {
    return `dazi:limit:${createHmac('sha256', this.#secret).update(key).digest('base64url').slice(0, 22)}`;
  }

  /** Null while Redis is away. */
  async count(key: string, length_ms: number): Promise<{ current: number; ttl: number } | null> {
    if (!this.#redis.isUp() || performance.now() < this.#askAgainAt_ms) return null;
    try {
      const [current, ttl] = await inTime(this.#client.countRequest(this.#nameOf(key), length_ms));
      return { current, ttl };
    } catch {
      this.#askAgainAt_ms = performance.now() + leftAlone_ms;
      return null;
    }
  }
}
