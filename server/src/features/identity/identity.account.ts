import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { findBlockOf } from './blocked-identities.store.ts';
import { listClientIds } from './client-ids.store.ts';
import { findUser } from './identity.store.ts';
import { findUsedAt, listMadeBy } from './invitations.store.ts';
import { listSessions } from './sessions.store.ts';
import { findModeratorSince, findStanding } from './standing.store.ts';

/** The account itself is erased by `leaving.service.ts`, when nothing refers to it any more. */
export const identityAccount: AccountPart = {
  tables: {
    users: 'account',
    sessions: 'sessions',
    standings: 'standing',
    moderators: 'moderator',
    invitations: 'invitations',
    invitation_uses: 'cameByInvitation',
    blocked_identities: 'blockedSignIn',
    client_ids: 'clientIds',
  },
  sections: {
    account: (deps, userId) =>
      rowsAtOnce(async () => {
        const user = await findUser(deps.db, userId);
        return user ? [user] : [];
      }),
    standing: (deps, userId) =>
      rowsAtOnce(async () => {
        const standing = await findStanding(deps.db, userId);
        return standing ? [standing] : [];
      }),
    moderator: (deps, userId) =>
      rowsAtOnce(async () => {
        const since = await findModeratorSince(deps.db, userId);
        return since ? [{ since }] : [];
      }),
    invitations: (deps, userId) => rowsAtOnce(() => listMadeBy(deps.db, userId)),
    cameByInvitation: (deps, userId) =>
      rowsAtOnce(async () => {
        const usedAt = await findUsedAt(deps.db, userId);
        return usedAt ? [{ usedAt }] : [];
      }),
    blockedSignIn: (deps, userId) =>
      rowsAtOnce(async () => {
        const block = await findBlockOf(deps.db, userId);
        if (!block) return [];
        const { createdAt, until, rule, decisionNumber, liftedAt } = block;
        return [{ createdAt, until, rule, decisionNumber, liftedAt }];
      }),
    clientIds: (deps, userId) => rowsAtOnce(() => listClientIds(deps.db, userId)),
    // Without their ids: those stand for the cookies of other devices.
    sessions: (deps, userId) =>
      rowsAtOnce(async () =>
        (await listSessions(deps.db, userId)).map(({ id: _secret, ...session }) => session),
      ),
  },
  erase: async () => {},
};
