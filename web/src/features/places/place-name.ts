import type { PlaceNames } from '@dazi/contract/places/place-search';

/** A place's name in the reader's language, where it has one. */
export function placeNameIn(language: string, name: string, names: PlaceNames | undefined): string {
  return names?.[language as keyof PlaceNames] ?? name;
}
