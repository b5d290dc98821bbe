import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { dataUrlBodyLimit } from '../media/media.rules.ts';
import { mediaItemSchema } from '../media/media.ts';
import { storageErrors } from '../media/uploads.ts';
import { placeNamesSchema } from '../places/place-search.ts';
import { latitudeSchema, locationDisplaySchema, longitudeSchema } from '../places/places.ts';
import type { lifetimes_days } from './posts.rules.ts';
import { reactionTypeSchema } from './reaction-types.ts';

export type Lifetime = (typeof lifetimes_days)[number];

/** Who wrote something, as far as the reader may know. */
export const authorSchema = z.object({
  id: idSchema,
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  email: z.optional(z.nullable(z.string())),
  /** Both null to visitors and to who has not confirmed their own profile, and of authors who have not. */
  age: z.nullable(z.int()),
  gender: z.nullable(genderSchema),
});

export const postSchema = z.object({
  id: idSchema,
  userId: idSchema,
  content: z.string(),
  /** The displayed position, the only one there is. */
  location: z.object({
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    /** The town near by, made from this position; `names` where other languages have their own. */
    address: z.optional(z.string()),
    names: z.optional(placeNamesSchema),
    display: locationDisplaySchema,
  }),
  /** Null to visitors, and to who has not confirmed their own profile. */
  gender: z.nullable(genderSchema),
  isActive: z.boolean(),
  /** Taken away by moderators: to its author alone, in their own list alone, without what it said and showed. */
  removed: z.nullable(z.object({ rule: z.int(), decisionId: idSchema })),
  imageUrl: z.nullable(z.string()),
  imageUrls: z.array(z.string()),
  media: z.array(mediaItemSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  expiresAt: z.nullable(instantSchema),
  editedAt: z.nullable(instantSchema),
  commentCount: z.int(),
  _count: z.object({ comments: z.int(), reactions: z.int() }),
  /** How many of each kind; kinds nobody chose are left out. */
  reactions: z.partialRecord(reactionTypeSchema, z.int()),
  myReaction: z.nullable(reactionTypeSchema),
  bookmarked: z.boolean(),
  /** The plan made of it, while it is not over and the reader may see it. Only the answer for one post says it. */
  planId: z.optional(z.nullable(idSchema)),
  user: authorSchema,
  can: z.object({ remove: z.boolean(), edit: z.boolean(), bookmark: z.boolean() }),
});
export type Post = z.output<typeof postSchema>;

export const postsErrors = defineErrors({
  GENDER_FILTER_SIGN_IN: { status: 401, text: 'Please sign in to filter by gender' },
  POST_SIGN_IN_REQUIRED: { status: 401, text: 'User must be authenticated to post messages' },
  DELETE_SIGN_IN_REQUIRED: { status: 401, text: 'User must be authenticated to delete messages' },
  EDIT_SIGN_IN_REQUIRED: { status: 401, text: 'User must be authenticated to edit messages' },
  POST_EMPTY: { status: 400, text: 'Please enter a message or add media.' },
  POST_TOO_LONG: { status: 400, text: 'A message can have up to 300 characters' },
  POST_GENDER_MISSING: {
    status: 400,
    text: 'Please set your gender in your profile before posting messages',
  },
  POST_POSITION_MISSING: {
    status: 400,
    text: 'Location is required to post a message. Please allow location access.',
  },
  POST_EXPIRED: { status: 400, text: 'A post cannot disappear before it is published' },
  POST_NOT_FOUND: { status: 404, text: 'Message not found' },
  NOT_YOUR_POST: { status: 403, text: 'You can only delete your own messages' },
  NOT_YOUR_POST_TO_EDIT: { status: 403, text: 'You can only edit your own messages' },
  EDIT_TOO_LATE: { status: 409, text: 'A message can be edited for 15 minutes after posting' },
});

/**
 * The rules judge sizes and presence, so that each refusal has its own text; the schema only the kind. The same `clientId`
 * again within a day answers the post that was made the first time.
 */
export const createPost = endpoint({
  name: 'createPost',
  method: 'POST',
  path: '/api/messages',
  summary: 'Publishes a post at the displayed position made from the given one',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'POST_SIGN_IN_REQUIRED',
  bodyLimit: dataUrlBodyLimit,
  tooLargeError: 'IMAGE_TOO_LARGE',
  body: z.object({
    userId: z.optional(idSchema),
    content: z.optional(z.nullable(z.string())),
    location: z.optional(
      z.nullable(
        z.object({
          latitude: z.optional(z.nullable(latitudeSchema)),
          longitude: z.optional(z.nullable(longitudeSchema)),
          address: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
        }),
      ),
    ),
    /** The more private of this and the profile's setting applies. */
    locationDisplay: z.optional(locationDisplaySchema),
    /** Of who has not confirmed their profile the post says this one; nobody else needs to name it. */
    gender: z.optional(z.nullable(genderSchema)),
    isActive: z.optional(z.boolean()),
    imageUrl: z.optional(z.nullable(z.string())),
    /** Data URLs, or what `uploadFile` answered as `secure_url` for files that this person uploaded. */
    imageUrls: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(100)))),
    /** Of the videos, at their places in `imageUrls`: a still to show before they play. */
    posters: z.optional(z.nullable(z.array(z.nullable(z.string())).check(z.maxLength(100)))),
    expiresAt: z.optional(z.nullable(instantSchema)),
    clientId: z.optional(clientIdSchema),
  }),
  data: postSchema,
  errors: [
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'NEWCOMER_LINKS',
    'POST_EMPTY',
    'POST_TOO_LONG',
    'POST_GENDER_MISSING',
    'POST_POSITION_MISSING',
    'POST_EXPIRED',
    'INVALID_IMAGE',
    'IMAGE_TOO_LARGE',
    'INVALID_VIDEO',
    'VIDEO_CODEC',
    'VIDEO_TOO_LARGE',
    'TOO_MANY_FILES',
    ...storageErrors,
    'UPLOADS_BUSY',
    'UPLOAD_TOO_SLOW',
    'ACCOUNT_LIMITED',
  ],
});

export const editPost = endpoint({
  name: 'editPost',
  method: 'PATCH',
  path: '/api/messages/{messageId}',
  summary: 'Changes the text of the own post shortly after posting; media and place stay',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'EDIT_SIGN_IN_REQUIRED',
  params: z.object({ messageId: idSchema }),
  body: z.object({
    userId: z.optional(idSchema),
    content: z.optional(z.nullable(z.string())),
    gender: z.optional(genderSchema),
  }),
  data: postSchema,
  errors: [
    'POST_EMPTY',
    'POST_TOO_LONG',
    'POST_NOT_FOUND',
    'NOT_YOUR_POST_TO_EDIT',
    'EDIT_TOO_LATE',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
  ],
});

export const removePost = endpoint({
  name: 'removePost',
  method: 'DELETE',
  path: '/api/messages/{messageId}',
  summary: 'Takes the own post out of every list',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'DELETE_SIGN_IN_REQUIRED',
  params: z.object({ messageId: idSchema }),
  body: z.object({ userId: z.optional(idSchema) }),
  data: z.object({ id: idSchema }),
  errors: ['POST_NOT_FOUND', 'NOT_YOUR_POST'],
});
