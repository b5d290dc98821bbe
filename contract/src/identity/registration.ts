import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { invitationLimits } from './registration.rules.ts';

/** The first four are what a sign-in ends with that opens no account. */
export const registrationErrors = defineErrors({
  REGISTRATION_CLOSED: { status: 403, text: 'This community takes nobody new at the moment' },
  INVITATION_NEEDED: { status: 403, text: 'You need an invitation to join this community' },
  INVITATION_GONE: { status: 404, text: 'This invitation is not valid any more' },
  IDENTITY_BLOCKED: { status: 403, text: 'No account can be opened with this sign-in' },
  INVITATIONS_USED_UP: { status: 429, text: 'You have made all the invitations of this month' },
  TOO_NEW_TO_INVITE: { status: 403, text: 'You can invite others once you have been here for 14 days' },
});

const actorOnly = { userId: z.optional(idSchema) };

export const invitationSchema = z.object({
  id: idSchema,
  /** Begins at the root of this site. */
  path: z.string(),
  /** Places that nobody in `came` has taken; 0 once it is closed or its time is over. */
  left: z.int(),
  until: instantSchema,
  came: z.array(z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) })),
});
export type Invitation = z.output<typeof invitationSchema>;

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/api/invitations',
  summary: 'The invitations one has made, the latest first, and who came by them',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(actorOnly),
  data: z.array(invitationSchema),
});

/** The same `clientId` again within a day answers the invitation that was made the first time. */
export const makeInvitation = endpoint({
  name: 'makeInvitation',
  method: 'POST',
  path: '/api/invitations',
  summary: 'Makes a link by which up to 5 people may open an account',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    ...actorOnly,
    people: z.optional(z.int().check(z.gte(1), z.lte(invitationLimits.people))),
    clientId: z.optional(clientIdSchema),
  }),
  data: invitationSchema,
  errors: ['TOO_NEW_TO_INVITE', 'INVITATIONS_USED_UP', 'ACCOUNT_LIMITED'],
});

export const removeInvitation = endpoint({
  name: 'removeInvitation',
  method: 'DELETE',
  path: '/api/invitations/{invitationId}',
  summary: 'Closes an invitation',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ invitationId: idSchema }),
  body: z.object(actorOnly),
  data: z.null(),
  errors: ['INVITATION_GONE'],
});
