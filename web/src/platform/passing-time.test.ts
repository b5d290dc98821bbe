import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { durationText, untilText } from './passing-time.ts';

const t = ((key: string, { count }: { count: number }) =>
  `${count} ${key.split('.').at(-1)}`) as unknown as TFunction;

it.each([
  [10, '10 second'],
  [60, '1 minute'],
  [900, '15 minute'],
  [3600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 day'],
  [90, '90 second'],
])('%i s is said as %s', (seconds, said) => {
  expect(durationText(seconds, t)).toBe(said);
});

it('names the day of a time that is not today', () => {
  const now = new Date(2026, 4, 3, 10, 0).getTime();
  const [today, later] = [new Date(2026, 4, 3, 18, 5), new Date(2026, 4, 10, 18, 5)];
  expect(untilText(today.toISOString(), now, 'en')).toBe('18:05');
  expect(untilText(later.toISOString(), now, 'en')).toBe('May 10, 18:05');
});
