/** What says that a picture moves stands before its first picture. */
const looked_bytes = 256 * 1024;

const named = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** WebP: a flag of the extended header. */
const webpMoves = (bytes: Uint8Array) => named(bytes, 12) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0;

/** PNG: a piece named acTL comes before the first IDAT. */
function pngMoves(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = named(bytes, at + 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** Whether a picture is an animation, which drawing it anew would bring to a standstill. */
export async function moves(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, looked_bytes).arrayBuffer());
  if (named(bytes, 0) === 'GIF8') return true;
  if (named(bytes, 0) === 'RIFF' && named(bytes, 8) === 'WEBP') return webpMoves(bytes);
  return named(bytes, 1) === 'PNG\r' && pngMoves(bytes);
}
