// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
