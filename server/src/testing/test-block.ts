import { blocks } from '#features/blocks/blocks.tables.ts';
import type { Deps } from '#platform/deps.ts';

/** One person has blocked another; nothing else about either changes. */
export async function block(deps: Deps, blocker: { id: string }, blocked: { id: string }): Promise<void> {
  const row = { blockerId: blocker.id, blockedId: blocked.id, createdAt: deps.clock() };
  await deps.db.insert(blocks).values(row);
}
