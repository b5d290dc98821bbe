import { withSea } from '#map/sea-tile.ts';

type Bitmaps = Readonly<Record<string, string>>;

interface Coverage {
  readonly world: Bitmaps;
  /** One zoom, fine: tiles there are, and those that are nothing but sea. */
  readonly near: { readonly tiles: Bitmaps; readonly openSea: Bitmaps };
  readonly streets: readonly string[];
}

type HasTile = (zoom: number, x: number, y: number) => boolean;

const ADDRESS = /^basemap:\/\/(world|near|streets)\/(\d+)\/(\d+)\/(\d+)$/;
const FOLDERS = { world: 'tiles', near: 'near', streets: 'streets' } as const;
type TileSource = keyof typeof FOLDERS;

/** Gives the tile of a `basemap:` address; an empty one where nothing is. */
export type BasemapTiles = (url: string, signal?: AbortSignal) => Promise<ArrayBuffer>;

let prepared: Promise<BasemapTiles> | undefined;

function urlOf(path: string): URL {
  return new URL(`${import.meta.env.BASE_URL}map/${path}`, document.baseURI);
}

function indexOf(bitmaps: Bitmaps): HasTile {
  const byZoom = new Map(
    Object.entries(bitmaps).map(([zoom, base64]) => [
      Number(zoom),
      Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    ]),
  );
  return (zoom, x, y) => {
    const position = y * 2 ** zoom + x;
    return ((byZoom.get(zoom)?.[position >> 3] ?? 0) & (1 << (position & 7))) !== 0;
  };
}

async function prepare(): Promise<BasemapTiles> {
  const response = await fetch(urlOf('coverage.json'));
  if (!response.ok) throw new Error(`The list of map tiles answered ${response.status}`);
  const coverage = (await response.json()) as Coverage;
  const streets = new Set(coverage.streets);
  const hasTile: Record<TileSource, HasTile> = {
    world: indexOf(coverage.world),
    near: indexOf(coverage.near.tiles),
    streets: (zoom, x, y) => streets.has(`${zoom}/${x}/${y}`),
  };
  const isOpenSea = indexOf(coverage.near.openSea);
  return async (url, signal) => {
    const [, name, ...address] = ADDRESS.exec(url) ?? [];
    if (name === undefined) throw new Error(`Not a map tile: ${url}`);
    const source = name as TileSource;
    const [zoom = 0, x = 0, y = 0] = address.map(Number);
    const isOnSea = source === 'world' || (source === 'near' && isOpenSea(zoom, x, y));
    const whole = (data: ArrayBuffer) => (isOnSea ? withSea(data) : data);
    // The open sea, bare land and everything outside the street tiles: nothing that the server would have to be asked for.
    if (!hasTile[source](zoom, x, y)) return whole(new ArrayBuffer(0));
    const tile = await fetch(urlOf(`${FOLDERS[source]}/${zoom}/${x}/${y}.mvt`), signal ? { signal } : {});
    if (!tile.ok) throw new Error(`A map tile answered ${tile.status}`);
    return whole(await tile.arrayBuffer());
  };
}

/** Knows which tiles there are. A failed attempt may be repeated. */
export function prepareBasemapTiles(): Promise<BasemapTiles> {
  prepared ??= prepare().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  });
  return prepared;
}
