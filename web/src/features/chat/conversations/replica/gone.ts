import { isRecord, json, readStored, writePersonal } from '#platform/storage.ts';

/** What of one conversation no device may keep any more, in numbers alone. */
export interface GoneIn {
  /** Nothing that was said up to here: it was taken out of the own list, or the conversation went. */
  readonly upTo: number;
  /** Nothing as it was before this change: too much of it changed to be named one by one. */
  readonly before: number;
  /** By the number of a message the change with which its words became others, or none. */
  readonly changed: ReadonlyMap<number, number>;
}

/** By conversation, the one that something was told of last at the end. */
export type Gone = ReadonlyMap<string, GoneIn>;

export const goneLimits = { conversations: 500, changes: 50 } as const;

const nothing: GoneIn = { upTo: 0, before: 0, changed: new Map() };

export const goneIn = (gone: Gone, id: string): GoneIn => gone.get(id) ?? nothing;

/** The oldest make room: of the changes in between nothing is kept as it was before them. */
function bounded({ upTo, before, changed }: GoneIn): GoneIn {
  const left = [...changed].filter(([sequence, change]) => sequence > upTo && change > before);
  const byChange = left.sort(([, one], [, other]) => one - other);
  const dropped = byChange.splice(0, Math.max(0, byChange.length - goneLimits.changes)).at(-1);
  return { upTo, before: Math.max(before, dropped?.[1] ?? 0), changed: new Map(byChange) };
}

const isSame = (one: GoneIn, other: GoneIn): boolean =>
  one.upTo === other.upTo &&
  one.before === other.before &&
  one.changed.size === other.changed.size &&
  [...one.changed].every(([sequence, change]) => other.changed.get(sequence) === change);

export function withGone(gone: Gone, id: string, news: Partial<GoneIn>): Gone {
  const known = goneIn(gone, id);
  const changed = new Map(known.changed);
  for (const [sequence, change] of news.changed ?? []) {
    changed.set(sequence, Math.max(change, changed.get(sequence) ?? 0));
  }
  const upTo = Math.max(known.upTo, news.upTo ?? 0);
  const next = bounded({ upTo, before: Math.max(known.before, news.before ?? 0), changed });
  if (isSame(known, next)) return gone;
  const others = [...gone].filter(([other]) => other !== id).slice(1 - goneLimits.conversations);
  return new Map([...others, [id, next]]);
}

export const withAllGone = (gone: Gone, more: Gone): Gone =>
  [...more].reduce((before, [id, news]) => withGone(before, id, news), gone);

type Kept = Record<string, { upTo: number; before: number; changed: [number, number][] }>;

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  Object.values(value).every(
    (one) =>
      isRecord(one) &&
      Number.isFinite(one.upTo) &&
      Number.isFinite(one.before) &&
      Array.isArray(one.changed) &&
      one.changed.every(isPair),
  );

const entryOf = (userId: string) => json(`dazi.gone.${userId}`, isKept);

/** What any tab was told of. */
export const goneOnDevice = (userId: string): Gone =>
  new Map(
    Object.entries(readStored(entryOf(userId)) ?? {}).map(([id, one]) => [
      id,
      { ...one, changed: new Map(one.changed) },
    ]),
  );

/** Tells the other tabs, and those that come later; answers with what all of them were told. */
export function keepGone(userId: string, gone: Gone): Gone {
  const before = goneOnDevice(userId);
  const all = withAllGone(before, gone);
  if (all === before) return all;
  const kept = [...all].map(([id, one]) => [id, { ...one, changed: [...one.changed] }]);
  writePersonal(userId, entryOf(userId), Object.fromEntries(kept));
  return all;
}
