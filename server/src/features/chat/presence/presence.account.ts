import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { deleteOpen, deletePresence, findOpen, findPresence, type OpenRow } from './presence.store.ts';

export const presenceAccount: AccountPart = {
  tables: { presence: 'presence', open_streams: 'openStreams' },
  sections: {
    presence: (deps, userId) =>
      rowsAtOnce(async () => {
        const shared = await findPresence(deps.db, userId);
        return shared ? [shared] : [];
      }),
    openStreams: (deps, userId) =>
      rowsAtOnce(async () => {
        const now = deps.clock();
        // It may be noted ahead.
        const seen = ({ seenAt, ...row }: OpenRow) => ({ ...row, seenAt: seenAt < now ? seenAt : now });
        return (await findOpen(deps.db, userId)).map(seen);
      }),
  },
  async erase(deps, userId) {
    await deletePresence(deps.db, userId);
    await deleteOpen(deps.db, userId);
  },
};
