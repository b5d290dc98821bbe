import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { inTime } from './in-time.ts';
import type { SharedRedis } from './redis.ts';

export interface Silent {
  id: string;
  lastAt: Date;
}

/** When each of many last gave a sign of life, noted by all nodes together and not in the database. Each answers null while nobody can say. */
export interface Heartbeats {
  /** Notes that these are there at an instant. Answers those of whom no sign was known since another one. */
  beat(ids: readonly string[], instants: { at: Date; since: Date }): Promise<readonly string[] | null>;
  /** Those of whom something is known, but no sign since an instant; `mostSilent` at most. */
  silentSince(since: Date): Promise<readonly Silent[] | null>;
  /** Forgets those of some people who have still given no sign since; answers how many. */
  forget(ids: readonly string[], since: Date): Promise<number | null>;
  /** Those of some people who gave a sign since an instant. */
  heardSince(ids: readonly string[], since: Date): Promise<readonly string[] | null>;
  /** When the first sign was noted that is not lost. */
  begunAt(): Promise<Date | null>;
}

/** As many silent ones are answered at once; whoever gets so many forgets them and asks again. */
export const mostSilent = 1000;

/** Long after a sign tells anything; with no node left all of it is gone by then. */
const kept_ms = 60 * 60_000;

const scripts = {
  /** Key 1 has everybody's last sign, key 2 is when it was begun. What nobody took out goes by itself. */
  beat: `
redis.call('SET', KEYS[2], ARGV[1], 'NX')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[3])
local came = {}
for at = 4, #ARGV do
  local last = redis.call('ZSCORE', KEYS[1], ARGV[at])
  if not last or tonumber(last) <= tonumber(ARGV[2]) then came[#came + 1] = ARGV[at] end
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[at])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return came`,
  forgetSilent: `
local count = 0
for at = 2, #ARGV do
  local last = redis.call('ZSCORE', KEYS[1], ARGV[at])
  if last and tonumber(last) <= tonumber(ARGV[1]) then count = count + redis.call('ZREM', KEYS[1], ARGV[at]) end
end
return count`,
  heard: `
local heard = {}
for at = 2, #ARGV do
  local last = redis.call('ZSCORE', KEYS[1], ARGV[at])
  if last and tonumber(last) > tonumber(ARGV[1]) then heard[#heard + 1] = ARGV[at] end
end
return heard`,
};

type Beating = Redis & {
  beat(
    key: string,
    begunKey: string,
    at_ms: number,
    since_ms: number,
    kept_ms: number,
    ...ids: string[]
  ): Promise<string[]>;
  forgetSilent(key: string, since_ms: number, ...ids: string[]): Promise<number>;
  heard(key: string, since_ms: number, ...ids: string[]): Promise<string[]>;
};

/** One sorted set: an account's id, and when it was noted last. What Redis loses is noted again with the next sign. */
export class RedisHeartbeats implements Heartbeats {
  readonly #redis: SharedRedis;
  readonly #client: Beating;
  readonly #name: string;
  readonly #begunName: string;

  /** The secret is one that all nodes of an installation have, and no other: several may share a Redis. */
  constructor(redis: SharedRedis, secret: string) {
    redis.client.defineCommand('beat', { numberOfKeys: 2, lua: scripts.beat });
    redis.client.defineCommand('forgetSilent', { numberOfKeys: 1, lua: scripts.forgetSilent });
    redis.client.defineCommand('heard', { numberOfKeys: 1, lua: scripts.heard });
    this.#redis = redis;
    this.#client = redis.client as Beating;
    const tag = createHmac('sha256', secret).update('dazi heartbeats').digest('base64url').slice(0, 22);
    this.#name = `dazi:there:${tag}`;
    this.#begunName = `dazi:there-since:${tag}`;
  }

  beat = (ids: readonly string[], { at, since }: { at: Date; since: Date }) =>
    this.#ask(() =>
      this.#client.beat(this.#name, this.#begunName, at.getTime(), since.getTime(), kept_ms, ...ids),
    );

  async silentSince(since: Date): Promise<readonly Silent[] | null> {
    const pairs = await this.#ask(() =>
      this.#client.zrangebyscore(this.#name, '-inf', since.getTime(), 'WITHSCORES', 'LIMIT', 0, mostSilent),
    );
    if (!pairs) return null;
    return Array.from({ length: pairs.length / 2 }, (_, index) => ({
      id: pairs[2 * index]!,
      lastAt: new Date(Number(pairs[2 * index + 1])),
    }));
  }

  forget = (ids: readonly string[], since: Date) =>
    this.#ask(() => this.#client.forgetSilent(this.#name, since.getTime(), ...ids));

  heardSince = (ids: readonly string[], since: Date) =>
    this.#ask(() => this.#client.heard(this.#name, since.getTime(), ...ids));

  async begunAt(): Promise<Date | null> {
    const begun_ms = await this.#ask(() => this.#client.get(this.#begunName));
    return begun_ms === null ? null : new Date(Number(begun_ms));
  }

  async #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    if (!this.#redis.isUp()) return null;
    try {
      return await inTime(ask());
    } catch {
      return null;
    }
  }
}
