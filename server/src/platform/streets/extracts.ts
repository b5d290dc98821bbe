import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Header, PMTiles, type Source, TileType } from 'pmtiles';

/** What the layers are drawn from (the schema of Protomaps). */
const neededLayers = ['earth', 'water', 'roads'];
const ending = '.pmtiles';

export type Bounds = [west: number, south: number, east: number, north: number];

/** Extracts that go equally deep: one set of tiles for the map. */
export interface ExtractGroup {
  readonly maxZoom: number;
  readonly minZoom: number;
  readonly areas: Bounds[];
}

interface Extract {
  readonly name: string;
  readonly stamp: string;
  readonly header: Header;
  readonly bounds: Bounds;
  readonly tiles: PMTiles;
  readonly file: FileHandle;
}

class FileRanges implements Source {
  readonly #name: string;
  readonly #file: FileHandle;

  constructor(name: string, file: FileHandle) {
    this.#name = name;
    this.#file = file;
  }

  getKey(): string {
    return this.#name;
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    const data = new ArrayBuffer(length);
    const { bytesRead } = await this.#file.read(new Uint8Array(data), 0, length, offset);
    return { data: data.slice(0, bytesRead) };
  }
}

/** City extracts in a folder: `*.pmtiles` files with vector tiles, side by side. */
export class Extracts {
  readonly #directory: string;
  readonly #log: FastifyBaseLogger;
  #extracts: readonly Extract[] = [];
  /** Files that could not be used, as they were then: each is told of once. */
  readonly #broken = new Map<string, string>();

  constructor(directory: string, log: FastifyBaseLogger) {
    this.#directory = directory;
    this.#log = log;
  }

  async scan(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const names = (await readdir(this.#directory)).filter((name) => name.endsWith(ending)).sort();
    const before = new Map(this.#extracts.map((extract) => [extract.name, extract]));
    const found: Extract[] = [];
    for (const name of names) {
      const path = join(this.#directory, name);
      const about = await stat(path).catch(() => null);
      if (!about?.isFile()) continue;
      const stamp = `${about.size} ${about.mtimeMs}`;
      const known = before.get(name);
      if (known?.stamp === stamp) {
        found.push(known);
        before.delete(name);
      } else if (this.#broken.get(name) !== stamp) {
        const extract = await this.#open(name, path, stamp, about.size);
        if (extract) found.push(extract);
      }
    }
    // The smallest first: where two lie over each other, the one made for the place serves it.
    this.#extracts = found.sort((one, other) => areaOf(one.bounds) - areaOf(other.bounds));
    for (const gone of before.values()) await gone.file.close();
  }

  groups(): ExtractGroup[] {
    const byDepth = groupByDepth(this.#extracts);
    return [...byDepth]
      .sort(([one], [other]) => one - other)
      .map(([maxZoom, extracts]) => ({
        maxZoom,
        minZoom: Math.min(...extracts.map(({ header }) => header.minZoom)),
        areas: extracts.map(({ bounds }) => bounds),
      }));
  }

  /** The tile of the smallest extract that has it; null where there is none. */
  async tile(maxZoom: number, z: number, x: number, y: number): Promise<Buffer | null> {
    for (const { header, bounds, tiles, name } of this.#extracts) {
      if (header.maxZoom !== maxZoom || z < header.minZoom || z > maxZoom || !reaches(bounds, z, x, y))
        continue;
      try {
        const tile = await tiles.getZxy(z, x, y);
        if (tile && tile.data.byteLength > 0) return Buffer.from(tile.data);
      } catch (error) {
        this.#log.warn({ err: error, extract: name }, `map extract ${name}: a tile could not be read`);
      }
    }
    return null;
  }

  async close(): Promise<void> {
    const open = this.#extracts;
    this.#extracts = [];
    await Promise.all(open.map(({ file }) => file.close()));
  }

  async #open(name: string, path: string, stamp: string, size: number): Promise<Extract | null> {
    const file = await open(path, 'r');
    try {
      const tiles = new PMTiles(new FileRanges(`${name} ${stamp}`, file));
      const header = await tiles.getHeader();
      const bounds = boundsOf(header);
      const problem = problemOf(header, bounds, size, await tiles.getMetadata());
      if (problem) throw new Error(problem);
      this.#broken.delete(name);
      this.#log.info(
        { extract: name, minZoom: header.minZoom, maxZoom: header.maxZoom },
        `map extract ${name}: streets are served from it`,
      );
      return { name, stamp, header, bounds, tiles, file };
    } catch (error) {
      await file.close();
      this.#broken.set(name, stamp);
      this.#log.warn(
        { extract: name },
        `map extract ${name} is ignored: ${error instanceof Error ? error.message : 'it cannot be read'}`,
      );
      return null;
    }
  }
}

function groupByDepth(extracts: readonly Extract[]): Map<number, Extract[]> {
  const groups = new Map<number, Extract[]>();
  for (const extract of extracts) {
    groups.set(extract.header.maxZoom, [...(groups.get(extract.header.maxZoom) ?? []), extract]);
  }
  return groups;
}

const boundsOf = ({ minLon, minLat, maxLon, maxLat }: Header): Bounds => [minLon, minLat, maxLon, maxLat];
const areaOf = ([west, south, east, north]: Bounds) => (east - west) * (north - south);

function problemOf(header: Header, [west, south, east, north]: Bounds, size: number, metadata: unknown) {
  if (header.tileType !== TileType.Mvt) return 'it holds no vector tiles';
  if (!(west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90)) {
    return 'its bounds make no sense';
  }
  if (header.minZoom > header.maxZoom || header.maxZoom > 22) return 'its zoom levels make no sense';
  if (header.tileDataOffset + (header.tileDataLength ?? 0) > size) return 'it is incomplete';
  const layers = (metadata as { vector_layers?: { id?: unknown }[] } | null)?.vector_layers ?? [];
  const ids = Array.isArray(layers) ? layers.map((layer) => layer?.id) : [];
  const missing = neededLayers.filter((layer) => !ids.includes(layer));
  return missing.length > 0 ? `it lacks the layers ${missing.join(', ')} of the Protomaps schema` : null;
}

function reaches([west, south, east, north]: Bounds, z: number, x: number, y: number): boolean {
  const count = 2 ** z;
  const longitude = (column: number) => (column / count) * 360 - 180;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI;
  return longitude(x) < east && longitude(x + 1) > west && latitude(y) > south && latitude(y + 1) < north;
}
