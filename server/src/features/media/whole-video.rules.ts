/** Parts of a file one after the other: an hour in pieces of a second has 7,200, in WebM one of each picture. */
const mostParts = { mp4: 100_000, webm: 1_000_000 } as const;

const mp4Boxes = new Set(
  'ftyp styp moov moof mdat mfra sidx ssix free skip wide udta meta uuid emsg prft pdin imda'.split(' '),
);

/** Whether a file is as long as it says; the remuxing library reads a cut-off file without complaint. */
export function isWholeMp4(bytes: Buffer): boolean {
  const seen = new Set<string>();
  const isEnough = () => seen.has('moov') && seen.has('mdat');
  let at = 0;
  let parts = 0;
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return isEnough();
    if (++parts > mostParts.mp4) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    // What is no box is no part of the film: some programs append something of their own.
    if (isEnough() && !mp4Boxes.has(type)) return true;
    let size = bytes.readUInt32BE(at);
    if (size === 1) {
      if (at + 16 > bytes.length) return false;
      size = Number(bytes.readBigUInt64BE(at + 8));
      if (size < 16) return false;
    } else if (size === 0) {
      // It reaches to the end of the file, wherever that is.
      size = bytes.length - at;
    } else if (size < 8) return isEnough();
    seen.add(type);
    at += size;
  }
  return at === bytes.length && isEnough();
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
