/** The longer edge of a still. */
const edge_px = 960;
const patience_ms = 8000;
/** Mean brightness from 0 to 255 below which a moment counts as black. */
const dark = 24;

/** The moments to try, in seconds: not the very first one, which is often black. */
export function moments(duration_s: number): number[] {
  // Recordings of browsers don't know how long they are.
  if (!Number.isFinite(duration_s) || duration_s <= 0) return [0.1, 0.5, 1, 2, 0];
  return [0.1, 0.3, 0.5, 0.8, 0].map((part) => part * duration_s);
}

/** Mean brightness of pixels in the order red, green, blue, alpha. */
export function brightness(pixels: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    sum += 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
  }
  return pixels.length === 0 ? 0 : sum / (pixels.length / 4);
}

const isBright = (context: CanvasRenderingContext2D, width: number, height: number) =>
  brightness(context.getImageData(0, 0, width, height).data) >= dark;

function heard(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', () => reject(new Error('not playable')), { once: true, signal });
    signal.addEventListener('abort', () => reject(new Error('no answer')), { once: true });
  });
}

/** A still of a video as data URL, from a moment that is not black; null where this browser can't play it. */
export async function posterOf(file: Blob): Promise<string | null> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  const signal = AbortSignal.timeout(patience_ms);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    await heard(video, 'loadeddata', signal);
    const scale = Math.min(1, edge_px / Math.max(video.videoWidth, video.videoHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context || video.videoWidth === 0) return null;
    for (const moment of moments(video.duration)) {
      const arrived = heard(video, 'seeked', signal);
      video.currentTime = moment;
      await arrived;
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      if (isBright(context, canvas.width, canvas.height)) break;
    }
    return canvas.toDataURL('image/jpeg', 0.85);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}
