import { expect, test } from 'vitest';
import {
  exactMilesText,
  hintKilometres,
  hintKilometresText,
  milesText,
  radiusText,
} from './distance-text.ts';

test('ROOM-005 distances are in miles, as precise as they are known', () => {
  expect(milesText(0, 'en')).toBe('0.1\u00a0mi');
  expect(milesText(1.24, 'en', 'long')).toBe('1.2\u00a0miles');
  expect(milesText(12.6, 'en')).toBe('13\u00a0mi');
  expect(milesText(2.1, 'ja')).toBe('2.1\u00a0マイル');
  expect(milesText(2.1, 'zh')).toBe('2.1\u2060英里');
});

test('MOD-004 the distance of a request has one decimal', () => {
  expect(exactMilesText(4.62, 'en')).toBe('4.6\u00a0miles');
  expect(exactMilesText(11, 'en')).toBe('11.0\u00a0miles');
});

test('ROOM-012 a radius says what was set', () => {
  expect(radiusText(100, 'en')).toBe('100\u00a0miles');
  expect(radiusText(2.5, 'en')).toBe('2.5\u00a0miles');
  expect(radiusText(1, 'en')).toBe('1\u00a0mile');
});

test('ROOM-035 the hint is 1.6 times the miles', () => {
  expect([1, 25, 100, 2.5, 500].map(hintKilometres)).toEqual([1.6, 40, 160, 4, 800]);
  expect(hintKilometresText(25, 'en')).toBe('40\u00a0km');
});
