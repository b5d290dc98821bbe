import { cellOf } from '@dazi/contract/places/cells';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { createPost, editPost, removePost } from '@dazi/contract/posts/posts';
import { postLimits } from '@dazi/contract/posts/posts.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { picture } from '../../../testing/test-pictures.ts';
import { TestStream } from '../../../testing/test-stream.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('publishing', () => {
  test('stores and answers the displayed position, never the true one (POST-003, PRIVACY-009, PRIVACY-011)', async () => {
    const ann = await app.person('Ann');
    const post = await ann.post({ content: 'Chess in the park?' });
    expect(post.location.display).toBe('approximate');
    const away = distanceKm(haight, post.location);
    expect(away).toBeGreaterThan(0.3);
    expect(away).toBeLessThan(2.8);
    const again = await ann.post({ content: 'Anyone?' });
    expect(again.location).toEqual(post.location);
  });

  test('a visitor sees it, newest first (POST-001, POST-064)', async () => {
    const ann = await app.person('Bea');
    const first = await ann.post({ content: 'one' });
    app.clock.advance(1000);
    const second = await ann.post({ content: 'two' });
    const { data } = await app.visitor().get(listPosts, { query: { userId: ann.id } });
    expect(data.map((post) => post.id)).toEqual([second.id, first.id]);
    expect(data[0]?.user.name).toBe('Bea');
  });

  test.each([
    ['POST-051', { content: '  ' }, 400, 'Please enter a message or add media.'],
    ['POST-050', { content: 'x'.repeat(301) }, 400, 'A message can have up to 300 characters'],
    [
      'POST-057',
      { location: null },
      400,
      'Location is required to post a message. Please allow location access.',
    ],
    [
      'POST-057b',
      { location: { latitude: 1 } },
      400,
      'Location is required to post a message. Please allow location access.',
    ],
  ])('%s is refused with its text and changes nothing', async (_id, input, status, error) => {
    const ann = await app.person('Cleo');
    const answer = await ann.call(createPost, {
      body: { userId: ann.id, content: 'x', location: haight, ...input },
    });
    expect(answer).toMatchObject({ success: false, status, error });
    expect((await ann.get(listPosts, { query: { userId: ann.id } })).data).toEqual([]);
  });

  test('needs a session, and one acts only as oneself (POST-058, AUTH-049)', async () => {
    const ann = await app.person('Dora');
    const visitor = await app.visitor().call(createPost, { body: { content: 'x', location: haight } });
    expect(visitor).toMatchObject({ status: 401, error: 'User must be authenticated to post messages' });
    const foreign = await ann.call(createPost, {
      body: { userId: 'somebody', content: 'x', location: haight },
    });
    expect(foreign).toMatchObject({ status: 403, code: 'NOT_YOURSELF' });
  });

  test('needs a gender (POST-093)', async () => {
    const ann = await app.person('Eve');
    await ann.saveProfile({ gender: null });
    const answer = await ann.call(createPost, { body: { content: 'x', location: haight } });
    expect(answer).toMatchObject({
      status: 400,
      error: 'Please set your gender in your profile before posting messages',
    });
  });
});

