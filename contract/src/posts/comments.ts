import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema, instantSchema, pageFields } from '../kernel/fields.ts';
import { commentRemovers } from './comments.rules.ts';

const commentFields = {
  id: idSchema,
  messageId: idSchema,
  /** Null, like `user`, where a comment was deleted: its place says nothing of who wrote it. */
  userId: z.nullable(idSchema),
  content: z.string(),
  parentId: z.nullable(idSchema),
  /** False for a deleted comment that still holds replies; its content is empty. */
  isActive: z.boolean(),
  /** Null while it stands. */
  removedBy: z.nullable(z.enum(commentRemovers)),
  createdAt: instantSchema,
  depth: z.int(),
  user: z.nullable(z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) })),
  can: z.object({ reply: z.boolean(), remove: z.boolean() }),
};

const depth3Schema = z.object({ ...commentFields, replies: z.array(z.never()) });
const depth2Schema = z.object({ ...commentFields, replies: z.array(depth3Schema) });
const depth1Schema = z.object({ ...commentFields, replies: z.array(depth2Schema) });
export const commentSchema = z.object({ ...commentFields, replies: z.array(depth1Schema) });

const anyDepthSchema = z.object(commentFields);
export type Comment = z.output<typeof anyDepthSchema> & { replies: Comment[] };

export const commentsErrors = defineErrors({
  COMMENT_SIGN_IN_REQUIRED: { status: 401, text: 'User must be logged in to comment.' },
  COMMENT_EMPTY: { status: 400, text: 'A comment needs some text' },
  COMMENT_TOO_LONG: { status: 400, text: 'A comment can have up to 1000 characters' },
  COMMENT_TOO_DEEP: { status: 400, text: 'Replies go three levels deep at most' },
  COMMENT_TREE_FULL: { status: 400, text: 'This comment has 200 replies already. Please begin a new one.' },
  COMMENT_NOT_FOUND: { status: 404, text: 'Comment not found' },
  NOT_YOUR_COMMENT: { status: 403, text: 'You can only delete your own comments' },
});

export const listComments = endpoint({
  name: 'listComments',
  method: 'GET',
  path: '/api/comments',
  summary: 'The comments of a post as trees, oldest first, 50 trees a page',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({ messageId: idSchema, limit: pageFields.limit, cursor: pageFields.cursor }),
  data: z.array(commentSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['POST_NOT_FOUND'],
});

/** The same `clientId` again within a day answers the comment that was made the first time. */
export const addComment = endpoint({
  name: 'addComment',
  method: 'POST',
  path: '/api/comments',
  summary: 'Comments on a post or answers a comment',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'COMMENT_SIGN_IN_REQUIRED',
  body: z.object({
    messageId: idSchema,
    userId: z.optional(idSchema),
    content: z.string(),
    parentId: z.optional(z.nullable(idSchema)),
    isActive: z.optional(z.boolean()),
    clientId: z.optional(clientIdSchema),
  }),
  data: commentSchema,
  errors: [
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'NEWCOMER_LINKS',
    'COMMENT_EMPTY',
    'COMMENT_TOO_LONG',
    'COMMENT_TOO_DEEP',
    'COMMENT_TREE_FULL',
    'COMMENT_NOT_FOUND',
    'POST_NOT_FOUND',
    'ACCOUNT_LIMITED',
  ],
});

export const removeComment = endpoint({
  name: 'removeComment',
  method: 'DELETE',
  path: '/api/comments/{commentId}',
  summary: 'Deletes the own comment, or one under the own post; its replies stay',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ commentId: idSchema }),
  body: z.object({ userId: z.optional(idSchema) }),
  data: z.object({ id: idSchema }),
  errors: ['COMMENT_NOT_FOUND', 'NOT_YOUR_COMMENT'],
});
