import { useEffect, useState } from 'react';
import { loadInTime } from '#platform/load-in-time.ts';
import type { catalogue } from './catalogue.ts';

let known: typeof catalogue | null = null;

/** Glyphs and names of the activities, whose code comes when the first plan is known; null until then. */
export function useCatalogue(isNeeded: boolean): typeof catalogue | null {
  const [shown, setShown] = useState(known);
  useEffect(() => {
    if (!isNeeded || shown) return;
    let isGone = false;
    loadInTime('catalogue', () => import('./catalogue.ts')).then(
      (loaded) => {
        known = loaded;
        if (!isGone) setShown(loaded);
      },
      // Without it there are no pins; the list says what there is.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded, shown]);
  return shown;
}
