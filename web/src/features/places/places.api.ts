import type { DataOf } from '@dazi/contract/endpoint';
import { findPlaces, type PlaceNames } from '@dazi/contract/place-search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

export type FoundPlace = DataOf<typeof findPlaces>[number];

/** Towns whose name begins like the text; none for an empty one. */
export function useFoundPlaces(text: string) {
  const query = text.trim();
  return useQuery({
    queryKey: ['places', query],
    queryFn: async ({ signal }) => (await call(findPlaces, { query: { query }, signal })).data,
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A place's name in the reader's language, where it has one. */
export function placeNameIn(language: string, name: string, names: PlaceNames | undefined): string {
  return names?.[language as keyof PlaceNames] ?? name;
}
