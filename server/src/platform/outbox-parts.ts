import type { Deps } from './deps.ts';
import { addPart, dropPart, lastNumbers, listParts, newestIn, type Part } from './outbox-parts.store.ts';

/** So many partitions are there before anything is written to them. */
const ahead = 2;

/**
 * Where the outbox is in partitions (`operations/outbox-parts.sql`): makes the next ones, and takes those away of which
 * nothing is younger than an instant. False where it is one table.
 */
export async function keepParts(deps: Deps, before: Date): Promise<boolean> {
  const parts = await listParts(deps.db);
  if (parts.length === 0) return false;
  const { given, strayed } = await lastNumbers(deps.db);
  await makeAhead(deps, parts, { given, strayed });
  // The one that is being written is not the last that is there.
  for (const part of parts.filter(({ to }) => to <= given)) {
    const newest = await newestIn(deps.db, part);
    if (newest && newest >= before) break;
    await deps.transact((inner) => dropPart(inner.db, part));
  }
  return true;
}

async function makeAhead(
  deps: Deps,
  parts: readonly Part[],
  { given, strayed }: { given: number; strayed: number },
): Promise<void> {
  const last = parts.at(-1)!;
  const size = last.to - (last.from ?? 0);
  // What has strayed stays where it is: nothing of its numbers can be put among the others any more.
  let from = Math.max(last.to, Math.ceil((strayed + 1) / size) * size);
  for (; from < given + ahead * size; from += size) {
    const part = { from, to: from + size };
    await deps.transact((inner) => addPart(inner.db, part));
  }
}
