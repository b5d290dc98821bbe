import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { ReactNode } from 'react';
import { type FoundPlace, placeNameIn } from '#features/places/places.api.ts';
import type { PlanDraft } from './plan-draft.ts';

/** A field that finds places by their names. */
export type FindPlace = (onFound: (found: FoundPlace) => void) => ReactNode;

type Spot = Pick<PlanDraft, 'place' | 'spotName' | 'foundName'>;

/** A place that was found, under its name in a language; what somebody has called it themselves stays. */
export function draftOfFound(draft: Spot, found: FoundPlace, language: string): Spot {
  const { latitude, longitude, name, names, of } = found;
  const place = { latitude, longitude };
  const isOwnName = draft.spotName.trim() !== '' && draft.spotName !== draft.foundName;
  if (isOwnName) return { place, spotName: draft.spotName, foundName: null };
  // Nobody meets "in town": of that, and of a link, the name says nothing.
  const isNamed = of === 'park' || of === 'station' || of === 'street';
  const foundName = isNamed ? placeNameIn(language, name, names).slice(0, planLimits.spotName) : null;
  return { place, spotName: foundName ?? '', foundName };
}
