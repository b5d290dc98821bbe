import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, LineString, Polygon, Position } from 'geojson';
import { cutCorners } from './rings.ts';
import { collection } from './tile-writer.ts';

interface River {
  min_zoom: number;
  strokeweig: number;
}

function read<Geometry extends LineString | Polygon, Properties>(file: string) {
  const path = createRequire(import.meta.url).resolve(`mapeo-offline-map/dist/${file}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as FeatureCollection<Geometry, Properties>;
}

/** The same as for rings, with ends that stay where they are. */
function rounded(line: readonly Position[]): Position[] {
  return line.flatMap((position, index) => {
    const next = line[index + 1];
    if (!next) return [position];
    const [x1 = 0, y1 = 0] = position;
    const [x2 = 0, y2 = 0] = next;
    const near: Position = [x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25];
    const far: Position = [x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75];
    return index === 0 ? [position, near, far] : [near, far];
  });
}

/** The large rivers and lakes of Natural Earth, a kilometre fine: rounded, or they would be stairs. */
export function readWaters(): { rivers: FeatureCollection; lakes: FeatureCollection } {
  const rivers = read<LineString, River>('rivers').features.map(
    ({ properties, geometry }): Feature => ({
      type: 'Feature',
      properties: { from: properties.min_zoom, width: Math.round(properties.strokeweig * 100) / 100 },
      geometry: { type: 'LineString', coordinates: rounded(rounded(geometry.coordinates)) },
    }),
  );
  const lakes = read<Polygon, { scalerank: number; name: string | null }>('lakes').features.map(
    ({ properties, geometry }): Feature => ({
      type: 'Feature',
      properties: { rank: properties.scalerank, ...(properties.name ? { name: properties.name } : {}) },
      geometry: {
        type: 'Polygon',
        coordinates: geometry.coordinates.map((ring) => cutCorners(cutCorners(ring))),
      },
    }),
  );
  return { rivers: collection(rivers), lakes: collection(lakes) };
}
