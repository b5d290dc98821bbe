import { createHash } from 'node:crypto';
import { reportClientError } from '@dazi/contract/kernel/client-errors';
import { clientErrorLimits, framesOf, withoutTexts } from '@dazi/contract/kernel/client-errors.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { network } from './guards.ts';
import { handle } from './routes.ts';

type Report = BodyOf<typeof reportClientError>;

const forgotten_ms = 60 * 60_000;
/** So that nobody fills the disk with errors that they make up. */
const mostAnHour = 100;
/** So that one visitor does not use up what is there for all. */
const mostOfNetwork = 10;

const leftOut = {
  ofNetwork: 'more errors of one network than are logged in an hour: others are left out',
  ofAll: 'more errors of pages than are logged in an hour: others are left out',
};

class LoggedErrors {
  #known = new Set<string>();
  #ofNetworks = new Map<string, number>();
  #said = new Set<string>();
  #began_ms = 0;

  /** Whether it is new, and may still be logged; `say` is told once an hour why it may not. */
  take(
    { message, stack }: Pick<Report, 'message' | 'stack'>,
    from: string,
    now_ms: number,
    say: (why: string) => void,
  ): boolean {
    if (now_ms - this.#began_ms >= forgotten_ms) {
      this.#known = new Set();
      this.#ofNetworks = new Map();
      this.#said = new Set();
      this.#began_ms = now_ms;
    }
    // The same in another browser or version is still one error.
    const digest = createHash('sha256')
      .update(JSON.stringify([message, stack]))
      .digest('base64url');
    if (this.#known.has(digest)) return false;
    const ofNetwork = this.#ofNetworks.get(from) ?? 0;
    const why =
      this.#known.size >= mostAnHour ? leftOut.ofAll : ofNetwork >= mostOfNetwork ? leftOut.ofNetwork : null;
    if (why) {
      if (!this.#said.has(why)) say(why);
      this.#said.add(why);
      return false;
    }
    this.#known.add(digest);
    this.#ofNetworks.set(from, ofNetwork + 1);
    return true;
  }
}

const cleanedError = ({ message, stack }: Pick<Report, 'message' | 'stack'>) => ({
  message: withoutTexts(message),
  stack: framesOf(stack, clientErrorLimits.stack),
});

/** The browser has left out what people wrote; whoever sends something by hand has not. */
const cleaned = ({ component, earlier, version, browser, ...error }: Report) => ({
  ...cleanedError(error),
  earlier: earlier.map(cleanedError),
  component: framesOf(component, clientErrorLimits.component),
  webVersion: version.replace(/[^\w.() -]/g, ''),
  browser: browser.replace(/[^\w.,:;()/+ -]/g, ''),
});

/** POST /api/client-errors, where the operator wants to read in the log what failed in browsers. */
export function clientErrorRoutes(
  app: FastifyInstance,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
): void {
  if (!config.logsClientErrors) return;
  const logged = new LoggedErrors();
  handle(app, reportClientError, async ({ body, request }) => {
    const clientError = cleaned(body);
    const say = (why: string) => request.log.warn(why);
    if (logged.take(clientError, network(request.ip), clock().getTime(), say))
      request.log.warn({ clientError }, 'a page failed in a browser');
    return { data: {} };
  });
}
