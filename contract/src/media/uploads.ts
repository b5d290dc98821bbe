import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { uploadBodyLimit } from './media.rules.ts';
import { mediaItemSchema } from './media.ts';

export const uploadsErrors = defineErrors({
  PRESET_UNKNOWN: { status: 400, text: 'Upload preset not found' },
  UPLOAD_INCOMPLETE: { status: 400, text: 'The upload is not complete' },
  UPLOAD_TYPE: { status: 400, text: 'Unsupported file type' },
  UPLOADS_WAITING: {
    status: 429,
    text: 'You have uploaded files that were not sent yet. Send or wait a while.',
  },
  STORAGE_USED_UP: {
    status: 403,
    text: 'Your storage is full. Delete some pictures or videos first.',
  },
  UPLOADS_PAUSED: {
    status: 503,
    text: 'Pictures and videos cannot be taken at the moment. Please try again later.',
  },
  UPLOAD_TOO_LARGE: { status: 413, text: 'The file is too large' },
});

export const storageErrors = ['STORAGE_USED_UP', 'UPLOADS_PAUSED'] as const;

/**
 * multipart/form-data with `file`, `upload_preset` and, for a video, `poster` (a picture file). Larger videos come
 * in parts, in order, with `X-Unique-Upload-Id` (made by the client) and `Content-Range: bytes first-last/total`; a
 * part may come again, also the last, which is answered as before until something shows the file. All but the last answer
 * `data: null`.
 */
export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/uploads/{kind}/upload',
  summary: 'Takes a picture or a video; it belongs to its uploader until a message or a post shows it',
  who: 'signed-in',
  budget: 'upload',
  params: z.object({ kind: z.enum(['image', 'video']) }),
  bodyLimit: uploadBodyLimit,
  /** A form, so it is described here and read by the route. */
  body: z.unknown(),
  data: z.nullable(mediaItemSchema),
  top: { secure_url: z.nullable(z.string()) },
  errors: [
    'PRESET_UNKNOWN',
    'UPLOAD_INCOMPLETE',
    'UPLOAD_TYPE',
    'UPLOAD_TOO_LARGE',
    ...storageErrors,
    'UPLOADS_WAITING',
    'INVALID_IMAGE',
    'IMAGE_TOO_LARGE',
    'INVALID_VIDEO',
    'VIDEO_CODEC',
    'VIDEO_TOO_LARGE',
    'UPLOADS_BUSY',
    'UPLOAD_TOO_SLOW',
  ],
});
