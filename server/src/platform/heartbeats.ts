import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { inTime } from './in-time.ts';
import type { SharedRedis } from './redis.ts';

/** Who of many gave a sign of life last, noted by all nodes together and not in the database. */
export interface Heartbeats {
  /** Notes that these are there at an instant. Answers those who were not noted; null where nothing could be noted. */
  beat(ids: readonly string[], at: Date): Promise<readonly string[] | null>;
  /** Forgets those who gave none since an instant, `mostSilent` at most, and answers them; null where nobody can say. */
  takeSilent(since: Date): Promise<readonly string[] | null>;
}

/** As many are forgotten at once; whoever gets so many asks again. */
export const mostSilent = 1000;

const beatScript = `
local came = {}
for at = 2, #ARGV do
  if redis.call('ZADD', KEYS[1], ARGV[1], ARGV[at]) == 1 then came[#came + 1] = ARGV[at] end
end
return came`;

const silentScript = `
local silent = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ${mostSilent})
if #silent > 0 then redis.call('ZREM', KEYS[1], unpack(silent)) end
return silent`;

type Beating = Redis & {
  beat(key: string, at_ms: number, ...ids: string[]): Promise<string[]>;
  takeSilent(key: string, since_ms: number): Promise<string[]>;
};

/** One sorted set: an account's id, and when it was noted last. What Redis loses is noted again with the next sign. */
export class RedisHeartbeats implements Heartbeats {
  readonly #redis: SharedRedis;
  readonly #client: Beating;
  readonly #name: string;

  /** The secret is one that all nodes of an installation have, and no other: several may share a Redis. */
  constructor(redis: SharedRedis, secret: string) {
    redis.client.defineCommand('beat', { numberOfKeys: 1, lua: beatScript });
    redis.client.defineCommand('takeSilent', { numberOfKeys: 1, lua: silentScript });
    this.#redis = redis;
    this.#client = redis.client as Beating;
    this.#name = `dazi:there:${createHmac('sha256', secret).update('dazi heartbeats').digest('base64url').slice(0, 22)}`;
  }

  beat = (ids: readonly string[], at: Date) =>
    this.#answerOf(() => this.#client.beat(this.#name, at.getTime(), ...ids));

  takeSilent = (since: Date) => this.#answerOf(() => this.#client.takeSilent(this.#name, since.getTime()));

  async #answerOf(ask: () => Promise<string[]>): Promise<string[] | null> {
    if (!this.#redis.isUp()) return null;
    try {
      return await inTime(ask());
    } catch {
      return null;
    }
  }
}
