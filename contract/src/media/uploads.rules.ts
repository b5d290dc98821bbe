export const uploadLimits = {
  /** Any file but a video. */
  file_megabytes: 20,
  video_megabytes: 100,
  /** Videos are sent in parts of this many bytes. */
  chunk_bytes: 6_000_000,
  /** What nobody has attached to a message after this long goes. */
  unattached_ms: 24 * 60 * 60 * 1000,
  /** So much of one account may lie there unattached; then it has to wait until some is shown or gone. */
  unattached_megabytes: 200,
} as const;

const product = 'dazi';

/** Tried in this order until the host knows one. This host knows the first. */
export const uploadPresets = {
  image: [`${product}_images`, 'images', 'default', 'ml_default'],
  video: [`${product}_videos`, 'videos', 'default', 'ml_default'],
} as const;

/** Where uploads go unless the installation says otherwise, see `uploadPath` of its settings. */
export const usualUploadPath = '/api/uploads';
