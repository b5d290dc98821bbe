import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages } from '#platform/pages.ts';
import { deleteBookmarksOf, pageOfBookmarks } from './bookmarks.store.ts';

/** What was kept, by id; the posts themselves are their authors'. */
export const bookmarksAccount: AccountPart = {
  tables: { bookmarks: 'bookmarks' },
  sections: {
    bookmarks: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfBookmarks(deps.db, userId, after, limit),
        ({ postId }) => postId,
      ),
  },
  erase: (deps, userId) => deleteBookmarksOf(deps.db, userId),
};
