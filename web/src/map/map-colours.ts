/** The custom properties of tokens.css that the map is painted with. */
export const MAP_COLOUR_VARIABLES = {
  land: '--map-land',
  block: '--map-block',
  building: '--map-building',
  road: '--map-road',
  roadMajor: '--map-road-major',
  roadEdge: '--map-road-edge',
  water: '--map-water',
  waterEdge: '--map-water-edge',
  park: '--map-park',
  tree: '--map-tree',
  rail: '--map-rail',
  label: '--map-label',
  labelWater: '--map-label-water',
  labelPark: '--map-label-park',
  halo: '--map-halo',
} as const;

export type MapColours = Readonly<Record<keyof typeof MAP_COLOUR_VARIABLES, string>>;

export function readMapColours(element: Element): MapColours {
  const computed = getComputedStyle(element);
  const entries = Object.entries(MAP_COLOUR_VARIABLES).map(([name, variable]) => [
    name,
    computed.getPropertyValue(variable).trim(),
  ]);
  return Object.fromEntries(entries) as MapColours;
}
