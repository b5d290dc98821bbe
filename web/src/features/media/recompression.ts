/** How far a picture is brought down: pixels of the longer edges, quality of the first try, bytes to fit. */
export interface Recompression {
  width_px: number;
  height_px: number;
  quality: number;
  size_bytes: number;
}

const kilobyte = 1024;
export const defaultRecompression: Recompression = {
  width_px: 400,
  height_px: 400,
  quality: 0.8,
  size_bytes: 200 * kilobyte,
};
export const desktopRecompression: Recompression = {
  width_px: 1200,
  height_px: 1200,
  quality: 0.85,
  size_bytes: 800 * kilobyte,
};
export const mobileRecompression: Recompression = {
  width_px: 1000,
  height_px: 1000,
  quality: 0.8,
  size_bytes: 600 * kilobyte,
};
export const qualityStep = 0.1;
export const qualityFloor = 0.1;

/** The qualities to try, from the first down to the floor. */
export function qualities(first: number): number[] {
  const tries: number[] = [];
  for (let quality = first; quality > qualityFloor; quality -= qualityStep) {
    tries.push(Math.round(quality * 100) / 100);
  }
  return [...tries, qualityFloor];
}

/** The size that fits the limits without enlarging. */
export function fittedSize(width: number, height: number, limits: Recompression) {
  const scale = Math.min(1, limits.width_px / width, limits.height_px / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Encodes at falling quality until it fits; when nothing fits, the smallest result. */
export async function smallEnough(
  encode: (quality: number) => Promise<Blob>,
  limits: Recompression,
): Promise<Blob> {
  let smallest: Blob | null = null;
  for (const quality of qualities(limits.quality)) {
    const blob = await encode(quality);
    if (!smallest || blob.size < smallest.size) smallest = blob;
    if (blob.size <= limits.size_bytes) break;
  }
  return smallest!;
}
