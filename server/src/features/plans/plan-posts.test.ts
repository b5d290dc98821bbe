import { exportAccount } from '@dazi/contract/identity/identity';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan, createPlan, type Plan } from '@dazi/contract/plans/plans';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { plansAccount } from './plans.account.ts';
import { hour_ms, joined, localIn, planBody, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let number = 0;
let author: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  author = await planner(app, `Author ${++number}`);
});

type Answered = { status: number; success: boolean; code: string; data: Plan };
const make = async (fromPostId: string, changes = {}, as = author) =>
  (await as.call(createPlan, {
    body: planBody(app, { fromPostId, local: localIn(app, 6 * hour_ms), least: 2, ...changes }),
  })) as unknown as Answered;
const cardOf = async (postId: string, as = app.visitor()) =>
  (await as.get(getPost, { params: { messageId: postId } })).data.planId;
const postOf = async (planId: string, as = app.visitor()) =>
  (await as.get(getPlan, { params: { planId } })).data.fromPostId;

describe('a plan made of a post (PLAN-027)', () => {
  test('is carried by the post, and says which post it was', async () => {
    const post = await author.post({ content: 'Badminton on Thursday?' });
    expect(await cardOf(post.id)).toBeNull();
    const { data: plan } = await make(post.id);
    expect(plan.fromPostId).toBe(post.id);
    expect([await cardOf(post.id), await postOf(plan.id)]).toEqual([plan.id, post.id]);
    // Lists do not look for it.
    const { data } = await app.visitor().get(listPosts, { query: { ids: post.id } });
    expect(data[0]).not.toHaveProperty('planId');
  });

  test('there is one that goes on, however many ask at once, and another once that was called off or is over', async () => {
    const post = await author.post({ content: 'Tennis?' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => make(post.id)));
    expect(answers.map(({ success, code }) => (success ? 'made' : code)).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'PLAN_POST_TAKEN'),
      'made',
    ]);
    const first = answers.find(({ success }) => success)!.data;
    await author.get(callOffPlan, { params: { planId: first.id }, body: { reason: 'ill' } });
    expect(await cardOf(post.id)).toBeNull();
    const second = (await make(post.id)).data;
    await joined(second, await planner(app, `Guest ${number}`));
    expect(await cardOf(post.id)).toBe(second.id);
    app.clock.advance(Date.parse(second.endsAt) - app.clock.read().getTime() - 1);
    await advancePlans(app.deps);
    expect((await make(post.id, {}, await app.person(`Author ${number}`))).code).toBe('PLAN_POST_TAKEN');
    app.clock.advance(1);
    expect(await cardOf(post.id)).toBeNull();
    expect((await make(post.id, {}, await app.person(`Author ${number}`))).status).toBe(200);
  });

  test('only of a post of one’s own that stands', async () => {
    const post = await author.post({ content: 'Mine' });
    const other = await planner(app, `Other ${number}`);
    expect((await make(post.id, {}, other)).code).toBe('POST_NOT_FOUND');
    expect((await make('no-such-post')).code).toBe('POST_NOT_FOUND');
    await author.get(removePost, { params: { messageId: post.id }, body: {} });
    expect((await make(post.id)).code).toBe('POST_NOT_FOUND');
    const [{ count }] = (await rowsOf<{ count: number }>(
      app.deps.db,
      sql`SELECT count(*)::int AS count FROM plans WHERE made_by IN (${author.id}, ${other.id})`,
    )) as [{ count: number }];
    expect(count).toBe(0);
  });

  test('goes on without its post, of which it says nothing any more', async () => {
    const post = await author.post({ content: 'Short lived' });
    const { data: plan } = await make(post.id);
    await author.get(removePost, { params: { messageId: post.id }, body: {} });
    expect(await postOf(plan.id)).toBeNull();
  });

  test('a post says nothing of a plan that is not for the reader', async () => {
    const post = await author.post({ content: 'For some' });
    const { data: plan } = await make(post.id, { listed: false });
    const other = await planner(app, `Other ${number}`);
    expect(await Promise.all([cardOf(post.id), cardOf(post.id, other), cardOf(post.id, author)])).toEqual([
      null,
      null,
      plan.id,
    ]);
    const women = await author.post({ content: 'For women' });
    const swim = (await make(women.id, { who: 'same_gender' })).data;
    const man = await app.person(`Man ${number}`);
    await man.saveProfile({ gender: 'M' });
    expect([await cardOf(women.id, man), await cardOf(women.id, other)]).toEqual([null, swim.id]);
  });

  test('between two with a block there is neither post nor plan', async () => {
    const post = await author.post({ content: 'Chess?' });
    const { data: plan } = await make(post.id);
    const other = await planner(app, `Blocked ${number}`);
    await block(app.deps, author, other);
    const seen = await other.call(getPost, { params: { messageId: post.id } });
    expect(seen).toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await other.call(getPlan, { params: { planId: plan.id } })).toMatchObject({ status: 404 });
  });

  test('is in the archive, and the tie goes with the account', async () => {
    const post = await author.post({ content: 'Kept' });
    const { data: plan } = await make(post.id);
    const archive = await (await author.fetch(exportAccount.path)).arrayBuffer();
    const files = [...filesOfArchive(Buffer.from(archive)).entries()];
    const kept = String(files.find(([name]) => name.includes('plans'))?.[1]);
    expect(kept).toContain(post.id);
    await plansAccount.erase(app.deps, author.id);
    const left = await rowsOf(app.deps.db, sql`SELECT 1 FROM plan_posts WHERE plan_id = ${plan.id}`);
    expect(left).toEqual([]);
  });
});
