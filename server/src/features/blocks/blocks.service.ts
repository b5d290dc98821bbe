import type { Deps } from '#platform/deps.ts';
import { findHidden } from './blocks.store.ts';

export { notHidden } from './blocks.store.ts';

/** Everyone who is hidden from a person, whoever of the two did it. */
export async function hiddenFrom(deps: Deps, viewerId: string): Promise<ReadonlySet<string>> {
  return new Set(await findHidden(deps.db, viewerId));
}
