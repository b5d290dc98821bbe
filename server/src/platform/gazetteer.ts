import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { PlaceNames } from '@dazi/contract/places/place-search';
import { foldedPlaceName } from '@dazi/contract/places/place-search.rules';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { isNamedCountry, namesMeantBy, placeReadings } from './place-readings.ts';

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
/** How far from the middle of a town or of a quarter that is named with it a place may be said to lie in it. */
const regionReach_km = { town: 60, quarter: 5 };
/** Of the first reach in which there is one. */
const twinReaches_km = [30, 120, 500];

class Towns {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #populations: Uint32Array;
  /** Whether a line is a quarter of a town: what lies there is named by the town. */
  readonly #quarters: Uint8Array;
  readonly #positions: KDBush;
  /** Names of their own in other languages: a third of the lines have some. */
  /** The lines of each folded name in another language. */
  readonly #otherNames = new Map<string, number[]>();
  readonly #places: Float64Array;

  private constructor(text: string, count: number) {
    this.#text = text;
    this.#starts = new Uint32Array(count + 1);
    this.#populations = new Uint32Array(count);
    this.#quarters = new Uint8Array(count);
    this.#positions = new KDBush(count, 16, Float32Array);
    this.#places = new Float64Array(2 * count);
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
    this.#places.set([Number(latitude), Number(longitude)], 2 * line);
    this.#populations[line] = Number(population);
    for (const name of new Set(others)) {
      if (name === '') continue;
      const folded = foldedPlaceName(name);
      const lines = this.#otherNames.get(folded);
      if (lines) lines.push(line);
      else this.#otherNames.set(folded, [line]);
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

  #place(line: number): Position {
    return { latitude: this.#places[2 * line]!, longitude: this.#places[2 * line + 1]! };
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

  /** Of the same country, and of the same name in any language. */
  #namesakesAmong(lines: readonly number[]): ReadonlySet<number> {
    const byName = new Map<string, Set<number>>();
    for (const line of lines) {
      const { name, names, country } = this.town(line);
      for (const one of [name, names.ja, names.zh]) {
        const key = `${country} ${one}`;
        if (one !== undefined) byName.set(key, (byName.get(key) ?? new Set()).add(line));
      }
    }
    return new Set([...byName.values()].filter(({ size }) => size > 1).flatMap((same) => [...same]));
  }

  #distinguished(lines: readonly number[]): FoundTown[] {
    const namesakes = this.#namesakesAmong(lines);
    const townsOfQuarters = new Map(
      lines
        .filter((line) => this.#quarters[line])
        .map((line) => [line, this.#around(this.town(line), 1, quarterReach_km)[0] ?? null]),
    );
    const taken = new Set<number>();
    for (const [line, town] of townsOfQuarters) if (town !== null && namesakes.has(line)) taken.add(town);
    const nearOf = (line: number): number | null => {
      const town = townsOfQuarters.get(line);
      if (town !== undefined) return town;
      if (!namesakes.has(line) && !this.#hasTwins(line)) return null;
      const larger = this.#largerNear(line, taken);
      if (larger !== null) taken.add(larger);
      return larger;
    };
    return lines.map((line) => {
      const near = nearOf(line);
      return { ...this.town(line), near: near === null ? null : this.town(near) };
    });
  }

  /** Those that begin like the text, else those that it means with the word for what they are or with their region. */
  search(text: string, limit: number): FoundTown[] {
    const wanted = foldedPlaceName(text.trim());
    if (wanted === '') return [];
    const found = this.#beginningLike(wanted);
    if (found.length === 0) found.push(...this.#named(wanted));
    if (found.length === 0) found.push(...this.#read(wanted));
    // Of wards and stations nobody counts the people.
    const whole = new Set(this.#called(wanted));
    const rest = (line: number) => (whole.has(line) ? 0 : 1);
    const largest = found
      .sort((one, other) => this.#populations[other]! - this.#populations[one]! || rest(one) - rest(other))
      .slice(0, limit);
    return this.#distinguished(largest);
  }

  #beginningLike(folded: string): number[] {
    const found = new Set<number>();
    for (
      let line = this.#firstFrom(folded);
      line < this.count && this.#key(line).startsWith(folded);
      line++
    ) {
      found.add(line);
    }
    for (const [other, lines] of this.#otherNames) {
      if (other.startsWith(folded)) for (const line of lines) found.add(line);
    }
    return [...found];
  }

  #called(...names: readonly string[]): number[] {
    const found = new Set<number>();
    for (const name of names) {
      for (let line = this.#firstFrom(name); line < this.count && this.#key(line) === name; line++) {
        found.add(line);
      }
      for (const line of this.#otherNames.get(name) ?? []) found.add(line);
    }
    return [...found];
  }

  /** Those of exactly that name, with or without the word for what they are. */
  #named(folded: string): number[] {
    return this.#called(...namesMeantBy(folded));
  }

  /** Those that lie in all regions that are named with them, else in some, else whatever is called so. */
  #read(folded: string): number[] {
    const { readings, alone } = placeReadings(folded);
    const known = new Map<string, number[]>();
    const named = (name: string) => {
      const lines = known.get(name) ?? this.#named(name);
      known.set(name, lines);
      return lines;
    };
    const liesIn = (line: number) => (region: string) => this.#liesIn(line, region, named(region));
    for (const fits of ['every', 'some'] as const) {
      for (const { name, regions } of readings) {
        const found = named(name).filter((line) => regions[fits](liesIn(line)));
        if (found.length > 0) return found;
      }
    }
    return alone.map(named).find((lines) => lines.length > 0) ?? [];
  }

  /** In a country, or near a town that is no smaller. */
  #liesIn(line: number, region: string, towns: readonly number[]): boolean {
    if (isNamedCountry(region, this.town(line).country)) return true;
    const place = this.#place(line);
    return towns.some(
      (town) =>
        this.#populations[town]! >= this.#populations[line]! &&
        distanceKm(place, this.#place(town)) < regionReach_km[this.#quarters[town] ? 'quarter' : 'town'],
    );
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
