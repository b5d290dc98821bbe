export const uploadLimits = {
  /** Any file but a video. */
  file_megabytes: 20,
  video_megabytes: 100,
  /** Videos are sent in parts of this many bytes. */
  chunk_bytes: 6_000_000,
  /** What nobody has attached to a message after this long goes. */
  unattached_ms: 24 * 60 * 60 * 1000,
  /** What one account may have unattached; one file alone may be larger. */
  unattached_files: 20,
  unattached_megabytes: 60,
  /** What all pictures and videos of one account may take, in its first week and later; what is sealed takes as much again. */
  stored_megabytes: { week: 200, later: 2048 },
  /** A disk with less free is kept for everything else. */
  freeShare: 0.05,
  /** When to try again then. */
  pause_s: 5 * 60,
} as const;

const product = 'dazi';

/** Tried in this order until the host knows one. This host knows the first. */
export const uploadPresets = {
  image: [`${product}_images`, 'images', 'default', 'ml_default'],
  video: [`${product}_videos`, 'videos', 'default', 'ml_default'],
} as const;

/** Where uploads go unless the installation says otherwise, see `uploadPath` of its settings. */
export const usualUploadPath = '/api/uploads';
