/** What other features use of pictures and videos. */

export { Filmstrip } from './Filmstrip.tsx';
export {
  dataUrlOf,
  endingOf,
  isKnownVideo,
  isVideo,
  sizeText,
  typeOf,
  videoChoice,
} from './file-types.ts';
export { Lightbox, type LightboxItem } from './Lightbox.tsx';
export { recompress } from './recompress.ts';
export { VideoPlayer } from './VideoPlayer.tsx';
export { posterOf } from './video-poster.ts';
