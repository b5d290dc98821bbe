import { expect, test } from 'vitest';
import { nearestNumber } from './emergency-numbers.ts';

test('where the clock says one is, the number of that place is called; elsewhere the one of all networks', () => {
  expect(['Asia/Tokyo', 'Asia/Shanghai', 'America/New_York', 'Australia/Perth'].map(nearestNumber)).toEqual([
    '110',
    '110',
    '911',
    '000',
  ]);
  expect(['Europe/Berlin', 'UTC', ''].map(nearestNumber)).toEqual(['112', '112', '112']);
});
