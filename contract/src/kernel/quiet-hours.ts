/** By the clocks of a place, as `22:00`; the same twice is the whole day. */
export interface QuietSpan {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** By their zones in small letters: any spelling is accepted, and each would be kept for good. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Hours and minutes somewhere, as `09:05`. `instant` in milliseconds. */
function clockTime(instant: number, timeZone: string): string {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  const format = known ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  if (!known) formats.set(key, format);
  return format.format(instant);
}

/** Quiet from the first minute on and until the last one begins. */
export function isQuietAt(quiet: QuietSpan | null, instant: number): boolean {
  if (!quiet) return false;
  const { from, to, timeZone } = quiet;
  const time = clockTime(instant, timeZone);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** Minutes that the clocks have gone on since it began to be quiet. */
function minutesQuiet({ from, timeZone }: QuietSpan, instant: number): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return (minutes(clockTime(instant, timeZone)) - minutes(from) + 1440) % 1440;
}

/** Whether it is quiet at both instants and all the time between. */
export function isQuietBetween(quiet: QuietSpan, one: number, other: number): boolean {
  if (quiet.from === quiet.to) return true;
  if (!isQuietAt(quiet, one) || !isQuietAt(quiet, other)) return false;
  const apart = other - one;
  if (Math.abs(apart) >= 24 * 60 * 60 * 1000) return false;
  return apart * (minutesQuiet(quiet, other) - minutesQuiet(quiet, one)) >= 0;
}
