import { addComment, type Comment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { getPost } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  bob = await app.person('Bob');
});
afterAll(() => app.close());

const say = async (
  person: TestPerson,
  messageId: string,
  content: string,
  parentId: string | null = null,
) => {
  app.clock.advance(1);
  return person.call(addComment, { body: { messageId, userId: person.id, content, parentId } });
};
const said = async (...input: Parameters<typeof say>): Promise<string> => {
  const answer = await say(...input);
  if (!answer.success) throw new Error(answer.code);
  return answer.data.id;
};
const remove = (person: TestPerson, commentId: string) =>
  person.call(removeComment, { params: { commentId }, body: { userId: person.id } });
const treesOf = async (messageId: string, person: TestPerson = app.visitor()) =>
  (await person.get(listComments, { query: { messageId } })).data as Comment[];
const countOf = async (messageId: string) =>
  (await ann.get(getPost, { params: { messageId } })).data.commentCount;

/** Contents as nested lists; a deleted comment is "-". */
const outline = (comments: Comment[]): unknown[] =>
  comments.map(({ content, isActive, replies }) => {
    const own = isActive ? content : '-';
    return replies.length > 0 ? [own, ...outline(replies)] : own;
  });

describe('commenting', () => {
  test('answers hang below what they answer, oldest first', async () => {
    const { id } = await ann.post();
    const first = await said(bob, id, 'first');
    const second = await said(ann, id, 'second');
    await said(ann, id, 'to the first', first);
    await said(bob, id, 'to the second', second);
    await said(bob, id, 'to the first again', first);
    expect(outline(await treesOf(id))).toEqual([
      ['first', 'to the first', 'to the first again'],
      ['second', 'to the second'],
    ]);
    expect(await countOf(id)).toBe(5);
  });

  test('answers go three levels deep and no deeper (CMNT-009, CMNT-022)', async () => {
    const { id } = await ann.post();
    const comment = await said(bob, id, '0');
    const one = await said(ann, id, '1', comment);
    const two = await said(bob, id, '2', one);
    const three = await said(ann, id, '3', two);
    expect(await say(bob, id, '4', three)).toMatchObject({
      status: 400,
      code: 'COMMENT_TOO_DEEP',
      error: 'Replies go three levels deep at most',
    });
    const chain: Comment[] = [];
    for (let [next] = await treesOf(id, ann); next; [next] = next.replies) chain.push(next);
    expect(chain.map(({ depth, can }) => [depth, can.reply])).toEqual([
      [0, true],
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(await countOf(id)).toBe(4);
  });

  test('a text is trimmed, not empty, and has up to 1000 characters (CMNT-022)', async () => {
    const { id } = await ann.post();
    expect(await say(bob, id, `  ${'x'.repeat(1000)} `)).toMatchObject({
      status: 200,
      data: { content: 'x'.repeat(1000), userId: bob.id, user: { name: 'Bob' }, can: { remove: true } },
    });
    expect(await say(bob, id, 'x'.repeat(1001))).toMatchObject({
      status: 400,
      error: 'A comment can have up to 1000 characters',
    });
    // Counted as JavaScript counts.
    expect(await say(bob, id, '\u{1f600}'.repeat(500))).toMatchObject({ status: 200 });
    expect(await say(bob, id, '\u{1f600}'.repeat(501))).toMatchObject({ code: 'COMMENT_TOO_LONG' });
    for (const empty of ['', '   ', '\n\t']) {
      expect(await say(bob, id, empty)).toMatchObject({ status: 400, code: 'COMMENT_EMPTY' });
    }
    expect(await countOf(id)).toBe(2);
  });

  test('a comment of another post cannot be answered here', async () => {
    const { id } = await ann.post();
    const other = await ann.post();
    const elsewhere = await said(bob, other.id, 'elsewhere');
    expect(await say(bob, id, 'x', elsewhere)).toMatchObject({ status: 404, code: 'COMMENT_NOT_FOUND' });
    expect(await say(bob, id, 'x', 'unknown')).toMatchObject({ status: 404, code: 'COMMENT_NOT_FOUND' });
  });

  test('a deleted or unknown post takes and shows none', async () => {
    const { id } = await ann.post();
    const comment = await said(bob, id, 'x');
    await ann.get(removePost, { params: { messageId: id }, body: {} });
    for (const messageId of [id, 'unknown']) {
      expect(await say(bob, messageId, 'x')).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
      expect(await bob.call(listComments, { query: { messageId } })).toMatchObject({ status: 404 });
    }
    // The own words may be taken back all the same.
    expect(await remove(bob, comment)).toMatchObject({ status: 200 });
  });
});

describe('deleting', () => {
  test('a comment with answers leaves a place without its text', async () => {
    const { id } = await ann.post();
    const root = await said(bob, id, 'a secret');
    const reply = await said(ann, id, 'an answer', root);
    expect(await remove(bob, root)).toMatchObject({ status: 200, data: { id: root } });
    const [place] = await treesOf(id, bob);
    expect(place).toMatchObject({
      isActive: false,
      removedBy: 'author',
      content: '',
      can: { reply: false, remove: false },
    });
    expect(outline(await treesOf(id))).toEqual([['-', 'an answer']]);
    expect(await countOf(id)).toBe(1);
    // Nobody answers or deletes it again.
    expect(await say(ann, id, 'x', root)).toMatchObject({ status: 404, code: 'COMMENT_NOT_FOUND' });
    expect(await remove(bob, root)).toMatchObject({ status: 404, code: 'COMMENT_NOT_FOUND' });

    await remove(ann, reply);
    expect(await treesOf(id)).toEqual([]);
    expect(await countOf(id)).toBe(0);
  });

  test('a comment without answers goes', async () => {
    const { id } = await ann.post();
    const root = await said(bob, id, 'stays');
    const reply = await said(ann, id, 'goes', root);
    await remove(ann, reply);
    expect(outline(await treesOf(id))).toEqual(['stays']);
  });

  test("also by the post's author, who leaves the answers there and says so", async () => {
    const { id } = await ann.post();
    const cat = await app.person('Cat');
    const comment = await said(bob, id, 'an insult');
    await said(cat, id, 'an answer', comment);
    expect((await treesOf(id, ann))[0]!.can).toEqual({ reply: true, remove: true });
    expect((await treesOf(id, cat))[0]!.can).toEqual({ reply: true, remove: false });
    expect((await treesOf(id))[0]!.can.remove).toBe(false);
    expect(await remove(cat, comment)).toMatchObject({
      status: 403,
      error: 'You can only delete your own comments',
    });
    expect(await remove(ann, comment)).toMatchObject({ status: 200 });
    const [place] = await treesOf(id);
    expect(place).toMatchObject({ isActive: false, removedBy: 'post-author', content: '', user: null });
    expect(outline([place!])).toEqual([['-', 'an answer']]);
  });

  test('not those under the post of somebody else, and not again what somebody took back', async () => {
    const { id } = await bob.post();
    const comment = await said(bob, id, 'own');
    const answer = await said(ann, id, 'an answer', comment);
    expect(await remove(ann, comment)).toMatchObject({ status: 403, code: 'NOT_YOUR_COMMENT' });
    await Promise.all([remove(ann, answer), remove(bob, answer)]);
    expect(await remove(bob, comment)).toMatchObject({ status: 200 });
    expect(await remove(bob, answer)).toMatchObject({ status: 404, code: 'COMMENT_NOT_FOUND' });
  });
});

describe('pages', () => {
  test('go through all trees once, oldest first, also those of one instant', async () => {
    const { id } = await ann.post();
    for (let count = 0; count < 7; count++) {
      await bob.get(addComment, { body: { messageId: id, content: `${count}` } });
    }
    const roots = await treesOf(id);
    await said(ann, id, 'an answer', roots[2]!.id);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const query = { messageId: id, limit: 3, ...(cursor ? { cursor } : {}) };
      const page = await ann.get(listComments, { query });
      pages.push(page.data.map((comment) => comment.id));
      expect(
        page.data.every((comment) => comment.replies.length === (comment.id === roots[2]!.id ? 1 : 0)),
      ).toBe(true);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(roots.map((comment) => comment.id));
    expect(new Set(pages.flat()).size).toBe(7);
  });

  test('hold 50 trees unless asked otherwise, at most 200', async () => {
    const { id } = await ann.post();
    for (let count = 0; count < 51; count++) await said(bob, id, `${count}`);
    const { data, nextCursor } = await ann.get(listComments, { query: { messageId: id } });
    expect(data).toHaveLength(50);
    expect(nextCursor).not.toBeNull();
    expect((await ann.get(listComments, { query: { messageId: id, limit: 200 } })).data).toHaveLength(51);
    expect(await ann.call(listComments, { query: { messageId: id, limit: 201 } })).toMatchObject({
      status: 400,
    });
  });
});
