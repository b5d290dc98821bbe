// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { DEFAULT_VIEW, FOCUS_ZOOM, type MapView } from '#map/map-types.ts';
import type { ShownView } from '#map/use-map-view.ts';
import { draw } from '#testing/draw.tsx';
import { useFirstView } from './use-first-view.ts';

const bergen = { latitude: 60.39, longitude: 5.32 };
const oslo = { latitude: 59.91, longitude: 10.75 };
const showing = (view: MapView): ShownView => ({ view, bounds: { west: 0, south: 0, east: 1, north: 1 } });
const first = showing(DEFAULT_VIEW);

type Input = Omit<Parameters<typeof useFirstView>[0], 'map'>;
const nowhere: Input = { shown: null, isKnown: false, position: null, isAwaited: false, linked: undefined };

const box = document.createElement('div');
let lookedAt: (ShownView | null)[];
let stands: boolean;
const flyTo = vi.fn();
const map = {
  current: { flyTo, getView: () => (stands ? DEFAULT_VIEW : null) } as unknown as MapHandle,
};

function Probe(input: Input) {
  lookedAt.push(useFirstView({ map, ...input }));
  return null;
}
/** What was looked at since, the latest last. */
async function see(input: Partial<Input>) {
  lookedAt = [];
  await draw(<Probe {...nowhere} {...input} />, box);
  return lookedAt;
}

beforeEach(() => {
  flyTo.mockReset();
  stands = true;
});

test('nobody looks at where the map stood before it went to the own position', async () => {
  expect(await see({ shown: first, isAwaited: true })).toEqual([null]);
  expect(new Set(await see({ shown: first, position: bergen }))).toEqual(new Set([null]));
  expect(flyTo.mock.calls).toEqual([[{ ...bergen, zoom: DEFAULT_VIEW.zoom }]]);
  const there = showing({ ...bergen, zoom: DEFAULT_VIEW.zoom });
  expect((await see({ shown: there, position: bergen })).at(-1)).toBe(there);
  // Whoever moves takes the map along no more.
  const moved = showing({ ...bergen, zoom: 15 });
  expect((await see({ shown: moved, position: oslo })).at(-1)).toBe(moved);
  expect(flyTo).toHaveBeenCalledOnce();
});

test('without a position that comes soon the map is looked at where it stands', async () => {
  expect(await see({ shown: first })).toEqual([first]);
  expect((await see({ shown: first, position: bergen })).at(-1)).toBeNull();
  expect(flyTo).toHaveBeenCalledOnce();
});

test('a map that was somewhere stays there', async () => {
  expect(await see({ shown: first, isKnown: true, isAwaited: true })).toEqual([first]);
  expect(await see({ shown: first, isKnown: true, position: bergen, linked: oslo })).toEqual([first]);
  expect(flyTo).not.toHaveBeenCalled();
});

test('the place of a link goes before the own position', async () => {
  await see({ shown: first, position: bergen, linked: oslo });
  expect(flyTo.mock.calls).toEqual([[{ ...oslo, zoom: FOCUS_ZOOM }]]);
});

test('where the map failed, its place is looked at as it is', async () => {
  stands = false;
  expect((await see({ shown: first, position: bergen })).at(-1)).toBe(first);
  expect(flyTo).not.toHaveBeenCalled();
});
