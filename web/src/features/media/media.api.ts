/** What other features use of pictures and videos. */

export { BeingChecked } from './BeingChecked.tsx';
export { Filmstrip } from './Filmstrip.tsx';
export {
  blobOf,
  dataUrlOf,
  endingOf,
  isHeic,
  isKnownVideo,
  isVideo,
  sizeText,
  typeOf,
  videoChoice,
} from './file-types.ts';
export { Lightbox } from './Lightbox.tsx';
export type { LightboxItem } from './LightboxSurface.tsx';
export { recompress } from './recompress.ts';
export { ofBrowser, upload } from './upload.ts';
export { pauseVideos, VideoPlayer } from './VideoPlayer.tsx';
export { posterOf } from './video-poster.ts';
