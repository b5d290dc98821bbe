import { removePost } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annsWords, day_ms, mediaFiles, nextNumber } from '../../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { picture } from '../../../testing/test-pictures.ts';
import { everyRow } from '../../../testing/test-tables.ts';
import { postsJobs } from './posts.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('erasing', () => {
  test('of one deleted post takes its words and pictures within 30 days too', async () => {
    const ann = await app.person(`Ann posting ${nextNumber()}`);
    const post = await ann.post({ content: `${annsWords} gone`, imageUrls: [await picture()] });
    const mediaId = post.media[0]!.id;
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    app.clock.advance(29 * day_ms);
    for (const job of postsJobs) await job.run(app.deps);
    const rows = (await everyRow(app.deps.db)).filter((row) => !row.startsWith('outbox '));
    const left = rows.filter((row) => row.includes(post.id) || row.includes(mediaId));
    // That there was such a post, so that reports of it are answered as of others.
    expect(left).toEqual([expect.stringMatching(`^erased_posts \\(${post.id},"[^"]+"\\)$`)]);
    await expect.poll(() => mediaFiles(app)).not.toContain(mediaId);
  });
});
