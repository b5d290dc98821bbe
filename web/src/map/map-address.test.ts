import { expect, test } from 'vitest';
import { says, viewIn, withoutView, withView } from './map-address.ts';

const view = { zoom: 14.4, latitude: 37.7649, longitude: -122.4351 };

test('a view in an address is told to two decimals, beside what else it says', () => {
  expect(withView('?gender=F', view)).toBe('?gender=F&map=14%2F37.76%2F-122.44');
  expect(viewIn(withView('', view))).toEqual({ zoom: 14, latitude: 37.76, longitude: -122.44 });
  expect(withoutView(withView('?gender=F', view))).toBe('?gender=F');
  expect(withoutView(withView('', view))).toBe('');
});

test.each(['', '?map=', '?map=12/1', '?map=a/b/c', '?map=12/1/2/3'])('"%s" says no view', (search) => {
  expect(viewIn(search)).toBeNull();
  expect(says(search, view)).toBe(false);
});

test('an address says the view that it was made of, and no other', () => {
  const search = withView('', view);
  expect(says(search, view)).toBe(true);
  expect(says(search, { ...view, latitude: 37.7551 })).toBe(true);
  expect(says(search, { ...view, latitude: 37.7751 })).toBe(false);
  expect(says(search, { ...view, zoom: 15 })).toBe(false);
});
