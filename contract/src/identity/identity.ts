import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema, wordsUpTo } from '../kernel/fields.ts';
import { standingSchema } from './standing.ts';

export const genderSchema = z.enum(['M', 'F']);
export type Gender = z.output<typeof genderSchema>;

export const userSchema = z.object({
  id: idSchema,
  /** For the person itself and administrators alone; null to everybody else. */
  email: z.nullable(z.string()),
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  createdAt: instantSchema,
  lastActive: instantSchema,
  /** Always true: accounts are made by a sign-in. */
  verified: z.boolean(),
  /** Whether the provider vouches for the e-mail address; only where the address is answered. */
  emailVerified: z.optional(z.boolean()),
  gender: z.nullable(genderSchema),
});
export type User = z.output<typeof userSchema>;

export const leftAccountSchema = z.object({
  name: z.string(),
  leftAt: instantSchema,
  restorableUntil: instantSchema,
});
export type LeftAccount = z.output<typeof leftAccountSchema>;

export const identityErrors = defineErrors({
  NO_CREDENTIAL: { status: 400, text: 'No credential received from {provider}' },
  INVALID_IDENTITY_TOKEN: { status: 401, text: 'Invalid {provider} token' },
  SIGN_IN_CANCELLED: { status: 400, text: 'Sign-in cancelled by user' },
  SIGN_IN_FAILED: { status: 400, text: 'Sign-in failed. Please try again.' },
  PROFILE_FETCH_FAILED: { status: 503, text: 'Profile fetch failed: {status}' },
  USER_CREATION_FAILED: {
    status: 503,
    text: 'Authentication failed: Unable to create user in database. Please try again.',
  },
  SIGN_IN_NOT_INITIALISED: { status: 503, text: 'Google identity service not initialized' },
  SIGN_IN_UNREACHABLE: { status: 503, text: 'Failed to load Google identity service' },
  ACCOUNT_NOT_LEFT: { status: 409, text: 'This account is not deleted' },
  EXPORT_RUNNING: { status: 429, text: 'Your data is being downloaded already' },
});

export const getSession = endpoint({
  name: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  summary: "The session's user, or null when signed out; `left` for a deleted account that may be restored",
  who: 'anyone',
  data: z.nullable(userSchema),
  top: {
    left: z.nullable(leftAccountSchema),
    administrator: z.boolean(),
    /** Administrators are moderators as well. */
    moderator: z.boolean(),
    standing: standingSchema,
    /** A decision that must be read before one goes on. */
    unreadDecision: z.nullable(idSchema),
    /** Until when one stays signed in here without coming back, where one asked to; null for the usual 24 hours. */
    keptUntil: z.nullable(instantSchema),
  },
  whileOut: true,
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Ends the session and its streams',
  who: 'anyone',
  data: z.null(),
  whileOut: true,
});

export const saveUser = endpoint({
  name: 'saveUser',
  method: 'POST',
  path: '/api/users',
  summary: "Refreshes the session's user; verified, createdAt and gender are the server's own",
  who: 'signed-in',
  body: z.object({
    id: z.optional(idSchema),
    email: z.optional(z.nullable(z.string().check(z.maxLength(320)))),
    name: z.optional(wordsUpTo(50)),
    avatarUrl: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    createdAt: z.optional(z.string().check(z.maxLength(40))),
    lastActive: z.optional(z.string().check(z.maxLength(40))),
    verified: z.optional(z.boolean()),
  }),
  data: userSchema,
  top: { message: z.string() },
});

export const removeAccount = endpoint({
  name: 'removeAccount',
  method: 'DELETE',
  path: '/api/profiles/{userId}',
  summary: 'Deletes the own account: hidden at once, restorable for 29 days, erased within 30',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ userId: idSchema }),
  body: z.object({ userId: z.optional(idSchema) }),
  data: z.object({ restorableUntil: instantSchema }),
  whileOut: true,
});

export const restoreAccount = endpoint({
  name: 'restoreAccount',
  method: 'POST',
  path: '/api/account/restore',
  summary: 'Takes the deletion of the own account back',
  who: 'returning',
  data: userSchema,
  errors: ['ACCOUNT_NOT_LEFT'],
  whileOut: true,
});

/** A zip archive, not JSON: described for the OpenAPI document and the tests. */
export const exportAccount = endpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/api/account/export',
  summary: 'Everything that is stored about the own person, as a zip archive',
  who: 'signed-in',
  actor: 'userId',
  budget: 'export',
  query: z.object({ userId: z.optional(idSchema) }),
  data: z.unknown(),
  errors: ['EXPORT_RUNNING'],
  whileOut: true,
});
