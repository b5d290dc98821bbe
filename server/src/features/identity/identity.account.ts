import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { findUser, listSessions } from './identity.store.ts';

/** The account itself is erased by `leaving.service.ts`, when nothing refers to it any more. */
export const identityAccount: AccountPart = {
  tables: { users: 'account', sessions: 'sessions' },
  sections: {
    account: (deps, userId) =>
      rowsAtOnce(async () => {
        const user = await findUser(deps.db, userId);
        return user ? [user] : [];
      }),
    // Without their ids: those stand for the cookies of other devices.
    sessions: (deps, userId) =>
      rowsAtOnce(async () =>
        (await listSessions(deps.db, userId)).map(({ id: _secret, ...session }) => session),
      ),
  },
  erase: async () => {},
};
