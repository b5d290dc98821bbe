import type { FileKind } from './caching-fetcher.ts';

const megabyte = 1024 * 1024;

const packedTypes = new Set([
  '',
  'application/x-protobuf',
  'application/protobuf',
  'application/vnd.mapbox-vector-tile',
  'application/octet-stream',
  'binary/octet-stream',
]);

function pictureType(body: Buffer): string | null {
  const start = body.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp';
  if (start.slice(4) === 'ftypavif') return 'image/avif';
  return null;
}

function jsonType(_type: string, body: Buffer): string | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? 'application/json' : null;
  } catch {
    return null;
  }
}

/** The fields of a vector tile lie end to end, each behind its length: something cut off or altogether other does not. */
function isVectorTile(body: Buffer): boolean {
  const field = 0x1a;
  let at = 0;
  while (at < body.length) {
    if (body[at++] !== field) return false;
    let length = 0;
    for (let bits = 0; ; bits += 7) {
      const byte = body[at++];
      if (byte === undefined || bits > 28) return false;
      length += (byte & 0x7f) * 2 ** bits;
      if (byte < 0x80) break;
    }
    at += length;
  }
  return at === body.length;
}

const packedType = (type: string) => (packedTypes.has(type) ? 'application/x-protobuf' : null);

/** JSON and pictures are known by their content, whatever they are called. */
export const kinds = {
  style: { name: 'style', limit_bytes: 4 * megabyte, check: jsonType },
  tileList: { name: 'list of tiles', limit_bytes: megabyte, check: jsonType },
  vector: { name: 'tile', limit_bytes: 4 * megabyte, check: packedType },
  /** One that the page draws by itself, so that nothing is to be anything but a tile. */
  streets: {
    name: 'tile',
    limit_bytes: 4 * megabyte,
    check: (type, body) => (isVectorTile(body) ? packedType(type) : null),
  },
  raster: { name: 'tile', limit_bytes: 2 * megabyte, check: (_type, body) => pictureType(body) },
  glyphs: { name: 'glyphs', limit_bytes: megabyte, check: packedType },
  spriteIndex: { name: 'sprite', limit_bytes: 2 * megabyte, check: jsonType },
  picture: { name: 'picture', limit_bytes: 8 * megabyte, check: (_type, body) => pictureType(body) },
  features: { name: 'features', limit_bytes: 16 * megabyte, check: jsonType },
} as const satisfies Record<string, FileKind>;
