import * as z from 'zod/mini';
import { clientErrorLimits } from './client-errors.rules.ts';
import { endpoint } from './endpoint.ts';

const upTo = (most: number) => z.string().check(z.maxLength(most));

/** There where the operator asks for it (`CLIENT_ERRORS=1`), else an unknown call. */
export const reportClientError = endpoint({
  name: 'reportClientError',
  method: 'POST',
  path: '/api/client-errors',
  summary: 'Tells the operator what made a page fail',
  who: 'anyone',
  whileOut: 'visitor',
  budget: 'client-error',
  body: z.object({
    message: upTo(clientErrorLimits.message).check(z.minLength(1)),
    /** Lines that name places in the code; others are dropped. */
    stack: upTo(clientErrorLimits.stack),
    /** Which components it stood in, as React tells. */
    component: upTo(clientErrorLimits.component),
    /** What was thrown outside of the components before, where nothing fails by it alone. */
    earlier: z
      .array(z.object({ message: upTo(clientErrorLimits.message), stack: upTo(clientErrorLimits.stack) }))
      .check(z.maxLength(clientErrorLimits.earlier)),
    /** Of the page, which may be older than the server. */
    version: upTo(clientErrorLimits.version),
    browser: upTo(clientErrorLimits.browser),
  }),
  data: z.object({}),
});
