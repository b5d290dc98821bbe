import { FOCUS_ZOOM } from '#map/map-types.ts';

/** From where a town of that size is seen as a whole. */
const townZoom = (population: number) => (population > 1_000_000 ? 11 : population > 50_000 ? 12 : 13);

/** From how near what was found is looked at. */
export const foundZoom = (population: number | null) =>
  population === null ? FOCUS_ZOOM : townZoom(population);
