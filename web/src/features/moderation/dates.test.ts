// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { drawHook } from '#testing/draw.tsx';
import { useDates } from './dates.ts';

beforeEach(async () => {
  await allTextsReady;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 11, 1, 12) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a day of another year is told with its year, where there is little room, too', async () => {
  const { result } = await drawHook(useDates);
  const { short, time } = result.current;
  const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 9, 5).toISOString();
  expect([at(2026, 11, 20), at(2024, 11, 20), at(2027, 1, 5)].map(short)).toEqual([
    'Nov 20',
    'Nov 20, 2024',
    'Jan 5, 2027',
  ]);
  expect([at(2026, 12, 1), at(2026, 11, 20), at(2025, 12, 1)].map(time)).toEqual([
    expect.stringMatching(/^0?9:05/),
    expect.stringMatching(/^Nov 20, 0?9:05/),
    expect.stringMatching(/^Dec 1, 2025, 0?9:05/),
  ]);
});
