import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { PlaceNames } from '@dazi/contract/places/place-search';
import { foldedPlaceName } from '@dazi/contract/places/place-search.rules';
import type { Position } from '@dazi/contract/places/places';
import { around } from 'geokdbush';
import KDBush from 'kdbush';

export interface Town extends Position {
  name: string;
  names: PlaceNames;
  country: string;
  population: number;
}

export interface FoundTown extends Town {
  /** Tells it apart: of a quarter its town, of a town with twins in its country a larger one near by. */
  near: Pick<Town, 'name' | 'names'> | null;
}

/** How far a quarter may be from its town, and a town from the one it is told apart by. */
const quarterReach_km = 30;
const linesAtOnce = 2000;
/** Of the first reach in which there is one. */
const twinReaches_km = [120, 500];

class Towns {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #populations: Uint32Array;
  /** Whether a line is a quarter of a town: what lies there is named by the town. */
  readonly #quarters: Uint8Array;
  readonly #positions: KDBush;
  /** Names of their own in other languages: a third of the lines have some. */
  readonly #otherNames: { folded: string; line: number }[] = [];

  private constructor(text: string, count: number) {
    this.#text = text;
    this.#starts = new Uint32Array(count + 1);
    this.#populations = new Uint32Array(count);
    this.#quarters = new Uint8Array(count);
    this.#positions = new KDBush(count, 16, Float32Array);
  }

  /** A few thousand lines at a time, so that others are answered between them. */
  static async from(text: string): Promise<Towns> {
    const count = text.split('\n').length - 1;
    const towns = new Towns(text, count);
    let start = 0;
    for (let line = 0; line < count; line++) {
      if (line % linesAtOnce === 0) await setImmediate();
      start = towns.#add(line, start);
    }
    towns.#starts[count] = text.length;
    if (count > 0) towns.#positions.finish();
    return towns;
  }

  #add(line: number, start: number): number {
    const end = this.#text.indexOf('\n', start);
    this.#starts[line] = start;
    const [, , latitude, longitude, population, kind, ...others] = this.#text.slice(start, end).split('\t');
    this.#quarters[line] = kind === 'quarter' ? 1 : 0;
    this.#positions.add(Number(longitude), Number(latitude));
    this.#populations[line] = Number(population);
    for (const name of new Set(others)) {
      if (name !== '') this.#otherNames.push({ folded: foldedPlaceName(name), line });
    }
    return end + 1;
  }

  #around({ longitude, latitude }: Position, most: number, within_km: number): number[] {
    if (this.count === 0) return [];
    return around(this.#positions, longitude, latitude, most, within_km, (line) => !this.#quarters[line]);
  }

  get count(): number {
    return this.#populations.length;
  }

  town(line: number): Town {
    const fields = this.#text.slice(this.#starts[line], this.#starts[line + 1]! - 1).split('\t');
    const [name, country, latitude, longitude, population, , ja, zh] = fields;
    return {
      name: name!,
      names: { ...(ja ? { ja } : {}), ...(zh ? { zh } : {}) },
      country: country!,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(population),
    };
  }

  nearest(position: Position, within_km: number): Town | null {
    const [line] = this.#around(position, 1, within_km);
    return line === undefined ? null : this.town(line);
  }

  /** The largest town in reach that is larger than this one and tells nothing else apart yet. */
  #largerNear(line: number, taken: ReadonlySet<number>): number | null {
    const town = this.town(line);
    for (const reach_km of twinReaches_km) {
      let largest = line;
      for (const other of this.#around(town, Number.POSITIVE_INFINITY, reach_km)) {
        if (this.#populations[other]! > this.#populations[largest]! && !taken.has(other)) largest = other;
      }
      if (largest !== line) return largest;
    }
    return null;
  }

  #distinguished(lines: readonly number[]): FoundTown[] {
    const taken = new Set<number>();
    return lines.map((line) => {
      const town = this.town(line);
      if (this.#quarters[line]) return { ...town, near: this.nearest(town, quarterReach_km) };
      const near = this.#hasTwins(line) ? this.#largerNear(line, taken) : null;
      if (near !== null) taken.add(near);
      return { ...town, near: near === null ? null : this.town(near) };
    });
  }

  search(prefix: string, limit: number): FoundTown[] {
    const wanted = foldedPlaceName(prefix.trim());
    if (wanted === '') return [];
    const found = new Set<number>();
    for (
      let line = this.#firstFrom(wanted);
      line < this.count && this.#key(line).startsWith(wanted);
      line++
    ) {
      found.add(line);
    }
    for (const { folded, line } of this.#otherNames) if (folded.startsWith(wanted)) found.add(line);
    const largest = [...found]
      .sort((one, other) => this.#populations[other]! - this.#populations[one]!)
      .slice(0, limit);
    return this.#distinguished(largest);
  }

  /** Whether another town of its country has the same name: they lie side by side. */
  #hasTwins(line: number): boolean {
    const { country } = this.town(line);
    const key = this.#key(line);
    for (const step of [-1, 1]) {
      for (
        let other = line + step;
        other >= 0 && other < this.count && this.#key(other) === key;
        other += step
      ) {
        if (!this.#quarters[other] && this.town(other).country === country) return true;
      }
    }
    return false;
  }

  #key(line: number): string {
    const start = this.#starts[line]!;
    return foldedPlaceName(this.#text.slice(start, this.#text.indexOf('\t', start)));
  }

  #firstFrom(text: string): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#key(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** By file: they are the same for everybody, and reading them takes a tenth of a second. */
const townsIn = new Map<string, Promise<Towns>>();

function readTowns(file: string): Promise<Towns> {
  const reading =
    townsIn.get(file) ??
    readFile(file, 'utf8').then(
      (text) => Towns.from(text),
      () => Towns.from(''),
    );
  townsIn.set(file, reading);
  return reading;
}

/** Posts are read far more often than written, and many lie at the same few places. */
const rememberedPlaces = 10_000;

/** Names of places without asking anybody: read when the first one is wanted. Without its file it knows none. */
export class Gazetteer {
  readonly #file: string;
  /** What was found near places: since the last time that there were too many of them, and before. */
  #found = new Map<string, Town | null>();
  #foundBefore = this.#found;

  constructor(file: string) {
    this.#file = file;
  }

  async nearest(position: Position, within_km: number): Promise<Town | null> {
    const [town] = await this.nearestOfEach([position], within_km);
    return town!;
  }

  async nearestOfEach(positions: readonly Position[], within_km: number): Promise<(Town | null)[]> {
    const towns = await readTowns(this.#file);
    return positions.map((position) => this.#remembered(towns, position, within_km));
  }

  #remembered(towns: Towns, position: Position, within_km: number): Town | null {
    const key = `${position.latitude} ${position.longitude} ${within_km}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const town = this.#foundBefore.get(key) ?? towns.nearest(position, within_km);
    if (this.#found.size >= rememberedPlaces) {
      this.#foundBefore = this.#found;
      this.#found = new Map();
    }
    this.#found.set(key, town);
    return town;
  }

  async search(prefix: string, limit: number): Promise<FoundTown[]> {
    return (await readTowns(this.#file)).search(prefix, limit);
  }
}
