import { dataUrlOf } from '#features/media/file-types.ts';
import { defaultRecompression, smallEnough } from '#features/media/recompression.ts';
import { type Crop, cutOut } from '#features/people/profiles/crop.ts';

/** The chosen square of a picture as a data URL of at most about 200 KB. */
export async function avatarPicture(picture: HTMLImageElement, crop: Crop): Promise<string> {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  const { x, y, edge } = cutOut(size, crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.round(Math.min(edge, defaultRecompression.width_px)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  // What is see-through would turn black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, edge, edge, 0, 0, canvas.width, canvas.height);
  const encode = (quality: number) =>
    new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
        'image/jpeg',
        quality,
      );
    });
  return dataUrlOf(await smallEnough(encode, defaultRecompression));
}
