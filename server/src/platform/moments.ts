import { randomUUID } from 'node:crypto';

/** Moments of another process, or of one that was started anew, say nothing here. */
const self = randomUUID();

/** Milliseconds of a clock that never goes back, in whole numbers. */
export const currentMoment = (): number => Math.floor(performance.now());

export const momentText = (): string => `${self}.${currentMoment()}`;

/** What an answer said, as the moment it was; null when another process said it. */
export function readMoment(text: string): number | null {
  const [from, moment] = text.split('.');
  return from === self ? Number(moment) : null;
}
