import type { AccountPart } from '#features/identity/identity.service.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { deletePresence, findPresence } from './presence.store.ts';

export const presenceAccount: AccountPart = {
  tables: { presence: 'presence' },
  sections: {
    presence: (deps, userId) =>
      rowsAtOnce(async () => {
        const shared = await findPresence(deps.db, userId);
        return shared ? [shared] : [];
      }),
  },
  erase: (deps, userId) => deletePresence(deps.db, userId),
};
