import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';

export const bookmarksErrors = defineErrors({
  BOOKMARK_SIGN_IN_REQUIRED: { status: 401, text: 'User must be authenticated to bookmark messages' },
  UNBOOKMARK_SIGN_IN_REQUIRED: { status: 401, text: 'User must be authenticated to remove bookmarks' },
  OWN_POST_BOOKMARK: { status: 400, text: 'You cannot bookmark your own message' },
});

const bookmarkBody = z.object({ messageId: idSchema, userId: z.optional(idSchema) });

export const addBookmark = endpoint({
  name: 'addBookmark',
  method: 'POST',
  path: '/api/bookmarks',
  summary: "Keeps somebody else's post",
  who: 'signed-in',
  actor: 'userId',
  signInError: 'BOOKMARK_SIGN_IN_REQUIRED',
  body: bookmarkBody,
  data: z.object({ messageId: idSchema, userId: idSchema, createdAt: instantSchema }),
  errors: ['POST_NOT_FOUND', 'OWN_POST_BOOKMARK'],
});

export const removeBookmark = endpoint({
  name: 'removeBookmark',
  method: 'DELETE',
  path: '/api/bookmarks',
  summary: 'Lets a kept post go; without effect when it was not kept',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'UNBOOKMARK_SIGN_IN_REQUIRED',
  body: bookmarkBody,
  data: z.null(),
});
