import { mediaLimits } from '@dazi/contract/media/media.rules';

/** A picture that moves, with its pictures as they were and nothing else. */
export interface MovingPicture {
  bytes: Buffer;
  width: number;
  height: number;
  pictures: number;
}

/** Players keep a whole screen and draw every picture on it, however small the file is. */
export function isTooMuchToMove({ width, height, pictures }: Omit<MovingPicture, 'bytes'>): boolean {
  const { moving_screen_pixels, moving_pixels } = mediaLimits;
  return width * height > moving_screen_pixels || width * height * pictures > moving_pixels;
}

/** More pictures than this are more than anybody looks at; each costs time even when it is empty. */
export const mostPictures = 10_000;
