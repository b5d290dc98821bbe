import { ApiError } from '#platform/api.ts';

export type PostingFailure =
  | { key: 'tooLarge' | 'invalidFormat' | 'network' | 'failed' }
  | { key: 'other'; message: string };

const pictureCodes = new Set(['INVALID_IMAGE', 'INVALID_INPUT', 'INVALID_JSON']);

/**
 * Which text a failed post shows: tested top to bottom, case ignored, on the server's text and status. A
 * refusal with a text of its own ("Please enter a message ...") comes out as that text.
 */
export function postingFailure(error: unknown): PostingFailure {
  if (!(error instanceof Error)) return { key: 'failed' };
  const status = error instanceof ApiError ? error.status : 0;
  const code = error instanceof ApiError ? error.code : '';
  const text = `${status || ''} ${error.message}`.toLowerCase();
  if (text.includes('413') || text.includes('large')) return { key: 'tooLarge' };
  const isOfPictures = pictureCodes.has(code) || error.message === '';
  if (error.message.includes('400') || (status === 400 && isOfPictures)) return { key: 'invalidFormat' };
  if (text.includes('network') || text.includes('fetch')) return { key: 'network' };
  return error.message ? { key: 'other', message: error.message } : { key: 'failed' };
}
