import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages } from '#platform/pages.ts';
import { blockAfterErasure } from './admission.service.ts';
import { deleteCasesOf } from './cases.store.ts';
import { deleteDecisionsAbout, forgetDecider, pageOfOwnDecisions } from './decisions.store.ts';
import { deleteNotesAndLooksOf, pageOfLooksBy, pageOfNotesBy } from './moderated-people.store.ts';
import { eraseDetailsOf, pageOfDetailsOf } from './moderation-log.store.ts';
import { deleteReportsOf, pageOfReportsBy } from './reports.store.ts';

const page = 500;

/**
 * Handed out are the reports a person made, and what was decided about them with what they said to it; what others reported
 * belongs to those, and who decided is named to nobody. The log loses who it was and still verifies.
 */
export const moderationAccount: AccountPart = {
  tables: {
    reports: 'reports',
    decisions: 'decisions',
    moderator_notes: 'moderatorNotes',
    moderation_looks: 'moderationLooks',
    moderation_log_details: 'moderationLog',
  },
  sections: {
    reports: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfReportsBy(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    decisions: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfOwnDecisions(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    moderatorNotes: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfNotesBy(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    moderationLooks: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfLooksBy(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    async *moderationLog(deps, userId) {
      for (let after = 0; ; ) {
        const rows = await pageOfDetailsOf(deps.db, userId, after, page);
        yield* rows;
        if (rows.length < page) return;
        after = Number(rows.at(-1)!.number);
      }
    },
  },
  blocksIdentity: blockAfterErasure,
  async erase(deps, userId) {
    await deleteReportsOf(deps.db, userId);
    await deleteCasesOf(deps.db, userId);
    await forgetDecider(deps.db, userId);
    await deleteDecisionsAbout(deps.db, userId);
    await deleteNotesAndLooksOf(deps.db, userId);
    await eraseDetailsOf(deps.db, userId);
  },
};
