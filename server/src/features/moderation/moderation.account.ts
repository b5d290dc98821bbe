import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages } from '#platform/pages.ts';
import { deleteReportsOf, pageOfReports } from './moderation.store.ts';

/** Handed out are the reports a person made; those about them belong to who made them. Both are erased. */
export const moderationAccount: AccountPart = {
  tables: { reports: 'reports' },
  sections: {
    reports: (deps, userId) =>
      rowsInPages(
        async (after, limit) => {
          const rows = await pageOfReports(deps.db, userId, after, limit);
          return rows.map(({ resolverId: _administrator, ...report }) => report);
        },
        ({ id }) => id,
      ),
  },
  erase: (deps, userId) => deleteReportsOf(deps.db, userId),
};
