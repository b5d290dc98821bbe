import { expect, test } from 'vitest';
import { nearestOfCode, plusCodeIn } from './plus-codes.ts';

test.each([
  ['849VQHFJ+X6', 37.77494, -122.41944],
  ['849vqhfj+x6', 37.77494, -122.41944],
  ['８４９ＶＱＨＦＪ＋Ｘ６', 37.77494, -122.41944],
  ['8Q7XMQJ8+7C', 35.68066, 139.76606],
  ['8FVC9G8F+6X, Zürich', 47.36556, 8.52494],
  ['8FVC0000+', 47.5, 8.5],
])('MAP-204 %s', (typed, latitude, longitude) => {
  const found = plusCodeIn(typed);
  const position = found && 'position' in found ? found.position : null;
  expect(position?.latitude).toBeCloseTo(latitude, 4);
  expect(position?.longitude).toBeCloseTo(longitude, 4);
});

test.each([
  ['9G8F+6X', '9G8F+6X', null],
  ['9g8f+6x Zürich', '9G8F+6X', 'Zürich'],
  ['Zürich 9G8F+6X', '9G8F+6X', 'Zürich'],
  ['9G8F+6X, New York, NY', '9G8F+6X', 'New York, NY'],
  ['MQJ8+7C 東京', 'MQJ8+7C', '東京'],
  ['MQJ8+7C東京', 'MQJ8+7C', '東京'],
  ['东京MQJ8+7C', 'MQJ8+7C', '东京'],
  ['MQJ8+7C 日本、東京都千代田区', 'MQJ8+7C', '日本、東京都千代田区'],
])('MAP-204 %s is known near a town, or near where somebody looks', (typed, short, town) => {
  expect(plusCodeIn(typed)).toEqual({ short, town });
});

test('a short code is the place that is nearest', () => {
  const near = nearestOfCode('9G8F+6X', { latitude: 47.4, longitude: 8.6 });
  expect(near.latitude).toBeCloseTo(47.36556, 4);
  expect(near.longitude).toBeCloseTo(8.52494, 4);
  const elsewhere = nearestOfCode('9G8F+6X', { latitude: 35, longitude: 139 });
  expect(elsewhere.latitude).toBeCloseTo(35.36556, 4);
});

test.each(['', 'C++', '1 + 1', 'Café 12+', '849VQHFA+X6', '849VQHFJX6', '+', '9G8F+6'])(
  '%j is none',
  (typed) => {
    expect(plusCodeIn(typed)).toBeNull();
  },
);
