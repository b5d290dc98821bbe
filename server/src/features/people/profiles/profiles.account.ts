import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { deleteProfile, findProfile } from './profiles.store.ts';

export const profilesAccount: AccountPart = {
  tables: { profiles: 'profile' },
  sections: {
    profile: (deps, userId) =>
      rowsAtOnce(async () => {
        const profile = await findProfile(deps.db, userId);
        return profile ? [profile] : [];
      }),
  },
  erase: (deps, userId) => deleteProfile(deps.db, userId),
};
