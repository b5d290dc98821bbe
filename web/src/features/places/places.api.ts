import type { DataOf } from '@dazi/contract/kernel/endpoint';
import type { findPlaces, PlaceNames } from '@dazi/contract/places/place-search';
import type { MapNameKind } from '#map/map-names.ts';
import { FOCUS_ZOOM } from '#map/map-types.ts';
import { call } from '#platform/api.ts';
import type { MapSite } from './map-links.ts';

type Town = DataOf<typeof findPlaces>[number];
/** A town or quarter by its name, something on the map, or a place that was typed or pasted, which has no name. */
export type FoundPlace = Pick<Town, 'name' | 'names' | 'latitude' | 'longitude' | 'near'> & {
  country: string | null;
  population: number | null;
  /** What it is, where it is no town. */
  of?: MapNameKind | 'coordinates' | 'plusCode' | 'link';
  /** Of a link: whose map it is of. */
  site?: MapSite;
};

/** Towns and quarters of the world whose name begins like the text. */
export const fetchTowns = async (query: string, signal: AbortSignal) =>
  (await call<typeof findPlaces>('GET', '/api/places', { query: { query }, signal })).data;

/** A place's name in the reader's language, where it has one. */
export function placeNameIn(language: string, name: string, names: PlaceNames | undefined): string {
  return names?.[language as keyof PlaceNames] ?? name;
}

/** From where a town of that size is seen as a whole. */
const townZoom = (population: number) => (population > 1_000_000 ? 11 : population > 50_000 ? 12 : 13);

/** From how near what was found is looked at. */
export const foundZoom = (population: number | null) =>
  population === null ? FOCUS_ZOOM : townZoom(population);
