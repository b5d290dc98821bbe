import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema } from '../kernel/fields.ts';
import { imageTypes, videoTypes } from './media.rules.ts';

export type ImageType = (typeof imageTypes)[number];
export type VideoType = (typeof videoTypes)[number];

export const mediaErrors = defineErrors({
  INVALID_IMAGE: { status: 400, text: 'Invalid image format' },
  IMAGE_TOO_LARGE: { status: 413, text: 'Image is too large' },
  INVALID_VIDEO: { status: 400, text: 'Invalid video format' },
  VIDEO_CODEC: {
    status: 400,
    text: 'Browsers cannot play this kind of video. Please save it as H.264 (MP4) and try again.',
  },
  VIDEO_TOO_LARGE: { status: 413, text: 'File size must be less than 3MB' },
  TOO_MANY_FILES: { status: 400, text: 'Maximum 4 files allowed' },
  UPLOAD_TOO_SLOW: { status: 408, text: 'The upload was too slow. Please try again on a better connection.' },
  UPLOADS_BUSY: { status: 503, text: 'Too many uploads at once. Please try again.' },
});

export const mediaItemSchema = z.object({
  id: idSchema,
  type: z.enum(['image', 'video']),
  contentType: z.enum([...imageTypes, ...videoTypes]),
  url: z.string(),
  /** A small version; of a video its poster. */
  thumbnailUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** Reported, and shown to moderators alone until one of them has looked at it, for 72 hours at most. */
  isFolded: z.boolean(),
});
export type MediaItem = z.output<typeof mediaItemSchema>;

/** With `unfolded` also what a private conversation shows unfolded to whoever has blocked the other one. */
const mediaQuery = z.object({ unfolded: z.optional(z.enum(['true', 'false'])) });

/** Files, not JSON: described for the OpenAPI document and the tests, answered as pictures and videos, also in parts. */
export const getMedia = endpoint({
  name: 'getMedia',
  method: 'GET',
  path: '/api/media/{mediaId}',
  summary: 'A stored picture or video',
  who: 'anyone',
  whileOut: 'visitor',
  budget: 'media',
  params: z.object({ mediaId: idSchema }),
  query: mediaQuery,
  data: z.unknown(),
});

export const getThumbnail = endpoint({
  name: 'getThumbnail',
  method: 'GET',
  path: '/api/media/{mediaId}/thumbnail',
  summary: 'Its small version, of a video its poster',
  who: 'anyone',
  whileOut: 'visitor',
  budget: 'media',
  params: z.object({ mediaId: idSchema }),
  query: mediaQuery,
  data: z.unknown(),
});
