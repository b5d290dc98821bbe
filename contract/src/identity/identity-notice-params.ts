import * as z from 'zod/mini';
import { browsers, systems } from './sessions.rules.ts';

export const identityNoticeParams = {
  browser: z.nullable(z.enum(browsers)),
  system: z.nullable(z.enum(systems)),
};
