import type { ImageType } from '@dazi/contract/media/media';
import { mediaLimits } from '@dazi/contract/media/media.rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#platform/app-error.ts';
import { strippedGif } from './gif.rules.ts';
import { isCutOffJpeg, isImageType } from './media.rules.ts';
import { isTooMuchToMove, type MovingPicture } from './moving-picture.rules.ts';
import { strippedPng } from './png.rules.ts';
import { isMovingWebp, strippedWebp } from './webp.rules.ts';

const thumbnailEdge_px = 480;
/** A poster fills the width of an open post. */
const posterEdge_px = 960;
/** Larger pictures are scaled down: nobody's screen shows more. */
const longestEdge_px = 2560;
/** What a file is stands in its first bytes; further in, an archive of many small files takes long to look at. */
const typeBytes = 4100;

sharp.concurrency(1);
sharp.cache(false);

export async function contentTypeOf(bytes: Buffer): Promise<string | undefined> {
  return (await fileTypeFromBuffer(bytes.subarray(0, typeBytes)))?.mime;
}

function pipeline(bytes: Buffer, failOn: 'error' | 'none' = 'error') {
  return sharp(bytes, { limitInputPixels: mediaLimits.pixels, failOn });
}

const small = (picture: Sharp, edge_px: number) =>
  picture
    .resize(edge_px, edge_px, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

/**
 * Pixels, without metadata or appended files, and a thumbnail. Stills are encoded anew, upright; moving ones stay
 * byte for byte. INVALID_IMAGE for what is not JPEG, PNG, GIF or WebP by content; IMAGE_TOO_LARGE.
 */
export async function cleanedPicture(bytes: Buffer) {
  const contentType = await contentTypeOf(bytes);
  try {
    if (contentType === 'image/gif') return await cleanedMoving(bytes, contentType, strippedGif(bytes));
    if (contentType === 'image/apng') return await cleanedMovingPng(bytes);
    if (contentType === 'image/webp' && isMovingWebp(bytes)) return await cleanedMovingWebp(bytes);
    if (!isImageType(contentType)) throw new AppError('INVALID_IMAGE');
    // What came of a picture whose last bytes were lost is shown as far as it goes.
    const isCutOff = contentType === 'image/jpeg' && isCutOffJpeg(bytes);
    if (isCutOff && !(await hasEnoughRows(bytes))) throw new AppError('INVALID_IMAGE');
    return await cleanedStill(bytes, contentType, isCutOff);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(/pixel limit/i.test(String(error)) ? 'IMAGE_TOO_LARGE' : 'INVALID_IMAGE');
  }
}

async function cleanedStill(bytes: Buffer, contentType: ImageType, isCutOff = false) {
  const upright = pipeline(bytes, isCutOff ? 'none' : 'error')
    .rotate()
    .resize(longestEdge_px, longestEdge_px, { fit: 'inside', withoutEnlargement: true });
  const encoded = {
    'image/jpeg': () => upright.jpeg({ quality: 86, mozjpeg: false }),
    'image/png': () => upright.png({ compressionLevel: 8 }),
    'image/webp': () => upright.webp({ quality: 86 }),
    'image/gif': () => upright.gif(),
  }[contentType]();
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const thumbnail = await small(pipeline(data), thumbnailEdge_px);
  return { contentType, data, thumbnail, width: info.width, height: info.height };
}

/** Whether a quarter of a picture that was cut off is there: the decoder fills what is missing with one colour. */
async function hasEnoughRows(bytes: Buffer): Promise<boolean> {
  const [across, down] = [16, 64];
  const { data, info } = await pipeline(bytes, 'none')
    .resize(across, down, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = across * info.channels;
  const isEmpty = (at: number) =>
    data.subarray(at * row, (at + 1) * row).every((value, index) => {
      return Math.abs(value - data[data.length - info.channels + (index % info.channels)]!) <= 2;
    });
  let missing = 0;
  while (missing < down && isEmpty(down - 1 - missing)) missing++;
  return missing <= (down * 3) / 4;
}

async function cleanedMoving<Type extends 'image/gif' | 'image/png' | 'image/webp'>(
  bytes: Buffer,
  contentType: Type,
  stripped: MovingPicture | null,
) {
  if (stripped && isTooMuchToMove(stripped)) throw new AppError('IMAGE_TOO_LARGE');
  // Decoding its first picture says whether there is one.
  const thumbnail = await small(pipeline(bytes), thumbnailEdge_px);
  if (!stripped) throw new AppError('INVALID_IMAGE');
  const { bytes: data, width, height } = stripped;
  return { contentType, data, thumbnail, width, height };
}

/** One that says that it moves and does not is a still picture of a few kinds of programs. */
async function cleanedMovingPng(bytes: Buffer) {
  return cleanedMoving(bytes, 'image/png', strippedPng(bytes));
}

async function cleanedMovingWebp(bytes: Buffer) {
  const stripped = strippedWebp(bytes);
  const { orientation = 1 } = await pipeline(bytes).metadata();
  if (!stripped || orientation === 1) return cleanedMoving(bytes, 'image/webp', stripped);
  const turned = await turnedWebp(bytes, stripped, orientation);
  // Pictures that are all the same became one, which does not move.
  return isMovingWebp(turned)
    ? cleanedMoving(turned, 'image/webp', strippedWebp(turned))
    : cleanedStill(turned, 'image/webp');
}

/** Each of its pictures is decoded and encoded: more of them would keep everybody else's pictures waiting. */
const turnable = { pixels: 25_000_000, pictures: 200 } as const;

/** No player turns a moving picture by what its metadata say, so that each of its pictures is turned. */
async function turnedWebp(bytes: Buffer, moving: MovingPicture, orientation: number): Promise<Buffer> {
  const { width, height, pictures } = moving;
  if (pictures > turnable.pictures || width * height * pictures > turnable.pixels) {
    throw new AppError('IMAGE_TOO_LARGE');
  }
  const { delay, loop } = await pipeline(bytes).metadata();
  const { angle, flop } = turns[orientation] ?? { angle: 0, flop: false };
  // All of them at once, one below the other: the decoder begins anew for each that is asked for alone.
  const { data, info } = await sharp(bytes, { animated: true, failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = data.length / pictures;
  const raw = { width, height, channels: info.channels };
  const turned: Buffer[] = [];
  for (let index = 0; index < pictures; index++) {
    const picture = sharp(data.subarray(index * size, (index + 1) * size), { raw });
    const upright = await picture.rotate(angle).png({ compressionLevel: 1 }).toBuffer();
    // Mirroring comes before turning in a pipeline; here it has to come after.
    turned.push(flop ? await sharp(upright).flop().png({ compressionLevel: 1 }).toBuffer() : upright);
  }
  return sharp(turned, { join: { animated: true } })
    .webp({ quality: 86, ...(delay && { delay }), ...(loop !== undefined && { loop }) })
    .toBuffer();
}

/** What makes a picture of each EXIF orientation upright: first turned clockwise, then mirrored. */
const turns: Readonly<Record<number, { angle: number; flop: boolean }>> = {
  2: { angle: 0, flop: true },
  3: { angle: 180, flop: false },
  4: { angle: 180, flop: true },
  5: { angle: 90, flop: true },
  6: { angle: 90, flop: false },
  7: { angle: 270, flop: true },
  8: { angle: 270, flop: false },
};

/** A quiet surface of the video's shape, where its author's browser could not draw a still. */
export function plainPoster(width: number, height: number): Promise<Buffer> {
  const scale = Math.min(1, posterEdge_px / Math.max(width, height));
  const [across, down] = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)));
  return sharp({ create: { width: across!, height: down!, channels: 3, background: '#2b2a26' } })
    .webp()
    .toBuffer();
}

/** The still of a video, small enough to show at once. The errors of pictures. */
export async function posterFrom(bytes: Buffer): Promise<Buffer> {
  const { data } = await cleanedPicture(bytes);
  return small(pipeline(data), posterEdge_px);
}
