import { readFile } from 'node:fs/promises';
import { foldedPlaceName, type PlaceNames } from '@dazi/contract/place-search';
import { distanceKm, type Position } from '@dazi/contract/places';

export interface Town extends Position {
  name: string;
  names: PlaceNames;
  country: string;
  population: number;
}

/** Towns lie in squares of a quarter of a degree; a look goes in rings round the one that holds a position. */
const squaresPerDegree = 4;
const square_km = 111 / squaresPerDegree;
const columns = 360 * squaresPerDegree;
const rowOf = (latitude: number) => Math.floor((latitude + 90) * squaresPerDegree);
const columnOf = (longitude: number) => Math.floor((longitude + 180) * squaresPerDegree);
const squareAt = (row: number, column: number) => row * columns + (((column % columns) + columns) % columns);

/** The towns of the world in memory, a line each as the build wrote them: one text and the places of its lines. */
class Towns {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #latitudes: Float32Array;
  readonly #longitudes: Float32Array;
  readonly #populations: Uint32Array;
  readonly #squares = new Map<number, number[]>();
  /** Names of their own in other languages, the few that there are. */
  readonly #otherNames: { folded: string; line: number }[] = [];

  constructor(text: string) {
    this.#text = text;
    const count = text.split('\n').length - 1;
    this.#starts = new Uint32Array(count + 1);
    this.#latitudes = new Float32Array(count);
    this.#longitudes = new Float32Array(count);
    this.#populations = new Uint32Array(count);
    for (let line = 0, start = 0; line < count; line++) {
      const end = text.indexOf('\n', start);
      this.#starts[line] = start;
      const [, , latitude, longitude, population, ...others] = text.slice(start, end).split('\t');
      this.#latitudes[line] = Number(latitude);
      this.#longitudes[line] = Number(longitude);
      this.#populations[line] = Number(population);
      for (const name of new Set(others)) this.#otherNames.push({ folded: foldedPlaceName(name), line });
      const key = squareAt(rowOf(Number(latitude)), columnOf(Number(longitude)));
      const inSquare = this.#squares.get(key);
      if (inSquare) inSquare.push(line);
      else this.#squares.set(key, [line]);
      start = end + 1;
    }
    this.#starts[count] = text.length;
  }

  get count(): number {
    return this.#populations.length;
  }

  town(line: number): Town {
    const fields = this.#text.slice(this.#starts[line], this.#starts[line + 1]! - 1).split('\t');
    const [name, country, latitude, longitude, population, ja, zh] = fields;
    return {
      name: name!,
      names: ja && zh ? { ja, zh } : {},
      country: country!,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(population),
    };
  }

  nearest(position: Position, within_km: number): Town | null {
    let best = -1;
    let shortest = within_km;
    const [row, column] = [rowOf(position.latitude), columnOf(position.longitude)];
    const look = (atRow: number, atColumn: number) => {
      for (const line of this.#squares.get(squareAt(atRow, atColumn)) ?? []) {
        const there = { latitude: this.#latitudes[line]!, longitude: this.#longitudes[line]! };
        const distance = distanceKm(position, there);
        if (distance >= shortest) continue;
        shortest = distance;
        best = line;
      }
    };
    for (let ring = 0; ring < columns / 2; ring++) {
      // Whatever lies in this ring or beyond is at least so far away; squares are narrow towards the poles.
      const furthest = Math.min(89.9, Math.abs(position.latitude) + (ring + 1) / squaresPerDegree);
      const least_km = Math.max(0, ring - 1) * square_km * Math.cos((furthest * Math.PI) / 180);
      if (least_km > shortest) break;
      for (let across = -ring; across <= ring; across++) {
        look(row - ring, column + across);
        if (ring > 0) look(row + ring, column + across);
        if (Math.abs(across) === ring) continue;
        look(row + across, column - ring);
        look(row + across, column + ring);
      }
    }
    return best < 0 ? null : this.town(best);
  }

  search(prefix: string, limit: number): Town[] {
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
    return [...found]
      .sort((one, other) => this.#populations[other]! - this.#populations[one]!)
      .slice(0, limit)
      .map((line) => this.town(line));
  }

  #key(line: number): string {
    const start = this.#starts[line]!;
    return foldedPlaceName(this.#text.slice(start, this.#text.indexOf('\t', start)));
  }

  /** The first line whose name is not before the text. */
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

/** Names of places without asking anybody: read when the first one is wanted. Without its file it knows none. */
export class Gazetteer {
  readonly #file: string;
  #towns: Promise<Towns> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  #read(): Promise<Towns> {
    this.#towns ??= readFile(this.#file, 'utf8').then(
      (text) => new Towns(text),
      () => new Towns(''),
    );
    return this.#towns;
  }

  async nearest(position: Position, within_km: number): Promise<Town | null> {
    return (await this.#read()).nearest(position, within_km);
  }

  async search(prefix: string, limit: number): Promise<Town[]> {
    return (await this.#read()).search(prefix, limit);
  }
}
