export const mediaLimits = {
  /** Files of one post. */
  files: 4,
  file_megabytes: 20,
  video_megabytes: 3,
  /** A picture of more pixels than this is refused before it is decoded. */
  pixels: 100_000_000,
  /** Of one that moves: its screen, which players hold in memory, and all its pictures together. */
  moving_screen_pixels: 25_000_000,
  moving_pixels: 500_000_000,
} as const;

/** One picture of 20 MB, a still of a video and the frame of the form. */
export const uploadBodyLimit = 28 * 1024 * 1024;

/** For up to four pictures as data URLs, about 1.4 MB each; larger ones come through `uploadFile`. */
export const dataUrlBodyLimit = 8 * 1024 * 1024;

export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo'] as const;

export const mediaUrl = (id: string) => `/api/media/${id}`;
export const thumbnailUrl = (id: string) => `/api/media/${id}/thumbnail`;

/** The id of the medium that a text names; null for anything but an address of ours. */
export function mediaIdOf(content: string): string | null {
  const root = mediaUrl('');
  const id = content.startsWith(root) ? content.slice(root.length) : '';
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}
