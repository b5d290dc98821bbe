import { createHash } from 'node:crypto';
import { type Credit, creditsOf } from './credits.ts';

export const streetsPath = '/streets';

type Json = Readonly<Record<string, unknown>>;

export interface TileSet {
  readonly templates: readonly string[];
  readonly kind: 'vector' | 'raster' | 'streets';
  readonly minZoom: number;
  readonly maxZoom: number;
}

export interface StylePlan {
  readonly style: Json;
  readonly tiles: ReadonlyMap<string, TileSet>;
  readonly files: ReadonlyMap<string, { url: string; kind: 'features' | 'picture' }>;
  readonly sprites: ReadonlyMap<string, string>;
  readonly glyphs: string | null;
  /** Names of fonts that the layers use; no others are asked for. */
  readonly fonts: ReadonlySet<string>;
  readonly left: readonly string[];
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';

/** Short, and the same on every node and after a restart. */
export const idOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16);

/** Keeps the placeholders of a template as they are. */
export function resolveTemplate(template: string, base: string): string | null {
  const marks = template.match(/\{[^}]*\}/g) ?? [];
  const masked = marks.reduce((text, mark, index) => text.replace(mark, `--mark-${index}--`), template);
  if (!URL.canParse(masked, base)) return null;
  const url = new URL(masked, base);
  if (!/^https?:$/.test(url.protocol)) return null;
  return marks.reduce((text, mark, index) => text.replace(`--mark-${index}--`, mark), url.href);
}

function resolve(address: unknown, base: string): string | null {
  if (!isText(address) || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Lists of tiles that have to be fetched before the plan can be made: source name -> address. */
export function tileListsOf(style: Json, base: string): Map<string, string> {
  const lists = new Map<string, string>();
  for (const [name, source] of Object.entries(isJson(style.sources) ? style.sources : {})) {
    if (!isJson(source) || !['vector', 'raster', 'raster-dem'].includes(String(source.type))) continue;
    const url = Array.isArray(source.tiles) ? null : resolve(source.url, base);
    if (url) lists.set(name, url);
  }
  return lists;
}

function pick(source: Json, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in source).map((name) => [name, source[name]]));
}

const tileFields = ['type', 'bounds', 'minzoom', 'maxzoom', 'scheme', 'tileSize', 'encoding', 'promoteId'];
const tileEncodingFields = ['redFactor', 'greenFactor', 'blueFactor', 'baseShift', 'volatile'];
const featureFields = [
  'type',
  'buffer',
  'cluster',
  'clusterMaxZoom',
  'clusterMinPoints',
  'clusterProperties',
  'clusterRadius',
  'filter',
  'generateId',
  'lineMetrics',
  'maxzoom',
  'promoteId',
  'tolerance',
];

export const zoomOf = (value: unknown, otherwise: number) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 24 ? Number(value) : otherwise;

/** Makes the plan of a style. Throws an Error when it is none. `lists` holds what was fetched of `tileListsOf`. */
export function planStyle(
  style: unknown,
  base: string,
  lists: ReadonlyMap<string, { url: string; content: unknown }>,
): StylePlan {
  if (!isJson(style) || style.version !== 8 || !isJson(style.sources) || !Array.isArray(style.layers)) {
    throw new Error('is no MapLibre style of version 8');
  }
  const tiles = new Map<string, TileSet>();
  const files = new Map<string, { url: string; kind: 'features' | 'picture' }>();
  const sources: Record<string, Json> = {};
  const credits = new Map<string, Credit>();
  const left: string[] = [];

  for (const [name, source] of Object.entries(style.sources)) {
    const list = lists.get(name);
    const whole = isJson(source) ? { ...(isJson(list?.content) ? list.content : {}), ...source } : {};
    const made = planSource(whole, list?.url ?? base, tiles, files);
    if (made) sources[name] = made;
    else left.push(name);
    for (const credit of made ? creditsOf(whole.attribution) : []) credits.set(credit.text, credit);
  }

  const sprites = new Map<string, string>();
  const sprite = spriteOf(style.sprite, base, sprites);
  const glyphs = isText(style.glyphs) ? resolveTemplate(style.glyphs, base) : null;
  const layers = style.layers.filter(
    (layer): layer is Json => isJson(layer) && (!isText(layer.source) || layer.source in sources),
  );
  return {
    style: {
      version: 8,
      sources,
      layers,
      ...(glyphs ? { glyphs: `${streetsPath}/glyphs/{fontstack}/{range}` } : {}),
      ...(sprite ? { sprite } : {}),
      ...pick(style, ['light', 'sky', 'transition']),
      metadata: { credits: [...credits.values()] },
    },
    tiles,
    files,
    sprites,
    glyphs,
    fonts: fontsOf(layers),
    left,
  };
}

function planSource(
  source: Json,
  base: string,
  tiles: Map<string, TileSet>,
  files: Map<string, { url: string; kind: 'features' | 'picture' }>,
): Json | null {
  const addFile = (url: string, kind: 'features' | 'picture') => {
    const id = idOf(url);
    files.set(id, { url, kind });
    return `${streetsPath}/files/${id}`;
  };
  switch (source.type) {
    case 'vector':
    case 'raster':
    case 'raster-dem': {
      const templates = (Array.isArray(source.tiles) ? source.tiles : [])
        .filter(isText)
        .map((template) => resolveTemplate(template, base));
      if (templates.length === 0 || templates.includes(null)) return null;
      const id = idOf(templates.join(' '));
      tiles.set(id, {
        templates: templates as string[],
        kind: source.type === 'vector' ? 'vector' : 'raster',
        minZoom: zoomOf(source.minzoom, 0),
        maxZoom: zoomOf(source.maxzoom, 22),
      });
      return {
        ...pick(source, [...tileFields, ...(source.type === 'raster-dem' ? tileEncodingFields : [])]),
        tiles: [`${streetsPath}/tiles/${id}/{z}/{x}/{y}`],
      };
    }
    case 'geojson': {
      if (isJson(source.data)) return { ...pick(source, featureFields), data: source.data };
      const url = resolve(source.data, base);
      return url === null ? null : { ...pick(source, featureFields), data: addFile(url, 'features') };
    }
    case 'image': {
      const url = resolve(source.url, base);
      return url === null ? null : { ...pick(source, ['type', 'coordinates']), url: addFile(url, 'picture') };
    }
    default:
      return null;
  }
}

function spriteOf(sprite: unknown, base: string, sprites: Map<string, string>) {
  const add = (address: unknown) => {
    const url = resolve(address, base);
    if (!url) return null;
    const id = idOf(url);
    sprites.set(id, url);
    return `${streetsPath}/sprites/${id}`;
  };
  if (isText(sprite)) return add(sprite);
  if (!Array.isArray(sprite)) return null;
  return sprite
    .filter(isJson)
    .map(({ id, url }) => ({ id, url: add(url) }))
    .filter((entry) => isText(entry.id) && entry.url !== null);
}

/** Every name that stands in a `text-font`, also inside expressions; and the two a style without one means. */
function fontsOf(layers: readonly Json[]): Set<string> {
  const fonts = new Set(['Open Sans Regular', 'Arial Unicode MS Regular']);
  const collect = (value: unknown) => {
    if (isText(value)) fonts.add(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (isJson(value)) Object.values(value).forEach(collect);
  };
  const search = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(search);
    else if (isJson(value)) {
      for (const [name, inner] of Object.entries(value)) (name === 'text-font' ? collect : search)(inner);
    }
  };
  for (const { layout } of layers) search(layout);
  return fonts;
}
