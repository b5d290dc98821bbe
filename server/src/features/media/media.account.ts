import type { AccountFile, AccountPart } from '#platform/account-part.ts';
import type { Deps } from '#platform/deps.ts';
import { rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { archiveName } from './media.rules.ts';
import { type MediaRow, pageOfMedia } from './media.store.ts';
import { deleteSealedOf, pageOfSealed } from './sealed-copies.store.ts';
import { eraseFilesThenRows, fileOf } from './stored-media.service.ts';

const mediaOf = (deps: Deps, userId: string) =>
  rowsInPages(
    (after, limit) => pageOfMedia(deps.db, userId, after, limit),
    ({ id }) => id,
  );

/** A bucket answers for many files at once as fast as for one. */
const askedAtOnce = 16;

async function* filesOf(deps: Deps, userId: string): AsyncGenerator<AccountFile> {
  const archived = async (row: MediaRow): Promise<AccountFile> => {
    const found = await fileOf(deps, row.id, 'original');
    return {
      name: archiveName(row),
      size_bytes: found?.size ?? 0,
      isMissing: !found,
      open: async () => (await (await fileOf(deps, row.id, 'original'))?.open()) ?? null,
    };
  };
  let rows: MediaRow[] = [];
  for await (const row of mediaOf(deps, userId)) {
    rows.push(row);
    if (rows.length < askedAtOnce) continue;
    yield* await Promise.all(rows.map(archived));
    rows = [];
  }
  yield* await Promise.all(rows.map(archived));
}

/** The files are the person's own pictures; thumbnails say nothing that these do not. */
export const mediaAccount: AccountPart = {
  tables: { media: 'media', sealed_copies: 'takenAway' },
  sections: {
    media: mediaOf,
    takenAway: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfSealed(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
  },
  files: filesOf,
  async erase(deps, userId) {
    await deleteSealedOf(deps.db, userId);
    await untilNoneIsLeft(async (limit) => {
      const rows = await pageOfMedia(deps.db, userId, '', limit);
      await eraseFilesThenRows(
        deps,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  },
};
