import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { type ClientIdKind, clientIdsKept_ms } from './client-ids.rules.ts';
import * as store from './client-ids.store.ts';

/** What this client id is for is there already, perhaps since a moment ago. */
class MadeAlready extends Error {}

/** Is told the id of what was made, in the transaction that makes it. */
export type Remember = (inner: TransactingDeps, madeId: string) => Promise<void>;

interface Making<Result> {
  make(remember: Remember): Promise<Result>;
  /** What is answered where it was made before; an error of status 404 where it is not there any more. */
  known(madeId: string): Promise<Result>;
}

/**
 * Makes something unless it was made before under this client id: an answer may be lost, and whoever sends the same once
 * more gets what there is, even where by now something would speak against it. Without a client id it is made each time.
 */
export async function makeOnce<Result>(
  deps: Deps,
  actor: Pick<Actor, 'id'>,
  kind: ClientIdKind,
  clientId: string | undefined,
  { make, known }: Making<Result>,
): Promise<Result> {
  if (clientId === undefined) return make(async () => {});
  const key = { userId: actor.id, kind, clientId };
  const remember: Remember = async (inner, madeId) => {
    const isNew = await store.insertClientId(inner.db, { ...key, madeId, createdAt: inner.clock() });
    if (!isNew) throw new MadeAlready();
  };
  try {
    return await make(remember);
  } catch (error) {
    const madeId = await store.findMade(deps.db, key).catch(() => null);
    if (madeId === null) throw error;
    try {
      return await known(madeId);
    } catch (gone) {
      if (!(gone instanceof AppError && gone.status === 404)) throw gone;
    }
    // It was taken away since: what is sent now is another one.
    await store.forgetClientId(deps.db, key);
    return make(remember);
  }
}

/** The id of what was made under this client id; null where nothing was. */
export const madeBefore = (
  deps: Deps,
  actor: Pick<Actor, 'id'>,
  kind: ClientIdKind,
  clientId: string,
): Promise<string | null> => store.findMade(deps.db, { userId: actor.id, kind, clientId });

export async function forgetClientIds(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - clientIdsKept_ms);
  await untilNoneIsLeft((limit) => store.forgetBefore(deps.db, before, limit));
}
