import { useLateCode } from '#ui/use-late-code.ts';
import type { catalogue } from './catalogue.ts';

let known: typeof catalogue | null = null;
const load = () => import('./catalogue.ts');

/**
 * Glyphs and names of the activities, whose code comes when the first plan is known; null until then. Without it there are no
 * pins; the list says what there is.
 */
export function useCatalogue(isNeeded: boolean): typeof catalogue | null {
  const loaded = useLateCode('catalogue', load, isNeeded && !known);
  known ??= loaded;
  return known;
}
