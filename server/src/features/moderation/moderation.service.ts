import type { Deps } from '#platform/deps.ts';
import * as store from './reports.store.ts';

/** How many reports about these people wait, by id; who has none is missing. */
export async function openReportsAbout(
  deps: Deps,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await store.tallies(deps.db, 'about', userIds);
  return new Map([...found].map(([userId, { open }]) => [userId, open]));
}
