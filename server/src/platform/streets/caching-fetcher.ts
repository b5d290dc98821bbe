import { gunzipSync } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { askOutside, type OutsideAnswer, OutsideError } from '../outside-request.ts';
import type { CachedFile, DiskCache } from './disk-cache.ts';

const minute_ms = 60_000;
const day_ms = 24 * 60 * minute_ms;
const shortestLife_ms = 5 * minute_ms;
const longestLife_ms = 30 * day_ms;
/** For an answer that does not say how long it is good. */
const usualLife_ms = day_ms;
const nothingThereLife_ms = 60 * minute_ms;

const atOnce = 16;
const waitingAtMost = 512;
/** After so many failures in a row the other side is left alone for a while. */
const failuresUntilPause = 3;
const pause_ms = 10_000;
/** What was refused (too large, wrong kind) is not asked for again at once. */
const refusedFor_ms = 30_000;
const refusedAtMost = 2000;
const retryAfter_s = 10;

/** What an answer must be. `check` gives the content type under which it is passed on, or null. */
export interface FileKind {
  readonly name: string;
  readonly limit_bytes: number;
  check(type: string, body: Buffer): string | null;
}

export interface FetcherOptions {
  cache: DiskCache;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Host and port that may be in a private network; empty for none. */
  trustedHost: string;
  timeout_ms?: number;
}

/** Old files are asked for with their tag, and serve while the other side is away. Many who want one ask once. */
export class CachingFetcher {
  readonly #options: FetcherOptions;
  readonly #under = new Map<string, Promise<CachedFile>>();
  readonly #refusedUntil = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #failures = 0;
  #pausedUntil = 0;
  #lastComplaint = '';

  constructor(options: FetcherOptions) {
    this.#options = options;
  }

  /** Throws UNAVAILABLE when it is neither there nor here; an empty type: nothing is there. Kept by `name`. */
  get(url: URL, kind: FileKind, name = url.href): Promise<CachedFile> {
    const running = this.#under.get(name);
    if (running) return running;
    const promise = this.#get(url, kind, name).finally(() => this.#under.delete(name));
    this.#under.set(name, promise);
    return promise;
  }

  async #get(url: URL, kind: FileKind, name: string): Promise<CachedFile> {
    const { cache } = this.#options;
    const cached = await cache.get(name);
    if (cached && cached.freshUntil > this.#now()) return cached;
    const nothing = name === url.href ? null : await cache.get(url.href);
    if (nothing && nothing.freshUntil > this.#now()) return nothing;
    const isPaused = this.#pausedUntil > this.#now();
    const isRefused = (this.#refusedUntil.get(url.href) ?? 0) > this.#now();
    if (!isPaused && !isRefused) {
      try {
        const fresh = await this.#inTurn(() => this.#ask(url, kind, cached));
        if (fresh) {
          this.#failures = 0;
          // That nothing is there says nothing of another address.
          await cache.put(fresh.type === '' ? url.href : name, fresh);
          return fresh;
        }
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error;
        this.#note(url, kind, error);
      }
    }
    if (cached) return cached;
    throw new AppError('UNAVAILABLE', { retryAfter_s });
  }

  async #ask(url: URL, kind: FileKind, cached: CachedFile | null): Promise<CachedFile> {
    const { trustedHost, timeout_ms = 10_000 } = this.#options;
    const answer = await askOutside({
      url,
      trustedHost,
      timeout_ms,
      limit_bytes: kind.limit_bytes,
      headers: {
        ...(cached?.etag ? { 'if-none-match': cached.etag } : {}),
        ...(cached?.lastModified ? { 'if-modified-since': cached.lastModified } : {}),
      },
    });
    const now = this.#now();
    if (answer.status === 304 && cached) return { ...cached, freshUntil: now + lifeOf(answer, now) };
    if ([204, 404, 410].includes(answer.status)) {
      const freshUntil = now + nothingThereLife_ms;
      return { type: '', etag: null, lastModified: null, freshUntil, body: Buffer.alloc(0) };
    }
    if (answer.status !== 200) {
      const isAway = answer.status >= 500 || answer.status === 429;
      throw new OutsideError(`answered ${answer.status}`, isAway);
    }
    const body = unzipped(answer.body, kind.limit_bytes);
    const type = kind.check(answer.type, body);
    if (type === null) throw new OutsideError('is of another kind than it should be', false);
    return {
      type,
      body,
      etag: answer.headers.etag ?? null,
      lastModified: answer.headers['last-modified'] ?? null,
      freshUntil: now + lifeOf(answer, now),
    };
  }

  /** Host and reason only: the rest of the address may hold the operator's key, and tells of a place. */
  #note(url: URL, kind: FileKind, error: OutsideError): void {
    const now = this.#now();
    if (error.isAway) {
      this.#failures++;
      if (this.#failures >= failuresUntilPause) this.#pausedUntil = now + pause_ms;
    } else {
      if (this.#refusedUntil.size >= refusedAtMost) this.#refusedUntil.clear();
      this.#refusedUntil.set(url.href, now + refusedFor_ms);
    }
    // A machine without network is no news.
    const often_ms = error.isAway ? day_ms : minute_ms;
    const complaint = `${url.host} ${kind.name} ${error.message} ${Math.floor(now / often_ms)}`;
    if (complaint === this.#lastComplaint) return;
    this.#lastComplaint = complaint;
    this.#options.log.warn(
      { host: url.host, what: kind.name },
      `map style: ${kind.name} of ${url.host} ${error.message}`,
    );
  }

  /** Null when there is no turn: too many wait, or what they wait behind turned out to be away. */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result | null> {
    if (this.#active >= atOnce) {
      if (this.#waiting.length >= waitingAtMost) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (this.#pausedUntil > this.#now()) {
        this.#waiting.shift()?.();
        return null;
      }
    }
    this.#active++;
    try {
      return await work();
    } finally {
      this.#active--;
      this.#waiting.shift()?.();
    }
  }

  #now(): number {
    return this.#options.clock().getTime();
  }
}

function lifeOf({ headers }: OutsideAnswer, now: number): number {
  const control = headers['cache-control'] ?? '';
  // What is said to caches that serve many goes before what is said to browsers.
  const maxAge = (/s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control))?.[1];
  /** Seconds that it has lain in other caches on its way. */
  const age = Number(headers.age) || 0;
  const expires = Date.parse(headers.expires ?? '');
  let life_ms = usualLife_ms;
  if (/no-store|no-cache/.test(control)) life_ms = 0;
  else if (maxAge !== undefined) life_ms = (Number(maxAge) - age) * 1000;
  else if (Number.isFinite(expires)) life_ms = expires - now;
  return Math.min(longestLife_ms, Math.max(shortestLife_ms, life_ms));
}

/** Some servers keep tiles packed and do not say so. */
function unzipped(body: Buffer, limit_bytes: number): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: limit_bytes });
  } catch {
    throw new OutsideError('is too large or broken', false);
  }
}
