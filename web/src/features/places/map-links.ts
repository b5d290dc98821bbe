import type { Position } from '@dazi/contract/places/places';
import { coordinatesIn } from './coordinates.ts';
import { fromGcj02 } from './gcj02.ts';
import { plusCodeIn } from './plus-codes.ts';

/** Whose link it is; `geo` is anybody's. */
export type MapSite = 'google' | 'apple' | 'openStreetMap' | 'amap' | 'plusCodes' | 'geo';

export type MapLink =
  | { readonly position: Position; readonly site: MapSite }
  /** It names no place by itself: a short one would have to be asked what it stands for. */
  | { readonly problem: 'short' | 'noPlace' };

type Reading = { readonly place: Position | null; readonly site: MapSite } | 'short' | 'noPlace';

const shortHosts = new Set([
  ...['maps.app.goo.gl', 'goo.gl', 'g.co', 'maps.apple', 'surl.amap.com', 'amap.to', 'g.page', 'osm.li'],
]);
const number = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const pair = new RegExp(String.raw`^(?:loc:)?\s*(${number})\s*(?:,|%2C)\s*(${number})(?:[,(\s].*)?$`, 'i');

function placeAt(latitude: string | undefined, longitude: string | undefined): Position | null {
  if (!latitude?.trim() || !longitude?.trim()) return null;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

const pairIn = (text: string | null | undefined): Position | null => {
  const [, first, second] = pair.exec(text?.trim() ?? '') ?? [];
  return placeAt(first, second);
};

/** What people type into a map: a pair, else coordinates of another form, else a whole plus code. */
function typedIn(text: string | null): Position | null {
  if (text === null) return null;
  const code = plusCodeIn(text);
  return (
    pairIn(text) ??
    coordinatesIn(text.replace(/^loc:/i, '')) ??
    (code && 'position' in code ? code.position : null)
  );
}

const firstOf = <Value>(values: readonly (Value | null)[]): Value | null =>
  values.find((value) => value !== null) ?? null;

const pairsOf = (query: URLSearchParams, names: readonly string[]) =>
  firstOf(names.map((name) => typedIn(query.get(name))));

/** The place that was opened goes before the middle of the map. */
function ofGoogle(url: URL): Position | null {
  const query = url.searchParams;
  const path = decoded(url.pathname);
  const pins = [...path.matchAll(new RegExp(String.raw`!3d(${number})!4d(${number})`, 'g'))];
  const [, pinLatitude, pinLongitude] = pins.at(-1) ?? [];
  const [, latitude, longitude] = new RegExp(String.raw`/@(${number}),(${number})`).exec(path) ?? [];
  // A plus stands for a space, and in a code for itself.
  const steps = path.split('/').map((step) => typedIn(step) ?? typedIn(step.replaceAll('+', ' ')));
  const [, embeddedLongitude, embeddedLatitude] =
    new RegExp(`!2d(${number})!3d(${number})`).exec(query.get('pb') ?? '') ?? [];
  return firstOf([
    placeAt(pinLatitude, pinLongitude),
    pairsOf(query, ['query', 'destination', 'q', 'daddr']),
    steps.findLast((step) => step !== null) ?? null,
    placeAt(latitude, longitude),
    pairsOf(query, ['viewpoint', 'center', 'll', 'sll']),
    placeAt(embeddedLatitude, embeddedLongitude),
  ]);
}

const ofApple = ({ searchParams }: URL) =>
  pairsOf(searchParams, ['coordinate', 'll', 'q', 'daddr', 'destination', 'center', 'sll', 'near']);

function ofOsm(url: URL): Position | null {
  const query = url.searchParams;
  const [, latitude, longitude] =
    new RegExp(String.raw`map=[\d.]+/(${number})/(${number})`).exec(url.hash) ?? [];
  const [, code] = /^\/go\/([\w@~=-]+)/.exec(url.pathname) ?? [];
  return firstOf([
    placeAt(query.get('mlat') ?? undefined, query.get('mlon') ?? undefined),
    placeAt(query.get('lat') ?? undefined, query.get('lon') ?? undefined),
    pairsOf(query, ['marker', 'query', 'to']),
    pairIn(query.get('route')?.split(';').at(-1)),
    placeAt(latitude, longitude),
    code === undefined ? null : ofOsmCode(code),
  ]);
}

/** Its short addresses hold the place itself: bits of both coordinates, one after the other, six in a letter. */
function ofOsmCode(code: string): Position | null {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~';
  let [x, y, bits] = [0, 0, 0];
  for (const letter of code.replaceAll('@', '~').replace(/[-=]+$/, '')) {
    const value = letters.indexOf(letter);
    if (value < 0 || bits >= 30) return null;
    for (let bit = 5; bit >= 1; bit -= 2) {
      x = x * 2 + ((value >> bit) & 1);
      y = y * 2 + ((value >> (bit - 1)) & 1);
    }
    bits += 3;
  }
  if (bits < 3) return null;
  const middle = (value: number) => (value + 0.5) / 2 ** bits;
  return { latitude: middle(y) * 180 - 90, longitude: middle(x) * 360 - 180 };
}

/** China lies where longitude and latitude cannot be taken for each other; elsewhere the order is the usual one. */
function drawnPair(text: string | null | undefined, usual: 'latitude' | 'longitude'): Position | null {
  const [, first, second] = /^(-?[\d.]+),(-?[\d.]+)/.exec(text ?? '') ?? [];
  const isLatitude = (value: string | undefined) => Math.abs(Number(value)) <= 60;
  const isLatitudeFirst = isLatitude(first) === isLatitude(second) ? usual === 'latitude' : isLatitude(first);
  return isLatitudeFirst ? placeAt(first, second) : placeAt(second, first);
}

function ofAmap(url: URL): Position | null {
  const query = url.searchParams;
  const named = (...names: readonly [string, string]) =>
    placeAt(query.get(names[0]) ?? undefined, query.get(names[1]) ?? undefined);
  const drawn = firstOf([
    ...['position', 'location', 'to', 'to[lnglat]', 'dest', 'markers', 'center', 'lnglat'].map((name) =>
      drawnPair(query.get(name), 'longitude'),
    ),
    drawnPair(query.get('q'), 'latitude'),
    drawnPair(query.get('p')?.replace(/^[^,]*,/, ''), 'latitude'),
    named('lat', 'lng'),
    named('lat', 'lon'),
    named('dlat', 'dlon'),
  ]);
  // It may say that these are coordinates of the world.
  return (
    drawn && (query.get('coordinate') === 'wgs84' || query.get('dev') === '1' ? drawn : fromGcj02(drawn))
  );
}

/** An Android phone hands on `geo:0,0?q=…` where only the question says where. */
function ofGeo(url: URL): Position | null {
  const asked = pairIn(/[?&]q=([^&]*)/.exec(decoded(url.search))?.[1]);
  const place = pairIn(url.pathname.split(';')[0]);
  const isNowhere = url.search !== '' && place?.latitude === 0 && place.longitude === 0;
  return asked ?? (isNowhere ? null : place);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function read(url: URL): Reading | null {
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  const schemes: Readonly<Record<string, () => Reading>> = {
    'geo:': () => ({ place: ofGeo(url), site: 'geo' }),
    'iosamap:': () => ({ place: ofAmap(url), site: 'amap' }),
    'androidamap:': () => ({ place: ofAmap(url), site: 'amap' }),
    'amapuri:': () => ({ place: ofAmap(url), site: 'amap' }),
    'comgooglemaps:': () => ({ place: ofGoogle(url), site: 'google' }),
    'maps:': () => ({ place: ofApple(url), site: 'apple' }),
  };
  if (Object.hasOwn(schemes, url.protocol)) return schemes[url.protocol]!();
  if (!/^https?:$/.test(url.protocol)) return null;
  if (shortHosts.has(host)) return 'short';
  if (host === 'osm.org' || /(^|\.)openstreetmap\.org$/.test(host)) {
    return { place: ofOsm(url), site: 'openStreetMap' };
  }
  if (/(^|\.)(amap|gaode)\.com$/.test(host)) return { place: ofAmap(url), site: 'amap' };
  if (host === 'maps.apple.com' || host === 'beta.maps.apple.com')
    return { place: ofApple(url), site: 'apple' };
  if (/^(maps\.)?google(\.[a-z]{2,3}){1,2}$/.test(host)) return { place: ofGoogle(url), site: 'google' };
  if (host === 'plus.codes') return { place: typedIn(decoded(url.pathname.slice(1))), site: 'plusCodes' };
  return 'noPlace';
}

/** Not by `URL.canParse`, which is younger than the oldest browsers that may come. */
function addressIn(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** What follows a link in a text, and is none of it unless the link makes no sense without. */
const punctuation = /(?:[。，、；：！？）」』】》〉＞].*|[.,;:!?"'>\])}]+)$/su;

function linkIn(text: string): MapLink | null {
  const address = addressIn(text);
  const reading = address && read(address);
  if (reading === null) return null;
  if (typeof reading === 'string') return { problem: reading };
  return reading.place ? { position: reading.place, site: reading.site } : { problem: 'noPlace' };
}

/**
 * Of Google, Apple, OpenStreetMap, Amap, or a `geo:` one. Nothing is fetched for it. Null for what is no link.
 */
export function mapLinkIn(typed: string): MapLink | null {
  // What is shared often has words before the link.
  const [found] =
    /\b(?:https?:\/\/|(?:geo|iosamap|androidamap|amapuri|comgooglemaps|maps):)\S+/i.exec(typed) ?? [];
  const text = typed.trim();
  const link =
    found ?? (/^(?:www\.|maps\.)?[a-z.]+\.[a-z]{2,4}\/\S+$/i.test(text) ? `https://${text}` : null);
  if (link === null) return null;
  const whole = linkIn(link);
  return whole && 'position' in whole ? whole : (linkIn(link.replace(punctuation, '')) ?? whole);
}
