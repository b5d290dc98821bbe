/** What this installation has besides the offline world, as its settings say. */
export interface StreetSources {
  /** A style from elsewhere, at `/streets/style`. */
  readonly hasStyle: boolean;
  /** City extracts, those that go equally deep together. */
  readonly extracts: readonly StreetExtracts[];
}

export interface StreetExtracts {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly areas: readonly (readonly [west: number, south: number, east: number, north: number])[];
}

export const NO_STREETS: StreetSources = { hasStyle: false, extracts: [] };

/** Who made what the map shows; a link where they ask for one. */
export interface MapCredit {
  readonly text: string;
  readonly link: string | null;
}

/** Of the offline world without its streets, as far as somebody asks for it. */
export const FAR_CREDITS: readonly MapCredit[] = [
  { text: 'GeoNames (CC BY 4.0)', link: 'https://www.geonames.org/' },
];

export const OFFLINE_CREDITS: readonly MapCredit[] = [
  { text: 'Natural Earth', link: 'https://www.naturalearthdata.com/about/terms-of-use/' },
  ...FAR_CREDITS,
  { text: 'OpenStreetMap (ODbL)', link: 'https://www.openstreetmap.org/copyright' },
  { text: 'OurAirports (ODbL)', link: 'https://ourairports.com/data/' },
];
