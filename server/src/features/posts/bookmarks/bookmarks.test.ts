import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';

let app: TestApp;
let ann: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
});
afterAll(() => app.close());

const keep = (person: TestPerson, messageId: string) =>
  person.call(addBookmark, { body: { messageId, userId: person.id } });
const letGo = (person: TestPerson, messageId: string) =>
  person.call(removeBookmark, { body: { messageId, userId: person.id } });
const kept = async (person: TestPerson) =>
  (await person.get(listBookmarks, { query: { userId: person.id } })).data.map(({ messageId }) => messageId);

test('a post is kept for oneself alone, newest bookmark first', async () => {
  const bob = await app.person('Bob');
  const first = await ann.post();
  const second = await ann.post();
  await keep(bob, second.id);
  app.clock.advance(1000);
  expect(await keep(bob, first.id)).toMatchObject({
    status: 200,
    data: { messageId: first.id, userId: bob.id, createdAt: app.clock.read().toISOString() },
  });
  expect(await kept(bob)).toEqual([first.id, second.id]);
  const { data } = await bob.get(listBookmarks);
  expect(data[0]?.message).toMatchObject({ id: first.id, bookmarked: true });
  const view = await bob.get(listPosts, { query: { view: 'bookmarked' } });
  expect(view.data.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
  for (const other of [ann, app.visitor()]) {
    expect((await other.get(getPost, { params: { messageId: first.id } })).data.bookmarked).toBe(false);
  }
  expect(await kept(ann)).toEqual([]);
});

test('keeping twice is keeping once, at the first time', async () => {
  const bob = await app.person('Bob twice');
  const { id } = await ann.post();
  const first = await keep(bob, id);
  app.clock.advance(60_000);
  const again = await keep(bob, id);
  expect(again).toMatchObject({ status: 200, data: (first as { data: object }).data });
  expect(await kept(bob)).toEqual([id]);
});

test('letting go twice is letting go once', async () => {
  const bob = await app.person('Bob letting go');
  const { id } = await ann.post();
  await keep(bob, id);
  for (let count = 0; count < 2; count++) {
    expect(await letGo(bob, id)).toMatchObject({ status: 200, data: null });
    expect(await kept(bob)).toEqual([]);
  }
});

test("the own post can't be kept (REACT-025)", async () => {
  const { id, can } = await ann.post();
  expect(can.bookmark).toBe(false);
  expect(await keep(ann, id)).toMatchObject({
    status: 400,
    code: 'OWN_POST_BOOKMARK',
    error: 'You cannot bookmark your own message',
  });
  expect(await kept(ann)).toEqual([]);
});

test('a post that is deleted or over leaves the bookmarks, and can be let go (POST-087)', async () => {
  const bob = await app.person('Bob losing');
  const deleted = await ann.post();
  const over = await ann.post({ expiresAt: new Date(app.clock.read().getTime() + 60_000).toISOString() });
  const stays = await ann.post();
  for (const { id } of [deleted, over, stays]) await keep(bob, id);
  await ann.get(removePost, { params: { messageId: deleted.id }, body: {} });
  app.clock.advance(60_001);
  expect(await kept(bob)).toEqual([stays.id]);
  const view = await bob.get(listPosts, { query: { view: 'bookmarked' } });
  expect(view.data.map(({ id }) => id)).toEqual([stays.id]);
  expect(await keep(bob, deleted.id)).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
  expect(await letGo(bob, deleted.id)).toMatchObject({ status: 200 });
});

test('pages go through all of them once', async () => {
  const bob = await app.person('Bob collecting');
  const ids: string[] = [];
  for (let count = 0; count < 7; count++) {
    const { id } = await ann.post();
    await keep(bob, id);
    ids.push(id);
  }
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bob.get(listBookmarks, { query: { limit: 3, ...(cursor ? { cursor } : {}) } });
    found.push(...page.data.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(found).toEqual([...ids].sort().reverse());
  const second = await bob.get(listBookmarks, { query: { limit: 3, page: 2 } });
  expect(second.data.map(({ messageId }) => messageId)).toEqual(found.slice(3, 6));
});
