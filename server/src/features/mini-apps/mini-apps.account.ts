import type { AccountPart } from '#platform/account-part.ts';
import { rowsInPages, untilNoneIsLeft } from '#platform/pages.ts';
import { eraseCreated, eraseParticipations } from './erasure.service.ts';
import { pageOfCreated, pageOfOwnParticipations } from './mini-apps-account.store.ts';
import { tellWaiting } from './waiting.service.ts';

/** What somebody added goes as their messages do; what they said in those of others goes out of the results too. */
export const miniAppsAccount: AccountPart = {
  tables: {
    mini_apps: 'mini-apps',
    mini_app_participations: 'mini-app-participations',
  },
  sections: {
    'mini-apps': (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfCreated(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    'mini-app-participations': (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfOwnParticipations(deps.db, userId, after, limit),
        ({ miniAppId }) => miniAppId,
      ),
  },
  changed: tellWaiting,
  async erase(deps, userId) {
    await untilNoneIsLeft((limit) => eraseCreated(deps, userId, limit));
    await untilNoneIsLeft((limit) => eraseParticipations(deps, userId, limit));
  },
};
