import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce } from '#platform/pages.ts';
import { deleteShownPlaces, listShownPlaces } from './places.store.ts';

export const placesAccount: AccountPart = {
  tables: { shown_places: 'shown-places' },
  sections: { 'shown-places': (deps, userId) => rowsAtOnce(() => listShownPlaces(deps.db, userId)) },
  erase: (deps, userId) => deleteShownPlaces(deps.db, userId),
};
