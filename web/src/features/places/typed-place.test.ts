import { expect, test } from 'vitest';
import { readTyped } from './typed-place.ts';

test.each([
  ['37.7699, -122.4468', { is: 'place', of: 'coordinates' }],
  ['N 37.7699 W 122.4468', { is: 'place', of: 'coordinates' }],
  ['849VQHFJ+X6', { is: 'place', of: 'plusCode' }],
  ['9G8F+6X Zürich', { is: 'code', short: '9G8F+6X', town: 'Zürich' }],
  ['https://www.openstreetmap.org/#map=15/35/135', { is: 'place', of: 'link', site: 'openStreetMap' }],
  ['https://maps.app.goo.gl/x', { is: 'problem', problem: 'short' }],
  ['Tokyo Station (35.6812, 139.7671)', { is: 'place', of: 'coordinates' }],
  ['https://www.google.com/maps/@35.6812,139.7671,15z', { is: 'place', of: 'link' }],
  ['\u202a35.6812, 139.7671\u202c', { is: 'place', of: 'coordinates' }],
  ['\u200eShibuya\u200b', { is: 'name', name: 'Shibuya' }],
  ['Haight Street', { is: 'name', name: 'Haight Street' }],
  ['京都', { is: 'name', name: '京都' }],
])('MAP-204 MAP-205 %s', (typed, expected) => {
  expect(readTyped(typed)).toMatchObject(expected);
});
