import * as z from 'zod/mini';
import { languages } from '../identity/identity.rules.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema } from '../kernel/fields.ts';

export const mailErrors = defineErrors({
  MAIL_NOT_OFFERED: { status: 409, text: 'This server sends no mail' },
  MAIL_ADDRESS_MISSING: { status: 409, text: 'Your sign-in vouches for no e-mail address' },
});

const own = { userId: z.optional(idSchema) };

export const mailSettingsSchema = z.object({
  /** Whether this server sends mail at all. */
  offered: z.boolean(),
  /** Where it would go: the address that the sign-in vouches for. */
  address: z.nullable(z.string()),
  /** Once a week what waits, in numbers. */
  digest: z.boolean(),
});
export type MailSettings = z.output<typeof mailSettingsSchema>;

export const getMailSettings = endpoint({
  name: 'getMailSettings',
  method: 'GET',
  path: '/api/mail/settings',
  summary: 'Whether this server sends mail, to which address, and whether a weekly summary is among it',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(own),
  data: mailSettingsSchema,
});

export const saveMailSettings = endpoint({
  name: 'saveMailSettings',
  method: 'PUT',
  path: '/api/mail/settings',
  summary: 'Asks for the weekly summary by mail in a language, or for none any more',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...own, digest: z.boolean(), language: z.enum(languages) }),
  data: mailSettingsSchema,
  errors: ['MAIL_NOT_OFFERED', 'MAIL_ADDRESS_MISSING'],
});
