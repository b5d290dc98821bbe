import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { deleteNamesOf, listNames } from './earlier-names.store.ts';
import { deleteRefusedOf, listRefused } from './hidden-faces.store.ts';
import { deleteProfile, findProfile } from './profiles.store.ts';

export const profilesAccount: AccountPart = {
  tables: { profiles: 'profile', refused_faces: 'refusedFaces', earlier_names: 'earlierNames' },
  sections: {
    profile: (deps, userId) =>
      rowsAtOnce(async () => {
        const profile = await findProfile(deps.db, userId);
        return profile ? [profile] : [];
      }),
    refusedFaces: (deps, userId) => rowsAtOnce(() => listRefused(deps.db, userId)),
    earlierNames: (deps, userId) => rowsAtOnce(() => listNames(deps.db, userId)),
  },
  async erase(deps, userId) {
    await deleteRefusedOf(deps.db, userId);
    await deleteNamesOf(deps.db, userId);
    await deleteProfile(deps.db, userId);
  },
};
