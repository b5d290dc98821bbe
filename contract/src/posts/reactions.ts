import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { anyCaseReactionTypeSchema, reactionTypeSchema } from './reaction-types.ts';

export const reactionSchema = z.object({
  id: idSchema,
  messageId: idSchema,
  userId: idSchema,
  userName: z.string(),
  reactionType: reactionTypeSchema,
  createdAt: instantSchema,
});
export type Reaction = z.output<typeof reactionSchema>;

export const reactionsErrors = defineErrors({
  REACTION_SIGN_IN_REQUIRED: { status: 401, text: 'Please log in to add reactions' },
});

const reactionBody = z.object({
  messageId: idSchema,
  reactionType: anyCaseReactionTypeSchema,
  userId: z.optional(idSchema),
  userName: z.optional(z.string().check(z.maxLength(200))),
});

export const addReaction = endpoint({
  name: 'addReaction',
  method: 'POST',
  path: '/api/reactions',
  summary: 'Reacts to a post; a person has one reaction a post, another kind replaces it',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'REACTION_SIGN_IN_REQUIRED',
  body: reactionBody,
  data: reactionSchema,
  errors: ['POST_NOT_FOUND'],
});

export const removeReaction = endpoint({
  name: 'removeReaction',
  method: 'DELETE',
  path: '/api/reactions',
  summary: 'Takes the own reaction back; without effect when it was another kind',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'REACTION_SIGN_IN_REQUIRED',
  body: reactionBody,
  data: z.null(),
  errors: ['POST_NOT_FOUND'],
});

export const listReactions = endpoint({
  name: 'listReactions',
  method: 'GET',
  path: '/api/reactions',
  summary: 'The newest 200 reactions to a post',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({ messageId: idSchema }),
  data: z.array(reactionSchema),
  errors: ['POST_NOT_FOUND'],
});
