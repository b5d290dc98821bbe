import { wantsSmallMedia } from '#platform/device.ts';
import { moves } from './moving.ts';
import { desktopRecompression, mobileRecompression } from './recompression.ts';
import type { RecompressionRequest } from './recompression-worker.ts';

/**
 * Brings a picture down to what a post needs. What moves stays as it is, and a picture that was small already is not
 * made larger. A JPEG that this browser cannot draw is left to the server, which shows one without its last bytes as
 * far as it goes.
 */
export async function recompress(file: File): Promise<Blob> {
  if (file.type === 'image/gif' || (await moves(file))) return file;
  try {
    return await drawnAnew(file);
  } catch (error) {
    if (file.type === 'image/jpeg') return file;
    throw error;
  }
}

async function drawnAnew(file: File): Promise<Blob> {
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
