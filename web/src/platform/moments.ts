/**
 * When the server began with the oldest answer this page holds, as `momentHeader` of the contract says it. With it the
 * server can say that nothing was missed since, and nothing has to be asked for twice.
 */

interface Moment {
  process: string;
  at: number;
  text: string;
}

/** Undefined while nothing was answered; null when it cannot be known any more. */
let oldest: Moment | null | undefined;
/** Since when it was taken for certain that nothing was missed, and when that was, by the page's own clock. */
let trusted: { since: Moment; at: number } | null = null;
const listeners = new Set<() => void>();

function read(text: string): Moment {
  const dot = text.lastIndexOf('.');
  return { process: text.slice(0, dot), at: Number(text.slice(dot + 1)), text };
}

const isOlder = (one: Moment, other: Moment) => one.process !== other.process || one.at < other.at;

/**
 * An answer came to what was asked at `askedAt` (of `performance.now()`). One that was on its way when something was
 * taken for certain, and is older than that, may not know of something: the listeners hear of it.
 */
export function noteMoment(text: string | null, askedAt: number): void {
  const moment = text === null ? null : read(text);
  if (oldest === undefined) oldest = moment;
  else if (oldest !== null && moment?.process !== oldest.process) oldest = null;
  else if (oldest !== null && moment !== null && moment.at < oldest.at) oldest = moment;
  if (trusted === null || askedAt > trusted.at) return;
  if (moment !== null && !isOlder(moment, trusted.since)) return;
  trusted = null;
  for (const listener of listeners) listener();
}

/** What the server is to be asked with; undefined when it can say nothing of what is held here. */
export const oldestMoment = (): string | undefined => oldest?.text;

/** Whether nothing held here is older. From now on an older answer is news. */
export function isHeldSince(text: string): boolean {
  const since = read(text);
  if (!oldest || isOlder(oldest, since)) return false;
  if (trusted === null || isOlder(trusted.since, since)) trusted = { since, at: performance.now() };
  return true;
}

/** What is held was answered to somebody else: from now on everything is asked for anew after a gap. */
export function giveUpMoments(): void {
  oldest = null;
  trusted = null;
}

/** An answer came that is older than what was taken for certain. */
export function onOlderAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
