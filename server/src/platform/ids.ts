import { randomFillSync } from 'node:crypto';

/** Ids that sort by time (UUID version 7) and secrets nobody can guess. */
export interface Ids {
  /** Sorts behind what was made before at this instant; beyond 2,048 of one instant their order is chance. */
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

/** The last id's instant, and its place among those of the instant. */
const last = { instant_ms: Number.NaN, place: 0 };
const lastPlace = 0xfff;

/** Twelve bits: from somewhere in the lower half on, as RFC 9562 (6.2, method 1) has it, so that nobody can count by it. */
function placeIn(instant_ms: number, chance: number): number {
  if (instant_ms !== last.instant_ms) last.place = chance & (lastPlace >> 1);
  else if (last.place < lastPlace) last.place++;
  last.instant_ms = instant_ms;
  return last.place;
}

export const randomIds: Ids = {
  next(now) {
    const bytes = randomBytes(16);
    const instant_ms = now.getTime();
    bytes.writeUIntBE(instant_ms, 0, 6);
    bytes.writeUInt16BE(0x7000 | placeIn(instant_ms, bytes.readUInt16BE(6)), 6);
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
  secret: () => randomBytes(32).toString('base64url'),
};
