import { createHmac } from 'node:crypto';
import type { LocationDisplay, Position } from '@dazi/contract/places/places';
import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import { type SnappedCell, snap } from '@dazi/contract/places/snapped-cells.rules';

/**
 * Displayed positions. A true position is snapped to a cell of about 1 km, and the cell's centre is shifted
 * by 1 to 2 km; both come from (secret, person, cell) alone. The same person at the same place always gets
 * the same shift, so that a thousand posts tell no more than one. Snapping to less than 1 km would let the
 * posts scattered round a home be averaged; and where they fall into several cells, each with a shift of its
 * own, the shifts could be intersected: so the cell that somebody was shown by first serves its surroundings too.
 */

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Where one arrives going `distanceKm` from a position in the direction `bearing` (radians from north). */
export function destination(from: Position, distanceKm: number, bearing: number): Position {
  const angle = distanceKm / earthRadiusKm;
  const latitude = radians(from.latitude);
  const sine =
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing);
  const arrived = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sine,
  );
  const longitude = ((((from.longitude + degrees(turned) + 180) % 360) + 360) % 360) - 180;
  return { latitude: degrees(arrived), longitude };
}

const shiftKm = { least: 1, most: 2 };
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Two numbers in [0, 1) that only the holder of the secret can foretell. */
function drawn(secret: string, userId: string, cell: string): [number, number] {
  const digest = createHmac('sha256', secret).update(`displayed position\n${userId}\n${cell}`).digest();
  const fraction = (offset: number) => digest.readUIntBE(offset, 6) / 2 ** 48;
  return [fraction(0), fraction(6)];
}

/** How far beyond a cell, north, south, east and west of it, its displayed position is still used. */
const reachKm = 0.75;

/** The cells that a square round a position touches. No cell is smaller than `reachKm`, so nine points find all. */
export function cellsInReach(position: Position): SnappedCell[] {
  const found = new Map<string, SnappedCell>();
  const up = degrees(reachKm / earthRadiusKm);
  const aside = up / Math.max(0.01, Math.cos(radians(position.latitude)));
  for (const north of [0, 1, -1]) {
    for (const east of [0, 1, -1]) {
      const cell = snap({
        latitude: Math.max(-90, Math.min(90, position.latitude + north * up)),
        longitude: position.longitude + east * aside,
      });
      found.set(cell.name, cell);
    }
  }
  return [...found.values()];
}

/** Where a person is shown who is in a cell: its centre, shifted. */
function shiftedCentre(secret: string, userId: string, cell: SnappedCell): Position {
  const [distance, direction] = drawn(secret, userId, cell.name);
  const shifted = destination(
    cell.centre,
    shiftKm.least + distance * (shiftKm.most - shiftKm.least),
    direction * 2 * Math.PI,
  );
  return { latitude: rounded(shifted.latitude, 6), longitude: rounded(shifted.longitude, 6) };
}

/**
 * Where a person may be shown approximately: first by the cell they are in, then by each cell in reach. Who was
 * shown by one of these before is shown there again; only else by the own cell.
 */
export function approximatePositions(secret: string, userId: string, truePosition: Position): Position[] {
  return cellsInReach(truePosition).map((cell) => shiftedCentre(secret, userId, cell));
}

/** An explicit choice, and still rounded to 4 decimals (about 11 m). */
export const exactPosition = (truePosition: Position): Position => ({
  latitude: rounded(truePosition.latitude, 4),
  longitude: rounded(truePosition.longitude, 4),
});

/** The more private of what was asked for and what the profile says; approximate when either is missing. */
export function appliedDisplay(
  asked: LocationDisplay | undefined,
  profile: LocationDisplay | undefined,
): LocationDisplay {
  return asked === 'exact' && profile === 'exact' ? 'exact' : 'approximate';
}
