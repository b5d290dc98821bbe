import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages } from '#platform/pages.ts';
import { deleteBlocksOf, namesOfPeople, pageOfBlocked } from './blocks.store.ts';

/** Handed out is whom the person blocked; who blocked them is those people's own. Both go with the account. */
export const blocksAccount: AccountPart = {
  tables: { blocks: 'blocks' },
  sections: {
    blocks: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfBlocked(deps.db, userId, after, limit),
        ({ blockedId }) => blockedId,
      ),
  },
  names: (deps, userId, ids) => namesOfPeople(deps.db, userId, ids),
  erase: (deps, userId) => deleteBlocksOf(deps.db, userId),
};
