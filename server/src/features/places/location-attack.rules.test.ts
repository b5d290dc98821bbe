import { distanceKm, type Position } from '@dazi/contract/places';
import { beforeAll, describe, expect, test } from 'vitest';
import { approximatePositions, destination, snap } from './places.rules.ts';

/**
 * An attacker who knows the whole scheme but the secret looks at everything one person posted around home.
 * All they have are displayed positions and how often each came up. They weigh every possible home by how
 * likely these observations are from there (grid of cells, ring of 1 to 2 km, scatter of the posts), which is
 * the sharpest form of averaging and of intersecting the rings.
 */
const posts = 30;
const people = 200;
const target = { median_m: 300, fifthPercentile_m: 100 };
/** Spacing of the homes the attacker considers. */
const spacingKm = 0.15;
/** As in the rules; the attacker knows it. */
const reachKm = 0.75;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const kmPerDegree = (Math.PI * 6371) / 180;

/** Flat kilometres around one place; a few kilometres are flat enough. */
function planeAt(origin: Position) {
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

function boundsOf(name: string, centre: Position, plane: Plane): Cell {
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
function normalBelow(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const tail =
    0.3989422804014327 *
    Math.exp((-value * value) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value > 0 ? 1 - tail : tail;
}

interface Observation {
  position: Position;
  count: number;
}

/** The displayed positions of posts scattered normally around a home, with how often each came up. */
function observe(secret: string, home: Position, scatterKm: number, random: () => number): Observation[] {
  const seen = new Map<string, Observation>();
  const plane = planeAt(home);
  for (let post = 0; post < posts; post++) {
    const distance = scatterKm * Math.sqrt(-2 * Math.log(1 - random()));
    const direction = 2 * Math.PI * random();
    const truly = plane.place(distance * Math.cos(direction), distance * Math.sin(direction));
    const possible = approximatePositions(secret, 'resident', truly);
    const keyOf = ({ latitude, longitude }: Position) => `${latitude} ${longitude}`;
    // A Map keeps its order: the first that was shown wins, as on the server.
    const shownBefore = possible.map(keyOf);
    const before = [...seen.keys()].find((key) => shownBefore.includes(key));
    if (before) seen.get(before)!.count++;
    else seen.set(keyOf(possible[0]!), { position: possible[0]!, count: 1 });
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

/**
 * How likely the observations are from a home. Each displayed position comes from a cell of its own; its first
 * post lay in that cell and out of reach of those shown before, the others anywhere in its reach.
 */
function likelihood(
  x: number,
  y: number,
  scatterKm: number,
  cells: readonly Cell[],
  compatible: readonly number[][],
  observations: readonly Observation[],
): number {
  const reach = 4.5 * scatterKm;
  const near: number[] = [];
  cells.forEach((cell, index) => {
    if (x < cell.west - reach || x > cell.east + reach || y < cell.south - reach || y > cell.north + reach)
      return;
    near.push(index);
  });
  const from = (observation: number, earlier: readonly Box[]): number => {
    if (observation === observations.length) return 1;
    let sum = 0;
    for (const index of near) {
      const density = compatible[observation]![index]!;
      if (density === 0) continue;
      const cell = cells[index]!;
      const first = shareOf(cell, earlier, x, y, scatterKm);
      if (first < 1e-9) continue;
      const served = widened(cell);
      const again = observations[observation]!.count - 1;
      const others = again === 0 ? 1 : shareOf(served, earlier, x, y, scatterKm) ** again;
      if (others === 0) continue;
      sum += density * first * others * from(observation + 1, [...earlier, served]);
    }
    return sum;
  };
  return from(0, []);
}

/** What the attacker makes of it: the average of what is shown, and the mean and the peak of all homes. */
function attack(observations: readonly Observation[], scatterKm: number) {
  const total = observations.reduce((sum, { count }) => sum + count, 0);
  const first = observations[0]!.position;
  const around = planeAt(first);
  const averaged = around.place(
    observations.reduce((sum, { position, count }) => sum + around.x(position) * count, 0) / total,
    observations.reduce((sum, { position, count }) => sum + around.y(position) * count, 0) / total,
  );
  const plane = planeAt(averaged);
  const searchedKm = 4 + 2 * scatterKm;
  const cells = cellsAround(plane, searchedKm + 1);
  // The ring is even in distance, so that its density falls with the distance.
  const compatible = observations.map(({ position }) =>
    cells.map(({ centre }) => {
      const away = distanceKm(centre, position);
      return away >= 0.999 && away <= 2.001 ? 1 / away : 0;
    }),
  );
  let weight = 0;
  let sumX = 0;
  let sumY = 0;
  let peak = { x: 0, y: 0, weight: -1 };
  for (let x = -searchedKm; x <= searchedKm; x += spacingKm) {
    for (let y = -searchedKm; y <= searchedKm; y += spacingKm) {
      const here = likelihood(x, y, scatterKm, cells, compatible, observations);
      weight += here;
      sumX += here * x;
      sumY += here * y;
      if (here > peak.weight) peak = { x, y, weight: here };
    }
  }
  const expected = weight > 0 ? plane.place(sumX / weight, sumY / weight) : averaged;
  return { averaged, expected, likeliest: plane.place(peak.x, peak.y) };
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

/** Errors in metres of each way of guessing, over many people. */
function errorsOf(scatter_m: number, onCorner: (person: number) => boolean, seed: number) {
  const random = seeded(seed);
  const errors: Record<keyof ReturnType<typeof attack>, number[]> = {
    averaged: [],
    expected: [],
    likeliest: [],
  };
  for (let person = 0; person < people; person++) {
    const somewhere = { latitude: random() * 115 - 50, longitude: random() * 350 - 175 };
    let home = destination(somewhere, random(), random() * 6.28);
    if (onCorner(person)) {
      const { name, centre } = snap(home);
      const plane = planeAt(centre);
      const { west, north } = boundsOf(name, centre, plane);
      home = plane.place(west, north);
    }
    const observations = observe(`secret ${person}`, home, scatter_m / 1000, random);
    const guesses = attack(observations, scatter_m / 1000);
    for (const way of Object.keys(errors) as (keyof typeof guesses)[]) {
      errors[way].push(distanceKm(home, guesses[way]) * 1000);
    }
  }
  return errors;
}

const homes = {
  anywhere: () => false,
  'every fourth on a corner of cells': (person: number) => person % 4 === 0,
  'all on a corner of cells': () => true,
} as const;

describe('30 posts round a home tell where it is to no better than the target (decision P)', () => {
  for (const [where, onCorner] of Object.entries(homes)) {
    describe.each([20, 60, 300])(`homes ${where}, posts scattered %d m`, (scatter_m) => {
      let errors: ReturnType<typeof errorsOf>;
      beforeAll(() => {
        errors = errorsOf(scatter_m, onCorner, 4711 + scatter_m);
      });
      const expectTarget = (way: keyof typeof errors) => {
        expect(quantile(errors[way], 0.5), `${way}: median in m`).toBeGreaterThanOrEqual(target.median_m);
        expect(quantile(errors[way], 0.05), `${way}: 5th percentile in m`).toBeGreaterThanOrEqual(
          target.fifthPercentile_m,
        );
      };
      test('averaging what is shown', () => expectTarget('averaged'));
      test('weighing every possible home', () => {
        expectTarget('expected');
        expectTarget('likeliest');
      });
    });
  }
});
