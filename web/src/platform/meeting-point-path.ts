import type { Position } from '@dazi/contract/places/places';

const addressName = 'meet';
/** About a kilometre, as the point is: nothing more exact gets into an address. */
const addressDecimals = 2;

/** Where the map shows a meeting point, `/?meet=latitude/longitude`. */
export const meetingPointPath = ({ latitude, longitude }: Position): string =>
  `/?${addressName}=${[latitude, longitude].map((degrees) => degrees.toFixed(addressDecimals)).join('/')}`;

/** The meeting point in the address; null without one, and for what is none. */
export function meetingPointIn(search: string): Position | null {
  const found = /^(-?\d{1,2}(?:\.\d{1,2})?)\/(-?\d{1,3}(?:\.\d{1,2})?)$/.exec(
    new URLSearchParams(search).get(addressName) ?? '',
  );
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** What else stands in the address. */
export function withoutMeetingPoint(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(addressName);
  const text = rest.toString();
  return text ? `?${text}` : '';
}
