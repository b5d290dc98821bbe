const localPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;
/** By their zones in small letters: any spelling is accepted, and each would be kept for good. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(key, format);
  return format;
}

/** The names of zones, not offsets, that this side's clocks know. */
export function isTimeZone(timeZone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(timeZone)) return false;
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks show, as if it were UTC, in milliseconds. */
function shownAt(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const textOf = (shown: number) => new Date(shown).toISOString().slice(0, 16);

/** `YYYY-MM-DDTHH:mm` as if it were UTC; null for what no calendar has. */
export function readLocal(local: string): number | null {
  const match = localPattern.exec(local);
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  return textOf(shown) === local ? shown : null;
}

/** What the clocks of a zone show at an instant, to the minute. */
export const localOf = (instant: number, timeZone: string): string => textOf(shownAt(instant, timeZone));

export const localLater = (local: string, minutes: number): string =>
  textOf(readLocal(local)! + minutes * 60_000);

/**
 * The instant at which the clocks show a local time: the first of two, null when they never do. Offsets change by a day at
 * most, so those of the days before and after are all there are.
 */
export function instantOf(local: string, timeZone: string): number | null {
  const shown = readLocal(local);
  if (shown === null) return null;
  const day_ms = 24 * 60 * 60_000;
  const offsets = [shown - day_ms, shown + day_ms].map((near) => shownAt(near, timeZone) - near);
  const candidates = offsets
    .map((offset) => shown - offset)
    .filter((instant) => shownAt(instant, timeZone) === shown);
  return candidates.length === 0 ? null : Math.min(...candidates);
}

/** The first local time after one that the clocks skip, in steps of five minutes; null where none is near. */
export function nextLocal(local: string, timeZone: string): string | null {
  for (let minutes = 5; minutes <= 24 * 60; minutes += 5) {
    const later = localLater(local, minutes);
    if (instantOf(later, timeZone) !== null) return later;
  }
  return null;
}
