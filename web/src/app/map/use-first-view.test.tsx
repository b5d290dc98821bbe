// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { DEFAULT_VIEW, FOCUS_ZOOM, type MapPlace, type MapView } from '#map/map-types.ts';
import type { ShownView } from '#map/use-map-view.ts';
import { draw } from '#testing/draw.tsx';
import { firstZoom } from './first-zoom.ts';
import { useFirstView } from './use-first-view.ts';

const bergen = { latitude: 60.39, longitude: 5.32 };
const oslo = { latitude: 59.91, longitude: 10.75 };
const showing = (view: MapView): ShownView => ({ view, bounds: { west: 0, south: 0, east: 1, north: 1 } });
const first = showing(DEFAULT_VIEW);

type Input = Omit<Parameters<typeof useFirstView>[0], 'map'>;
const nowhere: Input = { shown: null, isKnown: false, position: null, isAwaited: false, linked: undefined };

const box = document.createElement('div');
let client: QueryClient;
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
  await draw(
    <QueryClientProvider client={client}>
      <Probe {...nowhere} {...input} />
    </QueryClientProvider>,
    box,
  );
  return lookedAt;
}

/** What the server has, as positions. */
let around: { posts: MapPlace[]; plans: MapPlace[]; rooms: MapPlace[] };
const inBox = ({ latitude, longitude }: MapPlace, box: URLSearchParams) =>
  latitude > Number(box.get('south')) &&
  latitude < Number(box.get('north')) &&
  longitude > Number(box.get('west')) &&
  longitude < Number(box.get('east'));
async function answer(address: string) {
  const { pathname, searchParams: query } = new URL(address, 'http://dazi.example');
  if (pathname !== '/api/map/counts') return Response.json({ success: true, data: around.rooms });
  const there = around[query.get('kind') as 'posts' | 'plans'].filter((place) => inBox(place, query));
  const cells = there.map(({ latitude, longitude }) => [1, latitude, longitude]);
  return Response.json({ success: true, data: { level: 14, cells } });
}
const flown = () => expect.poll(() => flyTo).toHaveBeenCalled();

beforeEach(() => {
  flyTo.mockReset();
  stands = true;
  client = new QueryClient();
  around = { posts: [], plans: [], rooms: [] };
  vi.stubGlobal('fetch', (request: string | Request) =>
    answer(typeof request === 'string' ? request : request.url),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('nobody looks at where the map stood before it went to the own position', async () => {
  expect(await see({ shown: first, isAwaited: true })).toEqual([null]);
  expect(new Set(await see({ shown: first, position: bergen }))).toEqual(new Set([null]));
  await act(flown);
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
  await act(flown);
  expect(flyTo).toHaveBeenCalledOnce();
});

test.each([
  ['moved', { ...oslo, zoom: DEFAULT_VIEW.zoom }],
  ['zoomed', { ...DEFAULT_VIEW, zoom: 9 }],
])(
  'a map that somebody has %s stays where they look, however late the position comes',
  async (_how, view) => {
    await see({ shown: first });
    const there = showing(view);
    expect((await see({ shown: there })).at(-1)).toBe(there);
    expect((await see({ shown: there, position: bergen })).at(-1)).toBe(there);
    expect((await see({ shown: there, position: bergen, linked: oslo })).at(-1)).toBe(there);
    await act(() => client.fetchQuery({ queryKey: ['later'], queryFn: () => Promise.resolve(true) }));
    expect(flyTo).not.toHaveBeenCalled();
  },
);

test('a map that comes to rest again where it stood has not been moved', async () => {
  await see({ shown: first });
  await see({
    shown: showing({ ...DEFAULT_VIEW, longitude: DEFAULT_VIEW.longitude + 1e-6 }),
    position: bergen,
  });
  await act(flown);
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

describe('MAP-206 from how near it is looked at', () => {
  const north = (km: number) => ({ latitude: bergen.latitude + km / 111.2, longitude: bergen.longitude });

  test('with people near, the streets', async () => {
    around.posts = [north(0.2)];
    await see({ shown: first, position: bergen });
    await act(flown);
    expect(flyTo.mock.calls).toEqual([[{ ...bergen, zoom: 14 }]]);
  });

  test.each([
    ['posts', 0.2, 14],
    ['plans', 0.2, 14],
    ['rooms', 0.2, 14],
    ['rooms', 1, 13],
    ['posts', 4, 11],
    ['plans', 18, 9],
    ['posts', 35, 8],
    ['posts', 400, 12],
    ['rooms', 400, 12],
  ] as const)('with %s %d km away, zoom %i', async (kind, km, zoom) => {
    around[kind] = [north(km)];
    expect(await firstZoom(bergen, client)).toBe(zoom);
  });

  test('where nothing can be asked, as usually', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await firstZoom(bergen, client)).toBe(DEFAULT_VIEW.zoom);
  });
});
