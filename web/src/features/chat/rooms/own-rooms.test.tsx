// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { ownsRoom, useOwnGroups } from './own-rooms.api.ts';

const owned = { isPrivate: false, plan: null, userRole: 'OWNER' };
const conversations = [
  { ...owned, id: 'of-a-plan', title: null, plan: { id: 'p1' } },
  { ...owned, id: 'of-two', isPrivate: true },
];
const answer = (...data: object[]) =>
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data, nextCursor: null }));

beforeEach(() => answer(...conversations));
afterEach(() => vi.unstubAllGlobals());

test('whoever hosts a plan owns no group by that', async () => {
  expect(await ownsRoom('u1')).toBe(false);
  answer(...conversations, { ...owned, id: 'room' });
  expect(await ownsRoom('u1')).toBe(true);
});

test('conversations of plans, which have no name of their own, are not among the groups', async () => {
  answer(...conversations, { ...owned, id: 'room' });
  const { result } = await drawHook(() => useOwnGroups('u1'));
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  expect(result.current.data!.pages.flatMap(({ groups }) => groups).map(({ id }) => id)).toEqual(['room']);
});

describe('rooms that were put away', () => {
  const room = { ...owned, userRole: 'MEMBER', title: 'Chess' };
  const rooms = (...ids: string[]) => ids.map((id) => ({ ...room, id }));
  beforeEach(() =>
    vi.stubGlobal('fetch', async (path: string) => {
      const { searchParams } = new URL(path, 'https://dazi.example');
      const isArchived = searchParams.get('archived') === 'true';
      const all = isArchived
        ? [...rooms('a1', 'a2'), { ...room, id: 'mine', userRole: 'OWNER' }]
        : rooms('r1', 'r2');
      const from = Number(searchParams.get('cursor') ?? 0);
      const upTo = from + Number(searchParams.get('limit'));
      const nextCursor = upTo < all.length ? String(upTo) : null;
      return Response.json({ success: true, data: all.slice(from, upTo), nextCursor });
    }),
  );

  test('stand behind the others, once each', async () => {
    const { result } = await drawHook(() => useOwnGroups('u1'));
    await vi.waitFor(() => expect(result.current.data).toBeDefined());
    const { pages } = result.current.data!;
    expect(pages.flatMap(({ groups }) => groups).map(({ id }) => id)).toEqual([
      'r1',
      'r2',
      'a1',
      'a2',
      'mine',
    ]);
    expect(result.current.hasNextPage).toBe(false);
  });

  test('are owned still', async () => {
    expect(await ownsRoom('u1')).toBe(true);
  });
});
