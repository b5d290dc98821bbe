import { type MovingPicture, mostPictures } from './moving-picture.rules.ts';

/** Extensions that animate: how often it repeats. */
const allowed = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const block = { extension: 0x21, picture: 0x2c, end: 0x3b };
const extension = { graphicControl: 0xf9, application: 0xff };
const headerSize = 13;
const pictureHeaderSize = 10;
const mostBlocks = 5 * mostPictures;

const colourTableSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Where a run of sub-blocks ends; -1 when it is cut off. */
function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const size = bytes[at]!;
    at += 1 + size;
    if (size === 0) return at;
  }
  return -1;
}

/**
 * Pictures and timing byte for byte, and nothing else. Its size is that of its screen, or of what its pictures reach
 * beyond it. Null when it is cut off, holds no picture or more than `mostPictures`.
 */
export function strippedGif(bytes: Buffer): MovingPicture | null {
  if (bytes.length <= headerSize || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  let at = headerSize + colourTableSize(bytes[10]!);
  const parts = [bytes.subarray(0, at)];
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let pictures = 0;
  let blocks = 0;
  while (at < bytes.length) {
    const start = at;
    // A file may consist of extensions without a picture.
    if (++blocks > mostBlocks) return null;
    if (bytes[at] === block.end) {
      parts.push(bytes.subarray(at, at + 1));
      return pictures > 0 ? { bytes: Buffer.concat(parts), ...screen, pictures } : null;
    }
    if (bytes[at] === block.picture) {
      if (at + pictureHeaderSize >= bytes.length || ++pictures > mostPictures) return null;
      screen.width = Math.max(screen.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      screen.height = Math.max(screen.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = afterSubBlocks(bytes, at + pictureHeaderSize + colourTableSize(bytes[at + 9]!) + 1);
      parts.push(bytes.subarray(start, at));
    } else if (bytes[at] === block.extension) {
      const kind = bytes[at + 1];
      const isLoop =
        kind === extension.application && allowed.includes(bytes.toString('latin1', at + 3, at + 14));
      at = afterSubBlocks(bytes, at + 2);
      if (kind === extension.graphicControl || isLoop) parts.push(bytes.subarray(start, at));
    } else return null;
    if (at < 0) return null;
  }
  return null;
}