describe('changing the text', () => {
  const edit = (person: TestPerson, messageId: string, body: object) =>
    person.call(editPost, { params: { messageId }, body });

  test('leaves what another device changes at that moment', async () => {
    const ann = await app.person('Ida, on two devices');
    const post = await ann.post({ content: 'Ches?' });
    let changed = () => {};
    const isChanged = new Promise<void>((resolve) => {
      changed = resolve;
    });
    // It stands open for a moment more, in which the other one has read the post.
    const other = app.deps.transact(async (inner) => {
      await inner.db.execute(sql`UPDATE posts SET content = 'Chess?' WHERE id = ${post.id}`);
      changed();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });
    await isChanged;
    const answer = await edit(ann, post.id, { gender: 'M' });
    await other;
    expect(answer).toMatchObject({ status: 200, data: { content: 'Chess?', gender: 'M' } });
  });

  test('in the first 15 minutes, by the clock of the server; media and place stay', async () => {
    const ann = await app.person('Ida');
    const post = await ann.post({ content: 'Ches?', imageUrls: [await picture()] });
    expect(post).toMatchObject({ editedAt: null, can: { edit: true } });
    app.clock.advance(postLimits.editable_ms - 1);
    const answer = await edit(ann, post.id, { userId: ann.id, content: ' Chess? ', gender: 'M' });
    const editedAt = app.clock.read().toISOString();
    expect(answer).toMatchObject({ status: 200, data: { content: 'Chess?', gender: 'M', editedAt } });
    const { data } = await ann.get(getPost, { params: { messageId: post.id } });
    const { content, gender, updatedAt, ...rest } = { ...post, editedAt };
    // One post alone says whether it became a plan.
    expect(data).toEqual({
      ...{ ...rest, content: 'Chess?', gender: 'M', updatedAt: editedAt },
      planId: null,
    });
    app.clock.advance(1);
    expect(await edit(ann, post.id, { content: 'Go?' })).toMatchObject({
      status: 409,
      error: 'A message can be edited for 15 minutes after posting',
    });
    const late = (await ann.get(getPost, { params: { messageId: post.id } })).data;
    expect(late).toMatchObject({ content: 'Chess?', can: { edit: false, remove: true } });
    const seen = (await app.visitor().get(getPost, { params: { messageId: post.id } })).data;
    expect(seen).toMatchObject({ editedAt, can: { edit: false } });
  });

  test('the same rules as for a new post; what is refused changes nothing', async () => {
    const ann = await app.person('Jon');
    const bob = await app.person('Kim');
    const plain = await ann.post({ content: 'one' });
    const pictured = await ann.post({ content: 'two', imageUrls: [await picture()] });
    const refusals: [Promise<object>, object][] = [
      [edit(ann, plain.id, { content: '  ' }), { status: 400, code: 'POST_EMPTY' }],
      [edit(ann, plain.id, { content: null }), { status: 400, code: 'POST_EMPTY' }],
      [edit(ann, plain.id, { content: 'x'.repeat(301) }), { status: 400, code: 'POST_TOO_LONG' }],
      [edit(ann, plain.id, { gender: 'X' }), { status: 400, code: 'INVALID_INPUT' }],
      [
        edit(bob, plain.id, { content: 'mine' }),
        { status: 403, error: 'You can only edit your own messages' },
      ],
      [edit(ann, plain.id, { userId: bob.id, content: 'x' }), { status: 403, code: 'NOT_YOURSELF' }],
      [edit(app.visitor(), plain.id, { content: 'x' }), { status: 401, code: 'EDIT_SIGN_IN_REQUIRED' }],
      [edit(ann, 'nothing', { content: 'x' }), { status: 404, code: 'POST_NOT_FOUND' }],
    ];
    for (const [answer, expected] of refusals) expect(await answer).toMatchObject(expected);
    const { data } = await ann.get(getPost, { params: { messageId: plain.id } });
    expect(data).toEqual({ ...plain, planId: null });
    expect(await edit(ann, pictured.id, { content: '' })).toMatchObject({
      status: 200,
      data: { content: '' },
    });
    // Nothing changed, so nothing was edited.
    expect(await edit(ann, plain.id, { content: 'one' })).toMatchObject({ data: { editedAt: null } });
    expect(await edit(ann, plain.id, {})).toMatchObject({ data: { editedAt: null, content: 'one' } });
    await ann.get(removePost, { params: { messageId: plain.id }, body: {} });
    expect(await edit(ann, plain.id, { content: 'x' })).toMatchObject({ status: 404 });
  });

  test('those who look at the place are told', async () => {
    const ann = await app.person('Lea');
    const stream = await TestStream.open(app.visitor());
    const post = await ann.post();
    await stream.listen([cellOf(post.location, 12)]);
    await edit(ann, post.id, { content: 'Other words' });
    const event = await stream.untilEvent(({ type }) => type === 'post_edited');
    expect(event).toEqual({ type: 'post_edited', messageId: post.id, userId: ann.id });
    stream.close();
  });
});

describe('taking back', () => {
  test('only the author; the post leaves every list (POST-087)', async () => {
    const ann = await app.person('Fay');
    const bob = await app.person('Gus');
    const post = await ann.post();
    const params = { messageId: post.id };
    expect(await bob.call(removePost, { params, body: { userId: bob.id } })).toMatchObject({ status: 403 });
    expect(await app.visitor().call(removePost, { params, body: {} })).toMatchObject({
      status: 401,
      error: 'User must be authenticated to delete messages',
    });
    expect(await ann.call(removePost, { params, body: { userId: ann.id } })).toMatchObject({ status: 200 });
    expect(await ann.call(removePost, { params, body: { userId: ann.id } })).toMatchObject({ status: 404 });
    expect(await bob.call(getPost, { params })).toMatchObject({ status: 404 });
  });

  test('a post disappears when its time is over (POST-090)', async () => {
    const ann = await app.person('Hal');
    const expiresAt = new Date(app.clock.read().getTime() + 60_000).toISOString();
    const post = await ann.post({ expiresAt });
    expect(post.expiresAt).toBe(expiresAt);
    app.clock.advance(61_000);
    expect((await ann.get(listPosts, { query: { userId: ann.id } })).data).toEqual([]);
  });
});
