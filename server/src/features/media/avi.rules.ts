/** RIFF chunks. What is not kept becomes zeros named JUNK, for an index may count from the beginning of the file. */
interface Chunk {
  name: string;
  start: number;
  /** Of the content; that of a list begins with the list's own name. */
  from: number;
  to: number;
}

const lists = new Set(['RIFF', 'LIST']);
const openLists = new Set(['AVI ', 'AVIX', 'hdrl', 'strl', 'movi', 'rec ', 'odml']);
const headers = new Set(['avih', 'strh', 'dmlh', 'vprp', 'indx', 'idx1']);
/** Stream number and kind: compressed and plain pictures, palettes, sound; `ix` is their index. */
const data = /^(\d\d)(dc|db|pc|wb)$|^ix(\d\d)$/;

export interface StrippedAvi {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Ten minutes of pictures and sound have 40,000; a file made of empty ones would keep everybody waiting. */
const mostChunks = 100_000;
/** Pictures lie in a list of a list of the file. */
const deepest = 8;

/** The chunks between two places; null when one reaches beyond or there are more than `most`. */
function chunksOf(bytes: Buffer, from: number, to: number, most = mostChunks): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = from;
  while (at < to) {
    if (at + 8 > to || chunks.length === most) return null;
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size;
    if (end > to) return null;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), start: at, from: at + 8, to: end });
    at = Math.min(to, end + (size % 2));
  }
  return chunks;
}

function makeJunk(bytes: Buffer, chunk: Chunk) {
  bytes.write('JUNK', chunk.start, 'latin1');
  bytes.fill(0, chunk.from, chunk.to);
}

/** Headers have a size; what hangs behind them is nobody's business. */
const headerSize = 56;
const cutHeader = (bytes: Buffer, { from, to }: Chunk) => {
  if (to - from > headerSize) bytes.fill(0, from + headerSize, to);
};

/** Null for what is no whole AVI file with pictures in it. */
export function strippedAvi(original: Buffer): StrippedAvi | null {
  const bytes = Buffer.from(original);
  const files = chunksOf(bytes, 0, bytes.length);
  if (!files?.length || files.some(({ name }) => name !== 'RIFF')) return null;
  const streams: boolean[] = [];
  let size: { width: number; height: number } | null = null;
  let pictures = 0;
  let left = mostChunks;

  const isOfAllowedStream = (name: string): boolean => {
    const [, number, kind, index] = data.exec(name) ?? [];
    const isAllowed = streams[Number(number ?? index)] ?? false;
    if (isAllowed && (kind === 'dc' || kind === 'db')) pictures++;
    return isAllowed;
  };

  function walk(list: Chunk, depth: number): boolean {
    const listName = bytes.toString('latin1', list.from, list.from + 4);
    const chunks = depth > deepest ? null : chunksOf(bytes, list.from + 4, list.to, left);
    if (!chunks) return false;
    left -= chunks.length;
    for (const chunk of chunks) {
      // The byte that makes the length even.
      if ((chunk.to - chunk.from) % 2 && chunk.to < list.to) bytes[chunk.to] = 0;
      if (lists.has(chunk.name)) {
        if (chunk.to - chunk.from < 4) return false;
        if (!openLists.has(bytes.toString('latin1', chunk.from, chunk.from + 4))) makeJunk(bytes, chunk);
        else if (!walk(chunk, depth + 1)) return false;
      } else if (chunk.name === 'strh' && listName === 'strl') {
        const kind = bytes.toString('latin1', chunk.from, chunk.from + 4);
        cutHeader(bytes, chunk);
        streams.push(kind === 'vids' || kind === 'auds');
      } else if (chunk.name === 'strf' && listName === 'strl') {
        if (!streams.at(-1)) makeJunk(bytes, chunk);
      } else if (chunk.name === 'avih' && chunk.to - chunk.from >= 40) {
        cutHeader(bytes, chunk);
        size = { width: bytes.readUInt32LE(chunk.from + 32), height: bytes.readUInt32LE(chunk.from + 36) };
      } else if (!headers.has(chunk.name) && !isOfAllowedStream(chunk.name)) makeJunk(bytes, chunk);
    }
    return true;
  }

  for (const file of files) if (file.to - file.from < 4 || !walk(file, 1)) return null;
  const { width, height } = size ?? { width: 0, height: 0 };
  const isPicture = [width, height].every((edge) => edge > 0 && edge <= 16_384);
  return isPicture && pictures > 0 ? { bytes, width, height } : null;
}
