import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { CachingFetcher } from './caching-fetcher.ts';
import { type CachedFile, DiskCache } from './disk-cache.ts';
import { kinds } from './file-kinds.ts';
import { planStyle, type StylePlan, tileListsOf } from './style-plan.ts';
import { tileAddress } from './tile-address.ts';
import { isTileList, planTileList } from './tile-list-plan.ts';

/** The plan is made anew from what is kept; only what has grown old there is asked for again. */
const planLife_ms = 5 * 60_000;
/** A map that begins waits no longer for its streets: without them it is the offline world. */
const styleAtLatest_ms = 1000;
/** When it could not be had it is not asked for again at once, however many maps begin. */
const unavailableFor_ms = 30_000;
const range = /^(\d{1,5})-(\d{1,5})$/;

export interface StyleSourceOptions {
  url: string;
  /** By the operator, who may name one in a private network. */
  isNamed: boolean;
  dataDir: string;
  cacheLimit_bytes: number;
  clock: Clock;
  log: FastifyBaseLogger;
  timeout_ms?: number;
}

/** The operator's style and all it names, handed on by this server, so that map makers learn nothing about people. */
export class StyleSource {
  readonly #url: URL;
  readonly #fetcher: CachingFetcher;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #isNamed: boolean;
  #plan: { made: StylePlan; until: number } | null = null;
  #unavailableUntil = 0;
  #making: Promise<StylePlan> | null = null;

  constructor(options: StyleSourceOptions) {
    const { url, isNamed, dataDir, cacheLimit_bytes, clock, log, timeout_ms } = options;
    this.#url = new URL(url);
    this.#isNamed = isNamed;
    this.#clock = clock;
    this.#log = log;
    this.#fetcher = new CachingFetcher({
      cache: new DiskCache(join(dataDir, 'map-cache'), cacheLimit_bytes),
      clock,
      log,
      trustedHost: isNamed ? this.#url.host : '',
      ...(timeout_ms !== undefined && { timeout_ms }),
    });
  }

  /** Null while it cannot be had, or not soon enough. */
  async style(): Promise<object | null> {
    const enough = new AbortController();
    const plan = this.#current().catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    const late = setTimeout(styleAtLatest_ms, null, { signal: enough.signal }).catch(() => null);
    try {
      return (await Promise.race([plan, late]))?.style ?? null;
    } finally {
      enough.abort();
    }
  }

  async tile(id: string, z: number, x: number, y: number): Promise<CachedFile> {
    const set = (await this.#current()).tiles.get(id);
    const isThere = set && z >= set.minZoom && z <= set.maxZoom && x < 2 ** z && y < 2 ** z;
    if (!isThere) throw new AppError('NOT_FOUND');
    const url = new URL(tileAddress(set, z, x, y));
    // A list that names other addresses for the same tiles leaves what is kept of them.
    return this.#fetcher.get(
      url,
      kinds[set.kind],
      set.kind === 'streets' ? `${id}/${z}/${x}/${y}` : url.href,
    );
  }

  async glyphs(fontstack: string, wanted: string): Promise<CachedFile> {
    const { glyphs, fonts } = await this.#current();
    const [, first, last] = range.exec(wanted) ?? [];
    const isRange =
      Number(first) % 256 === 0 && Number(last) === Number(first) + 255 && Number(last) <= 65_535;
    if (!glyphs || !isRange || !fontstack.split(',').every((name) => fonts.has(name))) {
      throw new AppError('NOT_FOUND');
    }
    const address = glyphs.replace('{fontstack}', encodeURIComponent(fontstack)).replace('{range}', wanted);
    return this.#fetcher.get(new URL(address), kinds.glyphs);
  }

  /** `ending` as MapLibre puts it behind the address: `.json`, `@2x.png`. */
  async sprite(id: string, ending: string): Promise<CachedFile> {
    const address = (await this.#current()).sprites.get(id);
    if (!address) throw new AppError('NOT_FOUND');
    const url = new URL(address);
    url.pathname += ending;
    return this.#fetcher.get(url, ending.endsWith('.json') ? kinds.spriteIndex : kinds.picture);
  }

  async file(id: string): Promise<CachedFile> {
    const file = (await this.#current()).files.get(id);
    if (!file) throw new AppError('NOT_FOUND');
    return this.#fetcher.get(new URL(file.url), kinds[file.kind]);
  }

  /** What is known is answered while it is made anew. */
  #current(): Promise<StylePlan> {
    const now = this.#clock().getTime();
    if (this.#plan && this.#plan.until > now) return Promise.resolve(this.#plan.made);
    if (!this.#plan && this.#unavailableUntil > now) {
      return Promise.reject(new AppError('UNAVAILABLE', { retryAfter_s: 10 }));
    }
    this.#making ??= this.#make().finally(() => {
      this.#making = null;
    });
    return this.#plan ? Promise.resolve(this.#plan.made) : this.#making;
  }

  async #make(): Promise<StylePlan> {
    try {
      const made = await this.#read();
      if (this.#plan === null && made.left.length > 0) {
        this.#log.warn({ sources: made.left }, 'map style: sources of a kind that is not handed on');
      }
      this.#plan = { made, until: this.#clock().getTime() + planLife_ms };
      return made;
    } catch (error) {
      this.#unavailableUntil = this.#clock().getTime() + unavailableFor_ms;
      // What was known keeps serving until the next attempt.
      if (!this.#plan) throw error;
      return this.#plan.made;
    }
  }

  async #read(): Promise<StylePlan> {
    const base = this.#url.href;
    const style = contentOf(await this.#fetcher.get(this.#url, kinds.style));
    if (style === null) throw this.#unusable('is not there');
    try {
      if (isTileList(style)) return planTileList(style, base, { isUsual: !this.#isNamed });
      return planStyle(style, base, await this.#listsOf(style));
    } catch (error) {
      throw error instanceof AppError ? error : this.#unusable((error as Error).message);
    }
  }

  async #listsOf(style: Record<string, unknown>) {
    const lists = new Map<string, { url: string; content: unknown }>();
    await Promise.all(
      [...tileListsOf(style, this.#url.href)].map(async ([name, url]) => {
        lists.set(name, { url, content: contentOf(await this.#fetcher.get(new URL(url), kinds.tileList)) });
      }),
    );
    return lists;
  }

  #unusable(why: string): AppError {
    this.#log.warn({ host: this.#url.host }, `map style: the style of ${this.#url.host} ${why}`);
    return new AppError('UNAVAILABLE', { retryAfter_s: 60 });
  }
}

function contentOf(file: CachedFile): Record<string, unknown> | null {
  return file.type === '' ? null : (JSON.parse(file.body.toString('utf8')) as Record<string, unknown>);
}
