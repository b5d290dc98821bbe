import type { Position } from './places.ts';

/*
 * The cells of about 1 km that positions are snapped to, the same for everybody: displayed positions are made of them,
 * and the district of a plan is one.
 */

const circumferenceKm = 2 * Math.PI * 6378.137;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Up to here cells are web-mercator tiles of zoom 15: 1.22 km at the equator, 0.87 km at this latitude. */
const tileZoom = 15;
const tiles = 2 ** tileZoom;
const mercatorY = (latitude: number) => 0.5 - Math.asinh(Math.tan(radians(latitude))) / (2 * Math.PI);
const latitudeOfY = (y: number) => degrees(Math.atan(Math.sinh(2 * Math.PI * (0.5 - y))));

/** The edge of a row of tiles nearest to 45 degrees: no cell is cut in two where the grids meet. */
const lastTileRow = Math.round((0.5 - mercatorY(45)) * tiles);
const gridEdge = latitudeOfY(0.5 - lastTileRow / tiles);

/** Nearer to the poles tiles would shrink below 0.8 km: rows of equal height, each with its own columns. */
const polarCellKm = 1.2;
const polarRows = Math.round(((90 - gridEdge) / 360) * (circumferenceKm / polarCellKm));
const polarRowHeight = (90 - gridEdge) / polarRows;

export interface SnappedCell {
  name: string;
  centre: Position;
  /** Half its height and width, in degrees. */
  half: { latitude: number; longitude: number };
}

/** The cell of about 1 km (0.8 to 1.4 km in each direction) that holds a position. */
export function snap(position: Position): SnappedCell {
  const longitude = ((((position.longitude + 180) % 360) + 360) % 360) - 180;
  if (Math.abs(position.latitude) < gridEdge) {
    const x = Math.min(tiles - 1, Math.floor(((longitude + 180) / 360) * tiles));
    const y = Math.floor(mercatorY(position.latitude) * tiles);
    return {
      name: `${tileZoom}/${x}/${y}`,
      centre: { latitude: latitudeOfY((y + 0.5) / tiles), longitude: ((x + 0.5) / tiles) * 360 - 180 },
      half: {
        latitude: (latitudeOfY(y / tiles) - latitudeOfY((y + 1) / tiles)) / 2,
        longitude: 180 / tiles,
      },
    };
  }
  const side = position.latitude > 0 ? 1 : -1;
  const row = Math.min(polarRows - 1, Math.floor((Math.abs(position.latitude) - gridEdge) / polarRowHeight));
  const latitude = gridEdge + (row + 0.5) * polarRowHeight;
  const columns = Math.max(3, Math.round((circumferenceKm * Math.cos(radians(latitude))) / polarCellKm));
  const column = Math.min(columns - 1, Math.floor(((longitude + 180) / 360) * columns));
  return {
    name: `polar/${side}/${row}/${column}`,
    centre: { latitude: side * latitude, longitude: ((column + 0.5) / columns) * 360 - 180 },
    half: { latitude: polarRowHeight / 2, longitude: 180 / columns },
  };
}
