import { createHash } from 'node:crypto';
import { reportClientError } from '@dazi/contract/kernel/client-errors';
import { clientErrorLimits, framesOf, withoutTexts } from '@dazi/contract/kernel/client-errors.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { handle } from './routes.ts';

type Report = BodyOf<typeof reportClientError>;

const forgotten_ms = 60 * 60_000;
/** So that nobody fills the disk with errors that they make up. */
const mostAnHour = 100;

/** What was logged in this hour, by its digest. */
class LoggedErrors {
  #known = new Set<string>();
  #began_ms = 0;

  /** Whether it is new, and may still be logged. */
  take(error: object, now_ms: number): boolean {
    if (now_ms - this.#began_ms >= forgotten_ms) {
      this.#known = new Set();
      this.#began_ms = now_ms;
    }
    const digest = createHash('sha256').update(JSON.stringify(error)).digest('base64url');
    if (this.#known.has(digest) || this.#known.size >= mostAnHour) return false;
    this.#known.add(digest);
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
    if (logged.take(clientError, clock().getTime()))
      request.log.warn({ clientError }, 'a page failed in a browser');
    return { data: {} };
  });
}
