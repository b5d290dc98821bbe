import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { ReactNode } from 'react';
import { type FoundPlace, placeNameIn } from '#features/places/places.api.ts';
import type { PlanDraft } from './plan-draft.ts';

/** A field that finds places by their names. */
export type FindPlace = (onFound: (found: FoundPlace) => void) => ReactNode;

/** A place that was found, under its name in a language; what somebody has called it themselves stays. */
export function draftOfFound(
  draft: Pick<PlanDraft, 'place' | 'spotName'>,
  found: FoundPlace,
  language: string,
): Pick<PlanDraft, 'place' | 'spotName'> {
  const { latitude, longitude, name, names, of } = found;
  const place = { latitude, longitude };
  // Nobody meets "in town": of that, and of a link, the name says nothing.
  const isNamed = of === 'park' || of === 'station' || of === 'street';
  if (!isNamed || draft.spotName.trim() !== '') return { place, spotName: draft.spotName };
  return { place, spotName: placeNameIn(language, name, names).slice(0, planLimits.spotName) };
}
