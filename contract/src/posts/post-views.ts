import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cursorSchema, idSchema, instantSchema, pageFields } from '../kernel/fields.ts';
import { mapPageSize, postViews } from './post-views.rules.ts';
import { postSchema } from './posts.ts';

export type PostView = (typeof postViews)[number];

const numberIn = (low: number, high: number) => z.optional(z.coerce.number().check(z.gte(low), z.lte(high)));

/** All conditions are joined by "and"; keywords among each other by "or". */
export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/messages',
  summary: 'Active posts, newest first, by author, place and filters',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({
    userId: z.optional(idSchema),
    ids: z.optional(z.string().check(z.maxLength(4000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(mapPageSize))),
    page: pageFields.page,
    cursor: z.optional(cursorSchema),
    latitude: numberIn(-90, 90),
    longitude: numberIn(-180, 180),
    radiusKm: numberIn(0.1, 20_000),
    west: numberIn(-180, 180),
    south: numberIn(-90, 90),
    east: numberIn(-180, 180),
    north: numberIn(-90, 90),
    gender: z.optional(genderSchema),
    view: z.optional(z.enum(postViews)),
    /** Separated by commas; any of them, anywhere in the text, case ignored. */
    keywords: z.optional(z.string().check(z.maxLength(600))),
    postedSince: z.optional(instantSchema),
  }),
  data: z.array(postSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['POSITION_INCOMPLETE', 'BOX_INCOMPLETE', 'GENDER_FILTER_SIGN_IN', 'PROFILE_NOT_CONFIRMED'],
});

export const getPost = endpoint({
  name: 'getPost',
  method: 'GET',
  path: '/api/messages/{messageId}',
  summary: 'One post',
  who: 'anyone',
  whileOut: 'visitor',
  params: z.object({ messageId: idSchema }),
  data: postSchema,
  errors: ['POST_NOT_FOUND'],
});

export const listBookmarks = endpoint({
  name: 'listBookmarks',
  method: 'GET',
  path: '/api/bookmarks',
  summary: 'The own bookmarks with their posts, newest first',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema), ...pageFields }),
  data: z.array(
    z.object({ messageId: idSchema, userId: idSchema, createdAt: instantSchema, message: postSchema }),
  ),
  top: { nextCursor: z.nullable(z.string()) },
});
