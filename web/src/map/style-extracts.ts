import { type Flavor, LIGHT, layers } from '@protomaps/basemaps';
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import type { StreetExtracts } from '#map/street-sources.ts';
import { fontStack } from '#map/style-labels.ts';
import { STREET_BOUNDS } from '#map/style-veil.ts';

/** Further out the offline world shows as much. */
const FIRST_ZOOM = 8;
const SMALLEST_TEXT_PX = 12;
const LANGUAGE_NAMES: Readonly<Record<MapLanguage, string>> = { en: 'en', ja: 'ja', zh: 'zh-Hans' };

type Area = StreetExtracts['areas'][number];

/** The library's set of colours, made from the tokens: extracts look like the offline world around them. */
function flavorOf(colours: MapColours): Flavor {
  const { land, block, building, park, tree, water, road, roadMajor, roadEdge, rail, label, halo } = colours;
  const areas = {
    earth: land,
    background: water,
    park_a: park,
    park_b: park,
    wood_a: tree,
    wood_b: tree,
    scrub_a: park,
    scrub_b: park,
    zoo: park,
    water,
    buildings: building,
    runway: roadEdge,
    pier: road,
    railway: rail,
    boundaries: rail,
  };
  const own = new Set(Object.keys(areas));
  const rest = Object.keys(LIGHT)
    .filter((name) => typeof LIGHT[name as keyof Flavor] === 'string' && !own.has(name))
    .map((name): [string, string] => {
      if (name.endsWith('_halo')) return [name, halo];
      if (name === 'ocean_label') return [name, colours.labelWater];
      if (name.includes('label')) return [name, label];
      if (name.includes('casing')) return [name, roadEdge];
      if (/^(tunnel|bridges)?_?(major|highway)/.test(name)) return [name, roadMajor];
      if (/^(tunnel|bridges|minor|link|other)/.test(name)) return [name, road];
      return [name, block];
    });
  // Families of the device: there is no server of letters.
  const fonts = { regular: 'system-ui', bold: 'system-ui', italic: 'system-ui' };
  return { ...(Object.fromEntries(rest) as unknown as Flavor), ...areas, ...fonts };
}

/** Text sizes are numbers or interpolations by zoom, whose results start at the fifth place. */
function readable(size: unknown): unknown {
  if (typeof size === 'number') return Math.max(SMALLEST_TEXT_PX, size);
  if (!Array.isArray(size) || size[0] !== 'interpolate') return size;
  return size.map((part, index) => {
    if (index < 4 || index % 2 !== 0) return part;
    return typeof part === 'number' ? Math.max(SMALLEST_TEXT_PX, part) : ['max', SMALLEST_TEXT_PX, part];
  });
}

function withLocalFonts(layer: SymbolLayerSpecification, language: MapLanguage): LayerSpecification {
  const { 'icon-image': _icon, 'icon-size': _size, ...layout } = layer.layout ?? {};
  const weight = layer.id.startsWith('places_') ? 'SemiBold' : 'Medium';
  return {
    ...layer,
    layout: {
      ...layout,
      'text-font': fontStack(language, weight),
      'text-size': readable(layout['text-size']) as number,
    },
  };
}

/** Needs icons, which come from a server of icons. */
const ICONS_ONLY = new Set(['roads_oneway', 'roads_shields', 'pois']);
const OWN_IN_THE_OFFLINE_WORLD = new Set(['background', 'landcover', 'places_country']);

export interface ExtractStyle {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly ground: readonly LayerSpecification[];
  readonly labels: readonly LayerSpecification[];
  /** True outside of what extracts show, for layers of the offline world that would double theirs. */
  readonly elsewhere: ExpressionSpecification;
  readonly coversOwnStreets: boolean;
}

const meets = ([west, south, east, north]: Area, [w, s, e, n]: Area) =>
  west < e && w < east && south < n && s < north;

function boundsOf(areas: readonly Area[]): [number, number, number, number] {
  return [
    Math.min(...areas.map(([west]) => west)),
    Math.min(...areas.map(([, south]) => south)),
    Math.max(...areas.map(([, , east]) => east)),
    Math.max(...areas.map(([, , , north]) => north)),
  ];
}

export function extractStyle(
  extracts: readonly StreetExtracts[],
  language: MapLanguage,
  colours: MapColours,
  origin: string,
): ExtractStyle {
  const flavor = flavorOf(colours);
  const sources: Record<string, SourceSpecification> = {};
  const ground: LayerSpecification[] = [];
  const labels: LayerSpecification[] = [];
  for (const { minZoom, maxZoom, areas } of extracts) {
    const source = `extracts-${maxZoom}`;
    sources[source] = {
      type: 'vector',
      tiles: [`${origin}/streets/extracts/${maxZoom}/{z}/{x}/{y}`],
      minzoom: Math.min(maxZoom, Math.max(FIRST_ZOOM, minZoom)),
      maxzoom: maxZoom,
      bounds: boundsOf(areas),
    };
    for (const layer of layers(source, flavor, { lang: LANGUAGE_NAMES[language] }) as LayerSpecification[]) {
      if (ICONS_ONLY.has(layer.id) || OWN_IN_THE_OFFLINE_WORLD.has(layer.id)) continue;
      const minzoom = Math.max(FIRST_ZOOM, layer.minzoom ?? 0);
      const named = { ...layer, id: `${source}-${layer.id}`, minzoom } as LayerSpecification;
      if (layer.type === 'symbol') {
        const local = withLocalFonts(layer, language);
        labels.push({ ...local, id: named.id, minzoom } as LayerSpecification);
      } else ground.push(named);
    }
  }
  const areas = extracts.flatMap((group) => group.areas);
  return {
    sources,
    ground,
    labels,
    elsewhere: [
      'any',
      ['<', ['zoom'], FIRST_ZOOM],
      [
        '!',
        [
          'within',
          {
            type: 'MultiPolygon',
            coordinates: areas.map(([west, south, east, north]) => [
              [
                [west, south],
                [east, south],
                [east, north],
                [west, north],
                [west, south],
              ],
            ]),
          },
        ],
      ],
    ],
    coversOwnStreets: areas.some((area) => meets(area, STREET_BOUNDS)),
  };
}
