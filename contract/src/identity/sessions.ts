import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { browsers, systems } from './sessions.rules.ts';

export const deviceSchema = z.object({
  /** Not the session's own id, and good for nothing but ending it. */
  id: idSchema,
  browser: z.enum(browsers),
  system: z.enum(systems),
  signedInAt: instantSchema,
  /** To the hour. */
  lastUsedAt: instantSchema,
  until: instantSchema,
  isKept: z.boolean(),
  isPushedTo: z.boolean(),
  isThis: z.boolean(),
});
export type Device = z.output<typeof deviceSchema>;

export const sessionsErrors = defineErrors({
  DEVICE_NOT_FOUND: { status: 404, text: 'This device is not signed in' },
});

const actorOnly = { userId: z.optional(idSchema) };

export const listDevices = endpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/api/account/devices',
  summary: 'Where one is signed in, this device first, then the latest used',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(actorOnly),
  data: z.array(deviceSchema),
  whileOut: true,
});

/** The cookie is written anew with the answer. */
export const keepSignedIn = endpoint({
  name: 'keepSignedIn',
  method: 'PUT',
  path: '/api/account/devices/this',
  summary: 'Stays signed in on this device, or for the rest of 24 hours only',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...actorOnly, keep: z.boolean() }),
  data: deviceSchema,
});

/** Its streams end and it is pushed to no more. Without an id: everywhere else. This device is none of the others. */
export const signOutDevices = endpoint({
  name: 'signOutDevices',
  method: 'DELETE',
  path: '/api/account/devices',
  summary: 'Signs another device out, or all others',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...actorOnly, deviceId: z.optional(idSchema) }),
  data: z.object({ ended: z.int() }),
  errors: ['DEVICE_NOT_FOUND'],
  whileOut: true,
});
