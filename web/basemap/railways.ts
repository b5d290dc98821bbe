import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { distanceKm } from './distance.ts';
import { readNamedPlaces } from './other-names.ts';
import { STATION_NAMES } from './station-names.ts';
import { collection } from './tile-writer.ts';

interface StationOnLine {
  name: { ja: string };
  location: { lat: number; lng: number };
}
interface Line {
  id: number;
  stations: readonly StationOnLine[];
}

export interface Station {
  readonly japanese: string;
  /** Of the best known stations, and where a place of that name lies beside it: the source has translations by machine. */
  readonly english: string | undefined;
  readonly chinese: string | undefined;
  readonly position: Position;
  readonly lines: number;
}

/** One station, though its lines have it at somewhat different places. */
const SAME_STATION_KM = 0.6;
/** A branch follows upon the end of its line in the source: no train goes from there to here. */
const LONGEST_GAP_KM = 35;
/** Ends of a line that is a ring. */
const RING_KM = 1.5;
const SHORTEST_RING = 15;
/** What is hardly longer by way of other stations is a train that does not stop at them. */
const DETOUR = 1.25;
const NAME_REACH_KM = 2.5;
const CURVE_STEPS = 4;

function readLines(): Line[] {
  const { lines } = createRequire(import.meta.url)('japan-train-data') as { lines: Line[] };
  // Prefectures have each line of theirs, whole.
  return [...new Map(lines.map((line) => [line.id, line])).values()];
}

interface Node {
  readonly japanese: string;
  readonly position: Position;
  readonly lines: Set<number>;
  readonly links: Map<Node, number>;
}

function gatherStations(lines: readonly Line[]) {
  const byName = new Map<string, Node[]>();
  const nodeOf = ({ name, location }: StationOnLine): Node => {
    // Trams stop at 広島駅, trains at 広島.
    const japanese = name.ja.replace(/駅$/, '');
    const position: Position = [location.lng, location.lat];
    const namesakes = byName.get(japanese) ?? [];
    const known = namesakes.find((node) => distanceKm(node.position, position) < SAME_STATION_KM);
    if (known) return known;
    const node: Node = { japanese, position, lines: new Set(), links: new Map() };
    byName.set(japanese, [...namesakes, node]);
    return node;
  };
  const courses = lines.map(({ id, stations }) => {
    const course = stations.map(nodeOf);
    for (const node of course) node.lines.add(id);
    const [first, last] = [course[0]!, course.at(-1)!];
    const isRing =
      course.length >= SHORTEST_RING && first !== last && distanceKm(first.position, last.position) < RING_KM;
    return isRing ? [...course, first] : course;
  });
  return { nodes: [...byName.values()].flat(), courses };
}

/** Whether one comes from one to the other within so many kilometres, along links there are. */
function isReached(from: Node, to: Node, within_km: number): boolean {
  const open: [Node, number][] = [[from, 0]];
  const best = new Map<Node, number>([[from, 0]]);
  while (open.length > 0) {
    open.sort(([, one], [, other]) => other - one);
    const [node, so_far] = open.pop()!;
    if (node === to) return true;
    for (const [next, length] of node.links) {
      const total = so_far + length;
      if (total > within_km || total >= (best.get(next) ?? Number.POSITIVE_INFINITY)) continue;
      best.set(next, total);
      open.push([next, total]);
    }
  }
  return false;
}

interface Link {
  readonly from: Node;
  readonly to: Node;
  readonly length: number;
  readonly before: Node;
  readonly after: Node;
}

function linksOf(courses: readonly (readonly Node[])[]): Link[] {
  const links = courses.flatMap((course) =>
    course.slice(1).map((to, index): Link => {
      const from = course[index]!;
      return {
        from,
        to,
        length: distanceKm(from.position, to.position),
        before: course[index - 1] ?? from,
        after: course[index + 2] ?? to,
      };
    }),
  );
  return links
    .filter(({ from, to, length }) => from !== to && length < LONGEST_GAP_KM)
    .sort((one, other) => one.length - other.length);
}

/** From station to station in a curve through its neighbours on the line (Catmull and Rom). */
function curve({ before, from, to, after }: Link): Position[] {
  const value = (index: 0 | 1, t: number) => {
    const [a = 0, b = 0, c = 0, d = 0] = [before, from, to, after].map(({ position }) => position[index]);
    return (
      0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
    );
  };
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step): Position => {
    const t = step / CURVE_STEPS;
    return [value(0, t), value(1, t)];
  });
}

function englishNames(): (japanese: string, position: Position) => string | undefined {
  const byName = new Map<string, { name: string; position: Position }[]>();
  for (const { country, name, others, longitude, latitude } of readNamedPlaces()) {
    if (country !== 'JP') continue;
    for (const other of others) {
      byName.set(other, [...(byName.get(other) ?? []), { name, position: [longitude, latitude] }]);
    }
  }
  return (japanese, position) =>
    byName
      .get(japanese)
      ?.find((place) => distanceKm(place.position, position) < NAME_REACH_KM)
      ?.name.replace(/-shi$/, '');
}

let railways: { stations: readonly Station[]; tracks: FeatureCollection } | undefined;

/** The railways of Japan, drawn from station to station; nobody publishes others in a package. */
export function readRailways(): { stations: readonly Station[]; tracks: FeatureCollection } {
  if (railways) return railways;
  const { nodes, courses } = gatherStations(readLines());
  const tracks: Feature[] = [];
  for (const link of linksOf(courses)) {
    const { from, to, length } = link;
    if (isReached(from, to, length * DETOUR)) continue;
    from.links.set(to, length);
    to.links.set(from, length);
    tracks.push({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: curve(link) },
    });
  }
  const english = englishNames();
  const stations = nodes.map(
    ({ japanese, position, lines }): Station => ({
      japanese,
      english: STATION_NAMES.get(japanese)?.english ?? english(japanese, position),
      chinese: STATION_NAMES.get(japanese)?.chinese,
      position,
      lines: lines.size,
    }),
  );
  railways = { stations, tracks: collection(tracks) };
  return railways;
}
