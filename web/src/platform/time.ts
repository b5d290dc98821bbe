import { useSyncExternalStore } from 'react';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

export type ElapsedUnit = 'now' | 'minutes' | 'hours' | 'days';
export interface Elapsed {
  unit: ElapsedUnit;
  count: number;
}

/** How long ago an instant was, in the largest whole unit. An instant ahead of our clock counts as now. */
export function elapsed(instant: string, now: number): Elapsed {
  const passed_ms = now - Date.parse(instant);
  if (!(passed_ms >= minute_ms)) return { unit: 'now', count: 0 };
  if (passed_ms < hour_ms) return { unit: 'minutes', count: Math.floor(passed_ms / minute_ms) };
  if (passed_ms < day_ms) return { unit: 'hours', count: Math.floor(passed_ms / hour_ms) };
  return { unit: 'days', count: Math.floor(passed_ms / day_ms) };
}

const listeners = new Set<() => void>();
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === undefined) {
    ticking = setInterval(tick, minute_ms / 2);
    // The first reader after a pause must not see an old clock.
    now = Date.now();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/** The current time for labels, moving on every half minute, one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** The time at this moment, in milliseconds; labels use `useNow`. */
export const currentTime = (): number => Date.now();
