import { randomFillSync } from 'node:crypto';

/** Ids that sort by time (UUID version 7) and secrets nobody can guess. */
export interface Ids {
  next(now: Date): string;
  secret(): string;
}

/** Drawn for many at once: each drawing costs as much as all the rest of making an id. */
const drawn = Buffer.alloc(4096);
let used = drawn.length;

/** Random bytes that nobody else was given, and that are kept nowhere. */
function randomBytes(size: number): Buffer {
  if (used + size > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const bytes = Buffer.from(drawn.subarray(used, used + size));
  drawn.fill(0, used, used + size);
  used += size;
  return bytes;
}

/** No id of this instant or a later one sorts before it. */
export function firstIdOf(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

export const randomIds: Ids = {
  next(now) {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(now.getTime(), 0, 6);
    bytes[6] = (bytes[6]! & 0x0f) | 0x70;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
  secret: () => randomBytes(32).toString('base64url'),
};
