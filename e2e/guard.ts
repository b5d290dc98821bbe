import type { BrowserContext } from '@playwright/test';
import { probePath } from './network.ts';

const mark = 'Content-Security-Policy:';

/** What a page must not do, whatever the journey: collected here, judged at its end. */
export class Guard {
  readonly problems: string[] = [];
  readonly #expected: RegExp[] = [
    // Everybody's first own profile is asked for before it is made.
    /404 .*\/api\/profiles\/[\w-]+$/,
    // A stream may end, by a sign-out or a restart, while the page is telling what it listens to.
    /404 .*\/api\/live\/sync$/,
    // What is no page of ours (a file, the provider's form) names no icon.
    /404 .*\/favicon\.ico$/,
    // What asks whether there is a network is never found, or there is none.
    new RegExp(`(404|net::ERR_INTERNET_DISCONNECTED) .*${probePath}$`),
  ];
  readonly #origins: string[];

  constructor(origin: string) {
    this.#origins = [origin];
  }

  /** Failures that the journey itself brings about, as "text address". */
  expect(...failures: RegExp[]): void {
    this.#expected.push(...failures);
  }

  /** Another server that the journey's pages may talk to. */
  allow(origin: string): void {
    this.#origins.push(origin);
  }

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript((prefix) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // biome-ignore lint/suspicious/noConsole: the one way out of the page that needs no binding
        console.error(`${prefix} ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    }, mark);
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      const text = `${message.text()} ${message.location().url}`;
      if (!this.#expected.some((failure) => failure.test(text))) this.problems.push(`console: ${text}`);
    });
    context.on('weberror', (error) => {
      const text = String(error.error().stack ?? error.error());
      if (!this.#expected.some((failure) => failure.test(text))) this.problems.push(`page error: ${text}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      const isOwn = this.#origins.includes(url.origin) || ['data:', 'blob:'].includes(url.protocol);
      if (!isOwn) this.problems.push(`request to another host: ${request.url()}`);
    });
  }
}
