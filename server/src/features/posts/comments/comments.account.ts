import { tellAreas } from '#features/posts/posts/posts.service.ts';
import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { areasOfComments, eraseComments, pageOfComments } from './comments.store.ts';

const areaLimit = 500;

/** What others have answered stays readable: there the place of the comment stays, without text and author. */
export const commentsAccount: AccountPart = {
  tables: { comments: 'comments' },
  sections: {
    comments: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfComments(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
  },
  erase: (deps, userId) =>
    untilNoneIsLeft((limit) => deps.transact((inner) => eraseComments(inner.db, userId, limit))),
  changed: async (inner, userId) =>
    tellAreas(inner, await areasOfComments(inner.db, userId, areaLimit), userId),
};
