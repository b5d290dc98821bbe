import { wantsSmallMedia } from '#platform/device.ts';
import { desktopRecompression, mobileRecompression } from './recompression.ts';
import type { RecompressionRequest } from './recompression-worker.ts';

/**
 * Brings a picture down to what a post needs. Animated GIFs stay as they are, and a picture that was small
 * already is not made larger.
 */
export async function recompress(file: File): Promise<Blob> {
  if (file.type === 'image/gif') return file;
  const limits = wantsSmallMedia() ? mobileRecompression : desktopRecompression;
  const worker = new Worker(new URL('./recompression-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ blob?: Blob; error?: string }>) => {
        if (data.blob) resolve(data.blob);
        else reject(new Error(data.error));
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ file, limits } satisfies RecompressionRequest);
    });
  } finally {
    worker.terminate();
  }
}
