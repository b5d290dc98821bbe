import { type MovingPicture, mostPictures } from './moving-picture.rules.ts';

/** Of the extended header: what else is in the file. Alpha and animation stay true, the rest is taken out. */
const allowedFlags = 0x10 | 0x02;
const animationFlag = 0x02;
const headerSize = 12;
const extendedHeaderSize = 10;
const frameHeaderSize = 16;

interface Chunk {
  name: string;
  start: number;
  from: number;
  to: number;
  /** Behind the byte that makes the length even. */
  next: number;
}

function chunkAt(bytes: Buffer, at: number, end: number): Chunk | null {
  if (at + 8 > end) return null;
  const to = at + 8 + bytes.readUInt32LE(at + 4);
  if (to > end) return null;
  const next = Math.min(end, to + (to & 1));
  return { name: bytes.toString('latin1', at, at + 4), start: at, from: at + 8, to, next };
}

export const isMovingWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & animationFlag) !== 0;

/** A picture of the animation with its coded data alone; null when it is cut off or outside of the screen. */
function strippedFrame(
  bytes: Buffer,
  frame: Chunk,
  screen: { width: number; height: number },
): Buffer | null {
  const data = frame.from + frameHeaderSize;
  if (data > frame.to) return null;
  const right = 2 * bytes.readUIntLE(frame.from, 3) + bytes.readUIntLE(frame.from + 6, 3) + 1;
  const bottom = 2 * bytes.readUIntLE(frame.from + 3, 3) + bytes.readUIntLE(frame.from + 9, 3) + 1;
  if (right > screen.width || bottom > screen.height) return null;
  const parts = [bytes.subarray(frame.from, data)];
  for (let at = data; at < frame.to; ) {
    const chunk = chunkAt(bytes, at, frame.to);
    if (!chunk) return null;
    if (['ALPH', 'VP8 ', 'VP8L'].includes(chunk.name)) parts.push(evenChunk(bytes, chunk));
    if (parts.length > 3) return null;
    at = chunk.next;
  }
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('ANMF', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** Whatever stood in the byte that makes the length even, nothing does now. */
const evenChunk = (bytes: Buffer, { start, to }: Chunk): Buffer =>
  (to - start) % 2 ? Buffer.concat([bytes.subarray(start, to), Buffer.alloc(1)]) : bytes.subarray(start, to);

/** A moving WebP with its pictures and timing byte for byte, and nothing else; null when it is broken or too long. */
export function strippedWebp(bytes: Buffer): MovingPicture | null {
  if (bytes.length < headerSize || !isMovingWebp(bytes)) return null;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  const first = chunkAt(bytes, headerSize, end);
  if (!first || first.to - first.from !== extendedHeaderSize) return null;
  const width = bytes.readUIntLE(first.from + 4, 3) + 1;
  const height = bytes.readUIntLE(first.from + 7, 3) + 1;
  const header = Buffer.from(bytes.subarray(first.start, first.to));
  header[8]! &= allowedFlags;
  const parts: Buffer[] = [header];
  let pictures = 0;
  for (let at = first.next; at < end; ) {
    const chunk = chunkAt(bytes, at, end);
    if (!chunk) return null;
    if (chunk.name === 'ANIM' && chunk.to - chunk.from === 6) parts.push(evenChunk(bytes, chunk));
    else if (chunk.name === 'ANMF') {
      const frame = strippedFrame(bytes, chunk, { width, height });
      if (!frame || ++pictures > mostPictures) return null;
      parts.push(frame);
    }
    at = chunk.next;
  }
  if (pictures === 0) return null;
  const content = Buffer.concat(parts);
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(content.length + 4, 4);
  return { bytes: Buffer.concat([riff, content]), width, height, pictures };
}
