import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { snap } from '@dazi/contract/places/snapped-cells.rules';
import { approximatePositions, destination } from '#features/places/places.rules.ts';

/**
 * An attacker who knows the whole scheme but the secret looks at everything one person let others see around home:
 * what they posted, the positions they shared, and how far they were from the rooms they asked to join (three rooms of
 * the attacker's own make a position of it). All the attacker has are displayed positions, which kind each was and how
 * often each came up, and perhaps the true place of one post whose text gives it away. They weigh every possible home by
 * how likely these observations are from there (grid of cells, ring of 1 to 2 km, scatter of the positions), which is
 * the sharpest form of averaging and of intersecting the rings.
 */
export const observed = 30;
/** Spacing of the homes the attacker considers. */
const spacingKm = 0.05;
/** As in the rules; the attacker knows it. */
const reachKm = 0.75;

const kmPerDegree = (Math.PI * 6371) / 180;

/** Flat kilometres around one place; a few kilometres are flat enough. */
export function planeAt(origin: Position) {
  const cosine = Math.cos((origin.latitude * Math.PI) / 180);
  return {
    x: (place: Position) => (place.longitude - origin.longitude) * kmPerDegree * cosine,
    y: (place: Position) => (place.latitude - origin.latitude) * kmPerDegree,
    place: (x: number, y: number): Position => ({
      latitude: origin.latitude + y / kmPerDegree,
      longitude: origin.longitude + x / (kmPerDegree * cosine),
    }),
  };
}
type Plane = ReturnType<typeof planeAt>;

interface Cell {
  west: number;
  east: number;
  south: number;
  north: number;
  centre: Position;
}

