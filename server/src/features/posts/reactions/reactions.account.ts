import { tellAreas } from '#features/posts/posts/posts.service.ts';
import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages } from '#platform/pages.ts';
import { areasOfReactions, deleteReactionsOf, pageOfReactions } from './reactions.store.ts';

const areaLimit = 500;

export const reactionsAccount: AccountPart = {
  tables: { reactions: 'reactions' },
  sections: {
    reactions: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfReactions(deps.db, userId, after, limit),
        ({ postId }) => postId,
      ),
  },
  erase: (deps, userId) => deleteReactionsOf(deps.db, userId),
  changed: async (inner, userId) =>
    tellAreas(inner, await areasOfReactions(inner.db, userId, areaLimit), userId),
};
