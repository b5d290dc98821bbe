import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { findHidden, isHidden, isVisiblePerson } from './blocks.store.ts';

export { notBlocked, notHidden } from './blocks.store.ts';

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
  return !(await isHidden(deps.db, viewer?.id ?? null, ownerId));
}

/** A person as something to report. */
export const reportablePerson = {
  async ownerOf(deps: Deps, actor: Actor, userId: string): Promise<string> {
    if (!(await isVisiblePerson(deps.db, actor.id, userId))) throw new AppError('PERSON_NOT_FOUND');
    return userId;
  },
};
