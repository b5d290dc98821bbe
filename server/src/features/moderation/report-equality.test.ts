import { report } from '@dazi/contract/moderation/moderation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUpPosts } from '#features/posts/posts/posts.service.ts';
import { type Fate, fates, postsOfEachFate } from '../../testing/fates.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { noting } from '../../testing/test-statements.ts';

/** How long it takes each is measured by `bench/report-times.ts`. */

let app: TestApp;
let statements: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' }, {}, async () => {
    const noted = noting(await openTestDatabase());
    statements = noted.statements;
    return noted.database;
  });
});
afterAll(() => app.close());

/** Of a value what can be told apart without reading it. */
const shapeOf = (value: object) =>
  Object.entries(value).map(([key, each]) => [key, typeof each, String(each).length]);

test('whatever became of a post, a report about it is answered alike and costs the same statements', {
  timeout: 120_000,
}, async () => {
  const { ids, blockFor } = await postsOfEachFate(app, 'Judge', 2);
  const seen = new Map<Fate, unknown>();
  for (const turn of [0, 1]) {
    const bob = await app.person(`Bob ${turn}`);
    await blockFor(bob);
    for (const fate of fates) {
      const before = statements.length;
      const body = { targetType: 'post' as const, targetId: ids[fate][turn]!, reason: 'spam' as const };
      const answer = await bob.call(report, { body });
      const { status, headers, data } = answer as typeof answer & { data: object };
      const sent = statements.slice(before);
      expect(status, fate).toBe(200);
      expect(sent.length).toBeGreaterThan(5);
      seen.set(fate, {
        status,
        size: headers['content-length'],
        names: Object.keys(headers),
        shape: shapeOf(data),
        sent,
      });
    }
    for (const fate of fates) expect(seen.get(fate), fate).toEqual(seen.get('there'));
  }
  // That an erased post was there is known for a year.
  app.clock.advance(365 * 24 * 60 * 60 * 1000);
  await cleanUpPosts(app.deps);
  const late = await app.person('Late');
  const body = { targetType: 'post' as const, targetId: ids.erased[0]!, reason: 'spam' as const };
  expect(await late.call(report, { body })).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
});
