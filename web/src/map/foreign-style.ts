import type { StyleSpecification } from 'maplibre-gl';
import type { MapCredit } from '#map/street-sources.ts';

const STYLE_PATH = '/streets/style';
const STYLE_AT_LATEST_MS = 4_000;

export interface ForeignStyle {
  readonly style: StyleSpecification;
  readonly credits: readonly MapCredit[];
  readonly isLight: boolean;
  /** It has no layers: its tiles, in the schema of OpenMapTiles, are drawn by ours. */
  readonly isForOurLayers: boolean;
}

/** Paths of this server with its name before them: the renderer takes only whole addresses. */
function withOrigin<Value>(value: Value): Value {
  if (typeof value === 'string') {
    return (value.startsWith('/streets/') ? `${window.location.origin}${value}` : value) as Value;
  }
  if (Array.isArray(value)) return value.map(withOrigin) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withOrigin(inner)])) as Value;
}

/** Lightness from 0 to 1 of a colour written out; null where it is an expression or a name. */
export function lightnessOf(colour: unknown): number | null {
  if (typeof colour !== 'string') return null;
  const hsl = /^hsla?\(\s*[\d.]+(?:deg)?[\s,]+[\d.]+%[\s,]+([\d.]+)%/.exec(colour);
  if (hsl) return Number(hsl[1]) / 100;
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(colour)?.slice(1).map(Number);
  const hex = /^#([\da-f]{3,8})$/i.exec(colour)?.[1];
  const digits = hex && hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const parts = rgb ?? digits?.match(/../g)?.map((pair) => Number.parseInt(pair, 16));
  const [red, green, blue] = parts ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** By its background; a style that does not tell is taken for light, as most are. */
export function isLightStyle({ layers }: Pick<StyleSpecification, 'layers'>): boolean {
  const background = layers.find((layer) => layer.type === 'background');
  const lightness = lightnessOf(background?.paint?.['background-color']);
  return lightness === null || lightness > 0.5;
}

/** The style in force as this server hands it on; null when it cannot be had now. */
export async function fetchForeignStyle(signal: AbortSignal): Promise<ForeignStyle | null> {
  try {
    const answer = await fetch(STYLE_PATH, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(STYLE_AT_LATEST_MS)]),
    });
    if (answer.status !== 200) return null;
    const style = withOrigin((await answer.json()) as StyleSpecification);
    const { credits = [], schema } = (style.metadata ?? {}) as {
      credits?: readonly MapCredit[];
      schema?: string;
    };
    return { style, credits, isLight: isLightStyle(style), isForOurLayers: schema === 'openmaptiles' };
  } catch {
    return null;
  }
}

/** Whether the source of a style gives tiles at a place just now. */
export async function givesTiles(
  { style }: ForeignStyle,
  { latitude, longitude, zoom }: { latitude: number; longitude: number; zoom: number },
  signal: AbortSignal,
): Promise<boolean> {
  for (const source of Object.values(style.sources)) {
    if (!('tiles' in source) || !source.tiles?.[0]) continue;
    const {
      minzoom = 0,
      maxzoom = 22,
      bounds,
    } = source as { minzoom?: number; maxzoom?: number; bounds?: number[] };
    const [west = -180, south = -90, east = 180, north = 90] = bounds ?? [];
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    const z = Math.min(maxzoom, Math.max(minzoom, Math.floor(zoom)));
    const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
    const tileAt = (share: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(share * 2 ** z)));
    const address = source.tiles[0]
      .replace('{z}', String(z))
      .replace('{x}', String(tileAt(longitude / 360 + 0.5)))
      .replace('{y}', String(tileAt(0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI))));
    const answer = await fetch(address, { signal, cache: 'no-cache' }).catch(() => null);
    if (!answer || answer.status >= 500) return false;
  }
  return true;
}
