export const media = {
  openPicture: 'Picture {number} of {count}',
  pictureBy: 'Picture by {name}',
  openVideo: 'Video {number} of {count}',
  videoBy: 'Video by {name}',
  videoUnavailable: 'Video unavailable',
  download: 'Download',
  failed: 'Failed to load media',
  failedText: 'The file might be corrupted or no longer available',
  count: '{number} of {count}',
  gallery: 'Picture gallery',
  previous: 'Previous',
  next: 'Next',
} as const;
