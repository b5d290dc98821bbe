import { cellOf } from '@dazi/contract/cells';
import { getPost, listPosts } from '@dazi/contract/discovery';
import { getSession, removeAccount } from '@dazi/contract/identity';
import { listReports, type Reported, report, reportReasons, resolveReports } from '@dazi/contract/moderation';
import { removePost } from '@dazi/contract/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { TestStream } from '../../testing/test-stream.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cara: TestPerson;
let judge: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
  judge = await app.person('Judge');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  round++;
  [ann, bob, cara] = await Promise.all([
    app.person(`Ann ${round}`),
    app.person(`Bob ${round}`),
    app.person(`Cara ${round}`),
  ]);
});

const tell = (as: TestPerson, target: object, rest: object = {}) =>
  as.call(report, { body: { reason: 'spam', ...target, ...rest } as never });
const aPost = (targetId: string) => ({ targetType: 'post' as const, targetId });
const aPerson = (targetId: string) => ({ targetType: 'person' as const, targetId });
const settle = (
  target: ReturnType<typeof aPost> | ReturnType<typeof aPerson>,
  action: 'dismiss' | 'remove',
) => judge.call(resolveReports, { body: { ...target, action } });

async function queue(state: 'open' | 'resolved' = 'open'): Promise<Reported[]> {
  const found: Reported[] = [];
  let cursor: string | undefined;
  do {
    const page = await judge.get(listReports, { query: { state, ...(cursor ? { cursor } : {}) } });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}
const inQueue = async (targetId: string, state: 'open' | 'resolved' = 'open') =>
  (await queue(state)).find((entry) => entry.targetId === targetId);

describe('reporting', () => {
  test('a post and a person, each with a reason and words', async () => {
    const post = await ann.post({ content: 'Buy my pills', imageUrls: [await picture()] });
    expect(await tell(bob, aPost(post.id), { details: '  Third time today  ' })).toMatchObject({
      status: 200,
    });
    expect(await tell(bob, aPerson(ann.id), { reason: 'harassment' })).toMatchObject({ status: 200 });
    expect(await inQueue(post.id)).toMatchObject({
      targetType: 'post',
      person: { id: ann.id, name: `Ann ${round}` },
      post: { content: 'Buy my pills', media: [{ id: post.media[0]!.id }] },
      reports: [
        {
          reason: 'spam',
          details: 'Third time today',
          state: 'open',
          reporter: { id: bob.id, name: `Bob ${round}` },
          resolvedAt: null,
          resolvedBy: null,
        },
      ],
      can: { dismiss: true, remove: true },
    });
    expect(await inQueue(ann.id)).toMatchObject({
      targetType: 'person',
      post: null,
      reports: [{ reason: 'harassment', details: null }],
      can: { dismiss: true, remove: false },
    });
  });

  test.each([...reportReasons])('for %s', async (reason) => {
    expect(await tell(bob, aPerson(ann.id), { reason })).toMatchObject({ status: 200 });
    expect((await inQueue(ann.id))?.reports[0]?.reason).toBe(reason);
  });

  test('the same thing twice is refused until the first report is settled, others may', async () => {
    const { id } = await ann.post();
    await tell(bob, aPost(id));
    expect(await tell(bob, aPost(id), { reason: 'hate' })).toMatchObject({
      status: 409,
      code: 'REPORT_REPEATED',
      error: 'You have reported this already',
    });
    expect(await tell(cara, aPost(id))).toMatchObject({ status: 200 });
    expect((await inQueue(id))?.reports).toHaveLength(2);
    await settle(aPost(id), 'dismiss');
    expect(await tell(bob, aPost(id))).toMatchObject({ status: 200 });
  });

  test('twice at the same moment makes one', async () => {
    const { id } = await ann.post();
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell(bob, aPost(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('oneself is refused, and what is unknown, gone or hidden is not found', async () => {
    const post = await ann.post();
    expect(await tell(ann, aPost(post.id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    expect(await tell(ann, aPerson(ann.id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    expect(await tell(bob, aPost('unknown'))).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
    expect(await tell(bob, aPerson('unknown'))).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
    await block(app.deps, ann, cara);
    expect(await tell(cara, aPost(post.id))).toMatchObject({ status: 404 });
    expect(await tell(cara, aPerson(ann.id))).toMatchObject({ status: 404 });
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    expect(await tell(bob, aPost(post.id))).toMatchObject({ status: 404 });
  });

  test.each([
    [{ reason: 'because' }],
    [{ reason: undefined }],
    [{ targetType: 'room' }],
    [{ targetId: '' }],
    [{ details: 'x'.repeat(501) }],
    [{ details: 7 }],
  ])('%j is not accepted', async (wrong) => {
    expect(await tell(bob, aPerson(ann.id), wrong)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(await inQueue(ann.id)).toBeUndefined();
  });

  test('ten times a minute at most', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
    const [one, other] = [await strict.person('One'), await strict.person('Other')];
    const posts = [];
    for (let count = 0; count < 11; count++) posts.push(await other.post());
    const statuses: number[] = [];
    for (const { id } of posts) statuses.push((await tell(one, aPost(id))).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await strict.close();
  });
});

describe('the queue', () => {
  test('is for administrators, who are told that they are one', async () => {
    expect((await judge.get(getSession)).administrator).toBe(true);
    expect((await bob.get(getSession)).administrator).toBe(false);
    expect(await bob.call(listReports, {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    await tell(bob, aPerson(ann.id));
    const body = { ...aPerson(ann.id), action: 'dismiss' as const };
    expect(await bob.call(resolveReports, { body })).toMatchObject({ status: 403 });
    expect((await inQueue(ann.id))?.reports[0]?.state).toBe('open');
  });

  test('shows the longest waiting first, page by page, each once', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 45; count++) {
      const { id } = await ann.post();
      await tell(bob, aPost(id));
      ids.push(id);
      // Some in the same instant.
      if (count % 3 === 0) app.clock.advance(1000);
    }
    await tell(cara, aPost(ids[0]!));
    const found = (await queue()).map(({ targetId }) => targetId);
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
    expect(found.indexOf(ids[0]!)).toBeLessThan(found.indexOf(ids[44]!));
    for (const id of ids) await settle(aPost(id), 'dismiss');
    expect((await queue()).filter(({ targetId }) => ids.includes(targetId))).toEqual([]);
    const history = (await queue('resolved')).map(({ targetId }) => targetId);
    expect(new Set(history).size).toBe(history.length);
    expect(ids.every((id) => history.includes(id))).toBe(true);
  });

  test('hides what concerns a deleted account, and who reported from one', async () => {
    const { id } = await ann.post();
    await tell(bob, aPost(id));
    await tell(ann, aPerson(cara.id));
    await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
    expect(await inQueue(id)).toBeUndefined();
    expect((await inQueue(cara.id))?.reports[0]?.reporter).toBeNull();
  });

  test('knows what is gone, and that a block of the administrator changes nothing', async () => {
    const post = await ann.post({ content: 'Seen all the same' });
    await tell(bob, aPost(post.id));
    await block(app.deps, ann, judge);
    expect(await inQueue(post.id)).toMatchObject({ post: { content: 'Seen all the same' } });
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    expect(await inQueue(post.id)).toMatchObject({ post: null, can: { dismiss: true, remove: false } });
    expect(await settle(aPost(post.id), 'remove')).toMatchObject({ status: 400, code: 'NOT_REMOVABLE' });
    expect((await inQueue(post.id))?.reports[0]?.state).toBe('open');
    expect(await settle(aPost(post.id), 'dismiss')).toMatchObject({ status: 200, data: { resolved: 1 } });
  });
});

describe('settling', () => {
  test('dismissing leaves the post and keeps the history', async () => {
    const { id } = await ann.post();
    await tell(bob, aPost(id));
    await tell(cara, aPost(id), { reason: 'hate' });
    expect(await settle(aPost(id), 'dismiss')).toMatchObject({ status: 200, data: { resolved: 2 } });
    expect(await inQueue(id)).toBeUndefined();
    expect(await inQueue(id, 'resolved')).toMatchObject({
      reports: [
        { state: 'dismissed', resolvedBy: { id: judge.id, name: 'Judge' }, resolvedAt: expect.any(String) },
        { state: 'dismissed' },
      ],
      can: { dismiss: false, remove: false },
    });
    expect(await bob.call(getPost, { params: { messageId: id } })).toMatchObject({ status: 200 });
    expect(await settle(aPost(id), 'dismiss')).toMatchObject({ status: 404, code: 'REPORT_NOT_FOUND' });
    // What comes later stands beside what was.
    await tell(bob, aPost(id));
    expect((await inQueue(id))?.reports.map(({ state }) => state)).toEqual([
      'open',
      'dismissed',
      'dismissed',
    ]);
  });

  test('removing takes the post out of every list and tells those who look at it', async () => {
    const post = await ann.post();
    await tell(bob, aPost(post.id));
    const stream = await TestStream.open(cara);
    await stream.listen([cellOf(post.location, 12)]);
    expect(await settle(aPost(post.id), 'remove')).toMatchObject({ status: 200 });
    await stream.untilEvent(({ type, messageId }) => type === 'post_deleted' && messageId === post.id);
    stream.close();
    for (const viewer of [ann, bob, app.visitor()]) {
      expect(await viewer.call(getPost, { params: { messageId: post.id } })).toMatchObject({ status: 404 });
      expect((await viewer.get(listPosts, { query: { ids: post.id } })).data).toEqual([]);
    }
    expect((await inQueue(post.id, 'resolved'))?.reports[0]?.state).toBe('removed');
  });

  test('a person is not removed here', async () => {
    await tell(bob, aPerson(ann.id));
    expect(await settle(aPerson(ann.id), 'remove')).toMatchObject({ status: 400, code: 'NOT_REMOVABLE' });
    expect(await settle(aPerson(ann.id), 'dismiss')).toMatchObject({ status: 200 });
  });
});
