import { blocks } from '#features/people/blocks/blocks.tables.ts';
import type { Deps } from '#platform/deps.ts';

/** One person has blocked another, as if long ago: no stream hears of it. */
export async function block(deps: Deps, blocker: { id: string }, blocked: { id: string }): Promise<void> {
  const createdAt = deps.clock();
  const id = deps.ids.next(createdAt);
  const row = { id, blockerId: blocker.id, blockedId: blocked.id, reason: null, createdAt };
  await deps.db.insert(blocks).values(row);
}