export function boundsOf(name: string, centre: Position, plane: Plane): Cell {
  const reach = (dx: number, dy: number) => {
    let inside = 0;
    let outside = 1.5;
    // To half a metre; the homes considered lie 150 m apart.
    for (let step = 0; step < 12; step++) {
      const middle = (inside + outside) / 2;
      const at = plane.place(plane.x(centre) + dx * middle, plane.y(centre) + dy * middle);
      if (snap(at).name === name) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  const x = plane.x(centre);
  const y = plane.y(centre);
  return {
    west: x - reach(-1, 0),
    east: x + reach(1, 0),
    south: y - reach(0, -1),
    north: y + reach(0, 1),
    centre,
  };
}

function cellsAround(plane: Plane, reachKm: number): Cell[] {
  const found = new Map<string, Cell>();
  for (let x = -reachKm; x <= reachKm; x += 0.35) {
    for (let y = -reachKm; y <= reachKm; y += 0.35) {
      const { name, centre } = snap(plane.place(x, y));
      if (!found.has(name)) found.set(name, boundsOf(name, centre, plane));
    }
  }
  return [...found.values()];
}

/** Share of a normal distribution below `value`. */
function exactlyBelow(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail =
    0.3989422804014327 *
    Math.exp((-value * value) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value > 0 ? 1 - tail : tail;
}

/** Looked up: it is asked for a hundred million times. */
const step = 0.002;
const table = Float64Array.from({ length: 6001 }, (_, index) => exactlyBelow((index - 3000) * step));
const normalBelow = (value: number): number =>
  table[Math.max(0, Math.min(6000, Math.round(value / step) + 3000))]!;

export interface Observation {
  position: Position;
  count: number;
  /** The true place of a post that gave it away, and whether it was the first to be shown there. */
  known?: { place: Position; isFirst: boolean };
}

const keyOf = ({ latitude, longitude }: Position) => `${latitude} ${longitude}`;

/** How others come to see where somebody is, and whether the server remembers it. Looking for rooms only its rows tell. */
export const remembers = { post: true, presence: true, join: true, room: true, meeting: true, look: true };
type Way = keyof typeof remembers;
const seenWays = ['post', 'presence', 'join', 'room', 'meeting'] as const satisfies readonly Way[];

/** Where somebody is shown, one position after the other, by the rule that the server is held to by a test. */
export class ShownPlaces {
  readonly #secret: string;
  readonly #userId: string;
  /** Keeps its order: the first that was shown wins. */
  readonly #shown = new Set<string>();

  constructor(secret: string, userId: string) {
    this.#secret = secret;
    this.#userId = userId;
  }

  shownAt(truePosition: Position, way: Way = 'post'): Position {
    const possible = approximatePositions(this.#secret, this.#userId, truePosition);
    const byKey = new Map(possible.map((position) => [keyOf(position), position]));
    for (const key of this.#shown) if (byKey.has(key)) return byKey.get(key)!;
    if (remembers[way]) this.#shown.add(keyOf(possible[0]!));
    return possible[0]!;
  }
}

export function scattered(home: Position, scatterKm: number, random: () => number): Position {
  const distance = scatterKm * Math.sqrt(-2 * Math.log(1 - random()));
  const direction = 2 * Math.PI * random();
  return planeAt(home).place(distance * Math.cos(direction), distance * Math.sin(direction));
}

/**
 * The displayed positions of what somebody let others see round a home, with how often each came up. With `known` the
 * attacker knows the true place of one post more, somewhere between the others and 0.5 to 2.5 km from home. `isMixed` lets
 * them be seen in every way there is, with looks for rooms in between that nobody sees. Of joins the attacker has the
 * distances to three rooms, of a meeting point the other positions: either gives the displayed one, and no more.
 */
export function observe(
  secret: string,
  home: Position,
  scatterKm: number,
  random: () => number,
  { known, isMixed }: { known: boolean; isMixed: boolean },
): Observation[] {
  const places = new ShownPlaces(secret, 'resident');
  const seen = new Map<string, Observation>();
  const see = (position: Position): [Observation, boolean] => {
    const before = seen.get(keyOf(position));
    const observation = before ?? { position, count: 0 };
    seen.set(keyOf(position), observation);
    return [observation, !before];
  };
  const knownAt = known ? Math.floor(random() * observed) : -1;
  for (let number = 0; number < observed; number++) {
    if (number === knownAt) {
      const place = destination(home, 0.5 + 2 * random(), 2 * Math.PI * random());
      const [observation, isFirst] = see(places.shownAt(place));
      observation.known = { place, isFirst };
    }
    if (isMixed && random() < 0.3) places.shownAt(scattered(home, scatterKm, random), 'look');
    const way = isMixed ? seenWays[Math.floor(random() * seenWays.length)] : 'post';
    see(places.shownAt(scattered(home, scatterKm, random), way))[0].count++;
  }
  return [...seen.values()];
}

type Box = Pick<Cell, 'west' | 'east' | 'south' | 'north'>;

const widened = (box: Box): Box => ({
  west: box.west - reachKm,
  east: box.east + reachKm,
  south: box.south - reachKm,
  north: box.north + reachKm,
});

/** How many of the posts scattered round (x, y) fall into a box but into none of the others. */
function shareOf(box: Box, without: readonly Box[], x: number, y: number, scatterKm: number): number {
  if (box.west >= box.east || box.south >= box.north) return 0;
  const across = normalBelow((box.east - x) / scatterKm) - normalBelow((box.west - x) / scatterKm);
  if (across < 1e-9) return 0;
  let share = across * (normalBelow((box.north - y) / scatterKm) - normalBelow((box.south - y) / scatterKm));
  for (let index = 0; index < without.length && share > 1e-9; index++) {
    const other = without[index]!;
    const common = {
      west: Math.max(box.west, other.west),
      east: Math.min(box.east, other.east),
      south: Math.max(box.south, other.south),
      north: Math.min(box.north, other.north),
    };
    share -= shareOf(common, without.slice(0, index), x, y, scatterKm);
  }
  return share;
}

const holds = (box: Box, { x, y }: { x: number; y: number }) =>
  x >= box.west && x < box.east && y > box.south && y <= box.north;

/** An observation with the cells whose ring it lies on, each with the density of the ring there. */
interface Weighed {
  count: number;
  candidates: readonly { cell: Cell; served: Box; density: number }[];
  known: { x: number; y: number; isFirst: boolean } | undefined;
}

/**
 * How likely the observations are from a home. Each displayed position comes from a cell of its own; its first
 * position lay in that cell and out of reach of those shown before, the others anywhere in its reach.
 */
function likelihood(x: number, y: number, scatterKm: number, observations: readonly Weighed[]): number {
  const reach = 4.5 * scatterKm;
  const isNear = (cell: Cell) =>
    x > cell.west - reach && x < cell.east + reach && y > cell.south - reach && y < cell.north + reach;
  const from = (number: number, earlier: readonly Box[]): number => {
    if (number === observations.length) return 1;
    const { candidates, known, count } = observations[number]!;
    if (known && earlier.some((box) => holds(box, known))) return 0;
    let sum = 0;
    for (const { cell, served, density } of candidates) {
      if (known && !holds(known.isFirst ? cell : served, known)) continue;
      if (!known?.isFirst && !isNear(cell)) continue;
      const first = known?.isFirst ? 1 : shareOf(cell, earlier, x, y, scatterKm);
      if (first < 1e-9) continue;
      const again = known?.isFirst ? count : count - 1;
      const others = again === 0 ? 1 : shareOf(served, earlier, x, y, scatterKm) ** again;
      if (others === 0) continue;
      sum += density * first * others * from(number + 1, [...earlier, served]);
    }
    return sum;
  };
  return from(0, []);
}

/** What the attacker makes of it: the average of what is shown, and the mean and the peak of all homes. */
export function attack(observations: readonly Observation[], scatterKm: number) {
  const total = observations.reduce((sum, { count }) => sum + count, 0);
  const first = (observations.find(({ count }) => count > 0) ?? observations[0]!).position;
  const around = planeAt(first);
  const averaged = around.place(
    observations.reduce((sum, { position, count }) => sum + around.x(position) * count, 0) / total,
    observations.reduce((sum, { position, count }) => sum + around.y(position) * count, 0) / total,
  );
  const plane = planeAt(averaged);
  const searchedKm = 4 + 2 * scatterKm;
  const cells = cellsAround(plane, searchedKm + 2);
  const weighed = observations.map(({ position, count, known }): Weighed => {
    const candidates = cells.flatMap((cell) => {
      const away = distanceKm(cell.centre, position);
      // The ring is even in distance, so that its density falls with the distance.
      return away >= 0.999 && away <= 2.001 ? [{ cell, served: widened(cell), density: 1 / away }] : [];
    });
    const at = known && { x: plane.x(known.place), y: plane.y(known.place), isFirst: known.isFirst };
    return { candidates, count, known: at };
  });
  let weight = 0;
  let sumX = 0;
  let sumY = 0;
  let peak = { x: 0, y: 0, weight: -1 };
  for (let x = -searchedKm; x <= searchedKm; x += spacingKm) {
    for (let y = -searchedKm; y <= searchedKm; y += spacingKm) {
      const here = likelihood(x, y, scatterKm, weighed);
      weight += here;
      sumX += here * x;
      sumY += here * y;
      if (here > peak.weight) peak = { x, y, weight: here };
    }
  }
  const expected = weight > 0 ? plane.place(sumX / weight, sumY / weight) : averaged;
  return { averaged, expected, likeliest: plane.place(peak.x, peak.y) };
}

/**
 * What plans of one host tell: the middle of the cell that each lies in. Guesses where the first of them is: by its cell
 * alone, by the mean of all that is shown, and by weighing all, supposing that they lie round one point, which is guessed, too.
 */
export function attackPlans(spots: readonly Position[], scatterKm: number) {
  const own = snap(spots[0]!);
  const plane = planeAt(own.centre);
  const looks = new Map<string, { cell: Cell; count: number }>();
  for (const spot of spots) {
    const { name, centre } = snap(spot);
    const look = looks.get(name) ?? { cell: boundsOf(name, centre, plane), count: 0 };
    look.count++;
    looks.set(name, look);
  }
  const all = [...looks.values()];
  const mean = (along: (position: Position) => number) =>
    all.reduce((sum, { cell, count }) => sum + along(cell.centre) * count, 0) / spots.length;
  const point = meanOver({ west: -2, east: 2, south: -2, north: 2 }, (x, y) =>
    all.reduce(
      (likely, { cell, count }) => likely * Math.max(1e-12, shareOf(cell, [], x, y, scatterKm)) ** count,
      1,
    ),
  );
  const near = meanOver(all[0]!.cell, (x, y) =>
    Math.exp(-((x - point.x) ** 2 + (y - point.y) ** 2) / (2 * scatterKm ** 2)),
  );
  return {
    looks: all.length,
    oneLook: own.centre,
    averaged: plane.place(mean(plane.x), mean(plane.y)),
    weighed: plane.place(near.x, near.y),
    point: plane.place(point.x, point.y),
  };
}

function meanOver({ west, east, south, north }: Box, weightAt: (x: number, y: number) => number) {
  let [weight, sumX, sumY] = [0, 0, 0];
  for (let x = west; x <= east; x += spacingKm) {
    for (let y = south; y <= north; y += spacingKm) {
      const here = weightAt(x, y);
      weight += here;
      sumX += here * x;
      sumY += here * y;
    }
  }
  return { x: sumX / weight, y: sumY / weight };
}
