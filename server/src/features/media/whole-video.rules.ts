/** Parts of a file one after the other: an hour in pieces of a second has 7,200, in WebM one of each picture. */
const mostParts = { mp4: 100_000, webm: 1_000_000 } as const;

/**
 * Whether a file ends where it says it does. The library that takes videos apart reads the beginning of one
 * that was cut off without a word.
 */
export function isWholeMp4(bytes: Buffer): boolean {
  const seen = new Set<string>();
  let at = 0;
  let parts = 0;
  while (at < bytes.length) {
    if (at + 8 > bytes.length || ++parts > mostParts.mp4) return false;
    let size = bytes.readUInt32BE(at);
    if (size === 1) {
      if (at + 16 > bytes.length) return false;
      size = Number(bytes.readBigUInt64BE(at + 8));
      if (size < 16) return false;
    } else if (size === 0) {
      // To the end of the file, so it can't be told whether that is where it ended.
      return false;
    } else if (size < 8) return false;
    seen.add(bytes.toString('latin1', at + 4, at + 8));
    at += size;
  }
  return at === bytes.length && seen.has('moov') && seen.has('mdat');
}

const segment = 0x18538067;
const cluster = 0x1f43b675;

/** The number at `at` as EBML writes it: leading zeros of the first byte say how long it is. */
function numberAt(bytes: Buffer, at: number, keepsMarker: boolean): { value: number; next: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    value = value * 256 + bytes[at + index]!;
    isUnknown &&= bytes[at + index] === 0xff;
  }
  return { value: isUnknown && !keepsMarker ? Number.NaN : value, next: at + length };
}

/** Recordings of browsers don't know their length when they begin: such elements are simply entered. */
export function isWholeWebm(bytes: Buffer): boolean {
  let at = 0;
  let clusters = 0;
  let parts = 0;
  while (at < bytes.length) {
    if (++parts > mostParts.webm) return false;
    const id = numberAt(bytes, at, true);
    const size = id && numberAt(bytes, id.next, false);
    if (!size) return false;
    const isUnknown = Number.isNaN(size.value);
    if (!isUnknown && size.next + size.value > bytes.length) return false;
    const isEntered = id.value === segment || id.value === cluster;
    if (id.value === cluster) clusters++;
    if (isUnknown && !isEntered) return false;
    at = isEntered ? size.next : size.next + size.value;
  }
  return at === bytes.length && clusters > 0;
}
