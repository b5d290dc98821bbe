import { type MovingPicture, mostPictures } from './moving-picture.rules.ts';

const signatureSize = 8;
/** Pictures, their timing and what their colours mean; texts, times, profiles and places are none of these. */
const allowed = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'acTL',
  'fcTL',
  'fdAT',
  'IDAT',
  'IEND',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
]);
/** A still picture in many pieces has a few thousand. */
const mostChunks = 200_000;

/** Pictures and timing byte for byte, nothing else; null when it is broken or stands still. */
export function strippedPng(bytes: Buffer): MovingPicture | null {
  let at = signatureSize;
  let end = signatureSize;
  let chunks = 0;
  let pictures = 0;
  let announced = 0;
  let screen: { width: number; height: number } | null = null;
  const parts: Buffer[] = [bytes.subarray(0, signatureSize)];
  // What lies beside each other is kept as one piece.
  let piece = at;
  const copyUpTo = (place: number) => {
    if (place > piece) parts.push(bytes.subarray(piece, place));
  };
  for (; at + 12 <= bytes.length; at = end) {
    const from = at + 8;
    const size = bytes.readUInt32BE(at);
    end = from + size + 4;
    if (end > bytes.length || ++chunks > mostChunks) return null;
    const name = bytes.toString('latin1', at + 4, from);
    if (name === 'IHDR' && size === 13) {
      screen = { width: bytes.readUInt32BE(from), height: bytes.readUInt32BE(from + 4) };
    } else if (name === 'acTL' && size === 8) announced = bytes.readUInt32BE(from);
    else if (name === 'fcTL') {
      if (!screen || size !== 26 || ++pictures > mostPictures) return null;
      const right = bytes.readUInt32BE(from + 4) + bytes.readUInt32BE(from + 12);
      const bottom = bytes.readUInt32BE(from + 8) + bytes.readUInt32BE(from + 16);
      if (right > screen.width || bottom > screen.height) return null;
    }
    if (!allowed.has(name)) {
      copyUpTo(at);
      piece = end;
    }
    if (name === 'IEND') {
      copyUpTo(end);
      const moves = screen && pictures > 0 && pictures === announced;
      return moves ? { bytes: Buffer.concat(parts), ...screen!, pictures } : null;
    }
  }
  return null;
}
