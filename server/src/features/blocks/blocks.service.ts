import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { findHidden } from './blocks.store.ts';

export { notHidden } from './blocks.store.ts';

/** Everyone who is hidden from a person, whoever of the two did it. */
export async function hiddenFrom(deps: Deps, viewerId: string): Promise<ReadonlySet<string>> {
  return new Set(await findHidden(deps.db, viewerId));
}

/** Avatars may be read by everyone from whom their owner is not hidden. */
export async function mayReadAvatar(
  deps: Deps,
  viewer: Actor | null,
  { ownerId }: { ownerId: string },
): Promise<boolean> {
  return viewer === null || !(await hiddenFrom(deps, viewer.id)).has(ownerId);
}
