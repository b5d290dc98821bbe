// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readStored, stored, writeStored } from '#platform/storage.ts';
import { drawHook } from '#testing/draw.tsx';
import { boundsAround } from './geometry.ts';
import { DEFAULT_VIEW, type MapView } from './map-types.ts';
import { useMapView } from './use-map-view.ts';

const tokyo = { latitude: 35.68, longitude: 139.76 };
const { zoom: usual, ...nowhere } = DEFAULT_VIEW;
const hair = { ...DEFAULT_VIEW, longitude: DEFAULT_VIEW.longitude + 1e-6 };

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

async function rest(view: MapView, { byHand = false } = {}) {
  const { result } = await drawHook(() => useMapView(nowhere, null));
  await act(async () => result.current.moved(view, boundsAround(view, 400, 400), { byHand }));
  return { centre: readStored(stored.mapCenter), zoom: readStored(stored.mapZoomLevel) };
}

test.each([
  ['as it is made', DEFAULT_VIEW],
  ['a hair beside it', hair],
])('a map that stands where nobody is, %s, is not where somebody left it', async (_case, view) => {
  expect(await rest(view)).toEqual({ centre: null, zoom: null });
});

test.each([
  ['went on', { ...tokyo, zoom: 14 }, false],
  ['was moved by hand', { ...nowhere, zoom: 13 }, true],
  ['was touched, and stands where it stood', DEFAULT_VIEW, true],
])('MAP-025 it is kept once it %s', async (_case, view, byHand) => {
  const { zoom, ...centre } = view;
  expect(await rest(view, { byHand })).toEqual({ centre, zoom });
});

test('MAP-025 who left the map there by hand finds it there', async () => {
  writeStored(stored.mapCenter, nowhere);
  writeStored(stored.mapZoomLevel, 9);
  expect(await rest(DEFAULT_VIEW)).toEqual({ centre: nowhere, zoom: usual });
});
