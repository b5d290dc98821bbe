import type { Deps } from '#platform/deps.ts';
import { askOutside, OutsideError } from '#platform/outside-request.ts';
import { decoded, type PageWords, previewableUrl, wordsOf } from './link-preview.rules.ts';

const limit_bytes = 2 * 1024 * 1024;
const timeout_ms = 5000;
const mostCached = 500;
const cachedFor_ms = 60 * 60 * 1000;
/** Asked for at once, whoever asks: the rest is told that there is nothing. */
const atOnce = 8;

/** Asks for a page; replaced in tests by one that may reach this machine. */
export type AskForPage = (url: URL) => Promise<PageWords | null>;

/** Words of a public page; null for everything else. Nothing of the person who asks goes along. */
export const askForPublicPage: AskForPage = async (url) => {
  const answer = await askOutside({
    url,
    headers: { accept: 'text/html', 'accept-language': 'en' },
    limit_bytes,
    timeout_ms,
    trustedHost: '',
  });
  if (answer.status !== 200 || !/^(text\/html|application\/xhtml\+xml)$/.test(answer.type)) return null;
  return wordsOf(decoded(answer.body, answer.headers['content-type']), url);
};

/** Pages asked for lately, also those that had nothing to say; many who look at one message cause one request. */
export class LinkPreviews {
  readonly #deps: Deps;
  readonly #ask: AskForPage;
  readonly #cached = new Map<string, { until: number; words: Promise<PageWords | null> }>();
  #active = 0;

  constructor(deps: Deps, ask: AskForPage = askForPublicPage) {
    this.#deps = deps;
    this.#ask = ask;
  }

  /** Null for what is no public page, or says nothing. */
  async of(text: string): Promise<(PageWords & { url: string }) | null> {
    const url = previewableUrl(text);
    const words = url && (await this.#wordsOf(url));
    return url && words ? { url: url.href, ...words } : null;
  }

  #wordsOf(url: URL): Promise<PageWords | null> {
    const now = this.#deps.clock().getTime();
    const known = this.#cached.get(url.href);
    if (known && known.until > now) return known.words;
    if (this.#active >= atOnce) return Promise.resolve(null);
    this.#active++;
    const words = this.#ask(url)
      .catch((error: unknown) => {
        if (error instanceof OutsideError) return null;
        throw error;
      })
      .finally(() => {
        this.#active--;
      });
    this.#cached.set(url.href, { until: now + cachedFor_ms, words });
    words.catch(() => this.#cached.delete(url.href));
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > mostCached && oldest !== undefined) this.#cached.delete(oldest);
    return words;
  }
}
