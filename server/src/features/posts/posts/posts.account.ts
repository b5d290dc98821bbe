import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { tellAreas } from './posts.service.ts';
import { areasOfAuthor, erasePosts, pageOfPosts } from './posts.store.ts';

/** Where somebody has posted at more places than this, the rest is seen at the next look. */
const areaLimit = 500;

/** The pictures go with `media`, the comments and reactions of others under a post with the post. */
export const postsAccount: AccountPart = {
  tables: { posts: 'posts' },
  sections: {
    posts: (deps, userId) =>
      rowsInPages(
        async (after, limit) => {
          const rows = await pageOfPosts(deps.db, userId, after, limit);
          // The cells are the position once more, for the index.
          return rows.map(({ q14: _14, q12: _12, q10: _10, q8: _8, ...post }) => post);
        },
        ({ id }) => id,
      ),
  },
  erase: (deps, userId) =>
    untilNoneIsLeft(async (limit) => {
      const rows = await pageOfPosts(deps.db, userId, '', limit);
      await erasePosts(
        deps.db,
        rows.map(({ id }) => id),
        deps.clock(),
      );
      return rows.length;
    }),
  changed: async (inner, userId) =>
    tellAreas(inner, await areasOfAuthor(inner.db, userId, areaLimit), userId),
};
