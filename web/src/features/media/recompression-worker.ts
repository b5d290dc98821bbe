import { fittedSize, type Recompression, smallEnough } from './recompression.ts';

/** Runs off the main thread, so that choosing four photos never makes the page stutter. */
export interface RecompressionRequest {
  file: Blob;
  limits: Recompression;
}

self.onmessage = async ({ data }: MessageEvent<RecompressionRequest>) => {
  try {
    const picture = await createImageBitmap(data.file);
    const { width, height } = fittedSize(picture.width, picture.height, data.limits);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height);
    picture.close();
    // Pictures that may be see-through keep that; photographs are smallest as JPEG.
    const type = data.file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const blob = await smallEnough((quality) => canvas.convertToBlob({ type, quality }), data.limits);
    self.postMessage({ blob });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
