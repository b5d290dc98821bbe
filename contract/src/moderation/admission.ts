import * as z from 'zod/mini';
import { registrationModes } from '../identity/registration.rules.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { actorOnly, personSchema } from './moderation-fields.ts';

export const admissionErrors = defineErrors({
  BLOCK_NOT_FOUND: { status: 404, text: 'This sign-in is not blocked' },
});

export const getRegistration = endpoint({
  name: 'getRegistration',
  method: 'GET',
  path: '/api/registration',
  summary: 'Who may come in; asked before signing in',
  who: 'anyone',
  query: z.object({ invitation: z.optional(idSchema) }),
  data: z.object({
    mode: z.enum(registrationModes),
    /** The name of whoever made the invitation given, while it is valid. */
    invitedBy: z.nullable(z.string()),
    isInvitationValid: z.nullable(z.boolean()),
  }),
  whileOut: true,
});

export const setRegistration = endpoint({
  name: 'setRegistration',
  method: 'PUT',
  path: '/api/registration',
  summary: 'Opens or closes the door for new accounts; for administrators',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...actorOnly, mode: z.enum(registrationModes) }),
  data: z.object({ mode: z.enum(registrationModes) }),
  errors: ['ADMINISTRATORS_ONLY'],
});

export const blockedIdentitySchema = z.object({
  id: idSchema,
  createdAt: instantSchema,
  /** From then on an account can be opened again. */
  until: instantSchema,
  /** Null where the account was erased before anything was decided. */
  rule: z.nullable(z.int()),
  /** The link of the decision in the log. */
  decisionNumber: z.nullable(z.int()),
  /** Until their account is erased. */
  person: z.nullable(personSchema),
});
export type BlockedIdentity = z.output<typeof blockedIdentitySchema>;

/** Of the sign-in itself nothing is told: what is kept of it leads back to nobody. */
export const listBlockedIdentities = endpoint({
  name: 'listBlockedIdentities',
  method: 'GET',
  path: '/api/moderation/blocked-identities',
  summary: 'Sign-ins with which no account is opened, the latest first; for administrators',
  who: 'signed-in',
  query: z.object({ cursor: z.optional(cursorSchema) }),
  data: z.array(blockedIdentitySchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['ADMINISTRATORS_ONLY'],
});

export const unblockIdentity = endpoint({
  name: 'unblockIdentity',
  method: 'DELETE',
  path: '/api/moderation/blocked-identities/{blockId}',
  summary: 'Lets somebody open an account again whose was closed; for administrators',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ blockId: idSchema }),
  body: z.object(actorOnly),
  data: z.null(),
  errors: ['ADMINISTRATORS_ONLY', 'BLOCK_NOT_FOUND'],
});
