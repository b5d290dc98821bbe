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
    let window = this.#windows.get(key);
    if (!window || window.endsAt_ms <= now_ms) {
      window = { count: 0, endsAt_ms: now_ms + length_ms };
      this.#windows.delete(key);
      this.#windows.set(key, window);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > mostCounted && oldest !== undefined) this.#windows.delete(oldest);
    }
    window.count++;
    callback(null, { current: window.count, ttl: window.endsAt_ms - now_ms });
  }

  child(): RequestCounts {
    return new RequestCounts();
  }
}

/** The same for all nodes together; while Redis is away each counts for itself. */
export const countsOf = (together: () => RedisRequestCounts | null) =>
  class Counts implements FastifyRateLimitStore {
    readonly #own = new RequestCounts();

    incr(...asked: Parameters<RequestCounts['incr']>): void {
      const [key, callback, length_ms] = asked;
      const counts = together();
      const counted = counts ? counts.count(key, length_ms) : null;
      if (!counted) this.#own.incr(...asked);
      void counted?.then((found) => {
        if (found) callback(null, found);
        else this.#own.incr(...asked);
      });
    }

    child(): Counts {
      return new Counts();
    }
  };
