import { type Credit, creditsOf } from './credits.ts';
import { idOf, isJson, resolveTemplate, type StylePlan, streetsPath, zoomOf } from './style-plan.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the map's own layers are drawn from (the schema of OpenMapTiles). */
const neededLayers = ['transportation', 'water'];

/** Whose work such tiles are, whatever their list says of it. */
const creditsOfSchema: readonly Credit[] = [
  { text: '© OpenMapTiles', link: 'https://openmaptiles.org/' },
  { text: '© OpenStreetMap contributors', link: 'https://www.openstreetmap.org/copyright' },
];
const creditOfUsual: Credit = { text: 'OpenFreeMap', link: 'https://openfreemap.org/' };

export const isTileList = (content: Json): boolean => content.version !== 8 && Array.isArray(content.tiles);

const hostOf = (link: string) => new URL(link).hostname.replace(/^www\./, '');

function creditsFor(attribution: unknown, isUsual: boolean): Credit[] {
  const always = isUsual ? [creditOfUsual, ...creditsOfSchema] : creditsOfSchema;
  const known = new Set(always.map(({ link }) => hostOf(link!)));
  const others = creditsOf(attribution).filter(({ link }) => link !== null && !known.has(hostOf(link)));
  return [...others, ...always];
}

function boundsOf(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(Number.isFinite)) return null;
  const [west, south, east, north] = value as [number, number, number, number];
  return west < east && south < north && west >= -180 && east <= 180 ? value : null;
}

/**
 * Tiles in the schema of OpenMapTiles: the page draws them with layers and letters of its own, so that nothing but
 * tiles is fetched for it. They keep their addresses here when the list names others. Throws an Error when it is none.
 */
export function planTileList(list: Json, url: string, { isUsual }: { isUsual: boolean }): StylePlan {
  const templates = (list.tiles as unknown[]).map((one) =>
    typeof one === 'string' ? resolveTemplate(one, url) : null,
  );
  const layers = Array.isArray(list.vector_layers) ? list.vector_layers : [];
  const ids = layers.filter(isJson).map(({ id }) => id);
  const missing = neededLayers.filter((layer) => !ids.includes(layer));
  if (missing.length > 0) throw new Error(`lacks the layers ${missing.join(', ')} of OpenMapTiles`);
  if (templates.length === 0 || templates.includes(null)) throw new Error('names no tiles');
  const id = idOf(url);
  const [minzoom, maxzoom] = [zoomOf(list.minzoom, 0), zoomOf(list.maxzoom, 14)];
  const bounds = boundsOf(list.bounds);
  const tiles = [`${streetsPath}/tiles/${id}/{z}/{x}/{y}`];
  return {
    style: {
      version: 8,
      sources: { openmaptiles: { type: 'vector', tiles, minzoom, maxzoom, ...(bounds && { bounds }) } },
      layers: [],
      metadata: { schema: 'openmaptiles', credits: creditsFor(list.attribution, isUsual) },
    },
    tiles: new Map([
      [id, { templates: templates as string[], kind: 'streets', minZoom: minzoom, maxZoom: maxzoom }],
    ]),
    files: new Map(),
    sprites: new Map(),
    glyphs: null,
    fonts: new Set(),
    left: [],
  };
}
