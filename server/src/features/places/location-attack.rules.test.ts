import { distanceKm } from '@dazi/contract/places/places.rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { attack, boundsOf, observe, planeAt } from '../../testing/location-attack.ts';
import { seededRandom } from '../../testing/test-posts.ts';
import { destination, snap } from './places.rules.ts';

const people = 200;
const target = { median_m: 300, fifthPercentile_m: 100 };

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

/** Errors in metres of each way of guessing, over many people. */
function errorsOf(
  scatter_m: number,
  { onCorner, known }: { onCorner: (person: number) => boolean; known: boolean },
  seed: number,
) {
  const random = seededRandom(seed);
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
    const observations = observe(`secret ${person}`, home, scatter_m / 1000, random, known);
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

const attackers = {
  'what was shown': false,
  'what was shown and the true place of one post': true,
} as const;

describe('30 positions round a home tell where it is to no better than the target (decision P)', () => {
  const cases = Object.entries(homes).flatMap(([where, onCorner]) =>
    Object.entries(attackers).map(([what, known]) => ({ where, onCorner, what, known })),
  );
  for (const { where, what, ...how } of cases) {
    describe.each(how.known ? [20, 300] : [20, 60, 300])(
      `homes ${where}, scattered %d m, by ${what}`,
      (scatter_m) => {
        let errors: ReturnType<typeof errorsOf>;
        beforeAll(() => {
          errors = errorsOf(scatter_m, how, 4711 + scatter_m);
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
      },
    );
  }
});
