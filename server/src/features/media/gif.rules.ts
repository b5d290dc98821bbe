/** Extensions that animate: how often it repeats. */
const kept = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const block = { extension: 0x21, picture: 0x2c, end: 0x3b };
const extension = { graphicControl: 0xf9, application: 0xff };

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
 * A GIF with its pictures and their timing, byte for byte, and nothing else: no comments, no XMP, no text,
 * nothing behind its end. Null when it is cut off or holds no picture.
 */
export function strippedGif(bytes: Buffer): Buffer | null {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  let at = 13 + colourTableSize(bytes[10]!);
  const parts = [bytes.subarray(0, at)];
  let pictures = 0;
  while (at < bytes.length) {
    const start = at;
    if (bytes[at] === block.end) {
      parts.push(bytes.subarray(at, at + 1));
      return pictures > 0 ? Buffer.concat(parts) : null;
    }
    if (bytes[at] === block.picture) {
      if (at + 10 >= bytes.length) return null;
      at = afterSubBlocks(bytes, at + 10 + colourTableSize(bytes[at + 9]!) + 1);
      pictures++;
      parts.push(bytes.subarray(start, at));
    } else if (bytes[at] === block.extension) {
      const kind = bytes[at + 1];
      const isLoop =
        kind === extension.application && kept.includes(bytes.toString('latin1', at + 3, at + 14));
      at = afterSubBlocks(bytes, at + 2);
      if (kind === extension.graphicControl || isLoop) parts.push(bytes.subarray(start, at));
    } else return null;
    if (at < 0) return null;
  }
  return null;
}
