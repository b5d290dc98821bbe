import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { RedisRequestCounts } from './redis-request-counts.ts';

interface Window {
  count: number;
  endsAt_ms: number;
}

/** Of so many addresses or accounts at most; with more, those that were counted for longest begin anew. */
const mostCounted = 20_000;

/** Each is told its own count: the library's store shares one object, and so refused bursts within the limit. */
export class RequestCounts implements FastifyRateLimitStore {
  /** Those that began first come first. */
  readonly #windows = new Map<string, Window>();

  incr(
    key: string,
    callback: (error: Error | null, result: { current: number; ttl: number }) => void,
    length_ms: number,
  ): void {
    const now_ms = Date.now();
    const window = this.#windowOf(key, now_ms, length_ms);
    window.count++;
    callback(null, { current: window.count, ttl: window.endsAt_ms - now_ms });
  }

  /** What was counted elsewhere, from where it goes on here should nobody answer there. */
  goOnFrom(key: string, { current, ttl }: { current: number; ttl: number }): void {
    const window = this.#windowOf(key, Date.now(), ttl);
    window.count = Math.max(window.count, current);
  }

  #windowOf(key: string, now_ms: number, length_ms: number): Window {
    const known = this.#windows.get(key);
    if (known && known.endsAt_ms > now_ms) return known;
    const begun = { count: 0, endsAt_ms: now_ms + length_ms };
    this.#windows.delete(key);
    this.#windows.set(key, begun);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostCounted && oldest !== undefined) this.#windows.delete(oldest);
    return begun;
  }

  child(): RequestCounts {
    return new RequestCounts();
  }
}

/** The same for all nodes together; while Redis is away each counts on for itself. */
export const countsOf = (together: () => RedisRequestCounts | null) =>
  class Counts implements FastifyRateLimitStore {
    readonly #own = new RequestCounts();

    incr(...asked: Parameters<RequestCounts['incr']>): void {
      const [key, callback, length_ms] = asked;
      const counts = together();
      const counted = counts ? counts.count(key, length_ms) : null;
      if (!counted) this.#own.incr(...asked);
      void counted?.then((found) => {
        if (!found) return this.#own.incr(...asked);
        this.#own.goOnFrom(key, found);
        callback(null, found);
      });
    }

    child(): Counts {
      return new Counts();
    }
  };
