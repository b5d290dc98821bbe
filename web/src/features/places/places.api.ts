import type { DataOf } from '@dazi/contract/kernel/endpoint';
import type { findPlaces, PlaceNames } from '@dazi/contract/places/place-search';
import type { Position } from '@dazi/contract/places/places';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { coordinatesIn, coordinatesText } from './coordinates.ts';

type Town = DataOf<typeof findPlaces>[number];
/** A town or quarter by its name, or a place by its coordinates, which has none. */
export type FoundPlace = Pick<Town, 'name' | 'names' | 'latitude' | 'longitude' | 'near'> & {
  country: string | null;
  population: number | null;
};

function placeAt(position: Position): FoundPlace {
  return {
    ...position,
    name: coordinatesText(position),
    names: {},
    near: null,
    country: null,
    population: null,
  };
}

/** Towns and quarters whose name begins like the text, or the place whose coordinates it says; none for an empty one. */
export function useFoundPlaces(text: string) {
  const query = text.trim();
  return useQuery({
    queryKey: ['places', query],
    queryFn: async ({ signal }): Promise<readonly FoundPlace[]> => {
      const position = coordinatesIn(query);
      return position
        ? [placeAt(position)]
        : (await call<typeof findPlaces>('GET', '/api/places', { query: { query }, signal })).data;
    },
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A place's name in the reader's language, where it has one. */
export function placeNameIn(language: string, name: string, names: PlaceNames | undefined): string {
  return names?.[language as keyof PlaceNames] ?? name;
}
