// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { type LookedAround, useFoundPlaces } from './found-places.ts';

const chiyoda = { latitude: 35.694, longitude: 139.753 };
let queries: string[];

beforeEach(() => {
  queries = [];
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const address = new URL(typeof request === 'string' ? request : request.url, 'http://dazi.example');
    queries.push(address.searchParams.get('query')!);
    const town = { name: 'Chiyoda', names: {}, country: 'JP', ...chiyoda, population: 0, near: null };
    return Response.json({ success: true, data: [town] });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function found(text: string, around: LookedAround | null = null) {
  const { result } = await drawHook(() => useFoundPlaces(text, around));
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  return result.current.data!.places;
}

test('MAP-204 a short plus code is looked for near all that is named with it', async () => {
  const [place] = await found('MQJ8+7C Chiyoda City, Tokyo, Japan');
  expect(queries).toEqual(['Chiyoda City, Tokyo, Japan']);
  expect(place).toMatchObject({ name: 'MQJ8+7C Chiyoda City, Tokyo, Japan', of: 'plusCode' });
  expect(place!.latitude).toBeCloseTo(35.68066, 4);
  expect(place!.longitude).toBeCloseTo(139.76606, 4);
});
