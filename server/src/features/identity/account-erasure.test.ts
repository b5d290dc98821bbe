import { getSession, removeAccount } from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { addComment } from '@dazi/contract/posts/comments';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountPart } from '#platform/account-part.ts';
import { platformJobs } from '#platform/jobs.ts';
import { accountParts } from '../../areas.ts';
import {
  aBob,
  annsWords,
  type Busy,
  bobsWords,
  comeBack,
  day_ms,
  erase,
  leave,
  makeBusy,
  mediaFiles,
  nextNumber,
  outline,
  treesOf,
} from '../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { shareOf } from '../../testing/test-share.ts';
import { everyRow, fingerprintOfTables } from '../../testing/test-tables.ts';

/** What becomes of an account when the time to come back is over. */
let app: TestApp;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  bob = await aBob(app);
});

/** Somebody of whom a report was not decided would not begin anew at once. */
const settleCases = () => app.deps.db.execute(sql`UPDATE cases SET is_open = false`);

describe('erasing', () => {
  /** Nothing stored says anything of Ann any more. */
  async function expectErased({
    ann,
    name,
    mediaIds,
    avatarUrl,
    messageMediaId,
  }: Pick<Busy, 'ann' | 'name' | 'mediaIds'> & Partial<Busy>) {
    const email = ann.user!.email!;
    const shown = [...mediaIds, ...(messageMediaId ? [messageMediaId] : [])];
    for (const job of platformJobs) await job.run(app.deps);
    const rows = await everyRow(app.deps.db);
    const parts = [ann.id, name, email, ...shown];
    const isOld = (row: string) => row.startsWith('outbox ');
    expect(rows.filter((row) => !isOld(row) && parts.some((part) => row.includes(part)))).toEqual([]);
    // What was told lately has ids; nothing of it says who that was.
    expect(rows.filter((row) => isOld(row) && [name, email].some((part) => row.includes(part)))).toEqual([]);
    for (const mediaId of [...shown, ...(avatarUrl ? [avatarUrl.split('/').at(-1)!] : [])])
      expect(mediaFiles(app)).not.toContain(mediaId);
  }

  test('comes when the time is over, not before, with rows and media files (PRIVACY-004, PRIVACY-013)', async () => {
    const busy = await makeBusy(app, bob);
    await leave(busy.ann);
    app.clock.advance(restorable_ms - 1);
    await erase(app);
    for (const mediaId of busy.mediaIds) expect(mediaFiles(app)).toContain(mediaId);
    app.clock.advance(1);
    await erase(app);
    await expectErased(busy);
    expect(restorable_ms).toBeLessThanOrEqual(29 * day_ms);
  });

  test('keeps what others wrote, as a tree one can read', async () => {
    const busy = await makeBusy(app, bob);
    await leave(busy.ann);
    app.clock.advance(restorable_ms);
    await erase(app);
    await bob.signIn(bob.user!.name);
    const seen = (await bob.get(getPost, { params: { messageId: busy.bobsPostId } })).data;
    expect(seen).toMatchObject({ commentCount: 1, content: `${bobsWords} post` });
    const trees = await treesOf(bob, busy.bobsPostId);
    expect(outline(trees)).toEqual([['-', [`${bobsWords} answer`]]]);
    const parentId = trees[0]!.replies[0]!.id;
    await bob.get(addComment, { body: { messageId: busy.bobsPostId, parentId, content: 'still here' } });
    expect(outline(await treesOf(bob, busy.bobsPostId))).toEqual([
      ['-', [[`${bobsWords} answer`, ['still here']]]],
    ]);
    expect((await bob.fetch(seen.imageUrl!)).status).toBe(200);
  });

  test('frees the sign-in: the same person begins anew', async () => {
    const busy = await makeBusy(app, bob);
    await settleCases();
    await leave(busy.ann);
    app.clock.advance(restorable_ms);
    await erase(app);
    const again = await app.person(busy.name);
    expect(again.id).not.toBe(busy.ann.id);
    expect((await again.get(listPosts, { query: { view: 'mine' } })).data).toEqual([]);
    expect(again.user).toMatchObject({ email: busy.ann.user!.email });
  });

  test('may run again, twice at once, and with nothing to do', async () => {
    const busy = await makeBusy(app, bob);
    await leave(busy.ann);
    app.clock.advance(restorable_ms);
    await Promise.all([erase(app), erase(app)]);
    await expectErased(busy);
    const fingerprint = await fingerprintOfTables(app.deps.db);
    const before = await fingerprint();
    await erase(app);
    expect(await fingerprint()).toBe(before);
  });

  test('goes on where it was interrupted, in one part after the other', async () => {
    const busy = await makeBusy(app, bob);
    let other: Pick<Busy, 'ann' | 'name' | 'mediaIds'> = await makeBusy(app, bob);
    await settleCases();
    await leave(busy.ann);
    // Parts are asked last first: each run comes one further, and finds what the one before left half done.
    for (const interrupted of shareOf([...accountParts].reverse())) {
      await leave(other.ann);
      app.clock.advance(restorable_ms);
      // The job dies after half of one part's work, for the first of the two people.
      const dying = accountParts.map(
        (each): AccountPart =>
          each === interrupted
            ? {
                ...each,
                async erase(deps, userId) {
                  if (userId !== busy.ann.id) return each.erase(deps, userId);
                  await each.erase({ ...deps, files: failingAfter(1) }, userId).catch(() => {});
                  throw new Error('The process was killed');
                },
              }
            : each,
      );
      await erase(app, dying);
      // It did not hold up the other one, and there is no way back any more.
      await expectErased(other);
      const again = await comeBack(app, busy.name);
      const session = await again.get(getSession);
      expect(session.left).toBeNull();
      expect(session.data?.id).not.toBe(busy.ann.id);
      expect((await again.get(listPosts, { query: { userId: busy.ann.id } })).data).toEqual([]);
      await again.get(removeAccount, { params: { userId: session.data!.id }, body: {} });
      other = await somebodyWithPictures();
    }
    await erase(app);
    const rows = await everyRow(app.deps.db);
    expect(rows.filter((row) => !row.startsWith('outbox ') && row.includes(busy.ann.id))).toEqual([]);
    for (const mediaId of busy.mediaIds) expect(mediaFiles(app)).not.toContain(mediaId);
  });

  async function somebodyWithPictures() {
    const name = `Other ${annsWords} ${nextNumber()}`;
    const ann = await app.person(name);
    const { media } = await ann.post({ imageUrls: [await picture(), await picture(16)] });
    return { ann, name, mediaIds: media.map(({ id }) => id) };
  }

  /** A storage whose disk fails after some files were removed. */
  function failingAfter(count: number) {
    let removed = 0;
    return {
      ...app.deps.files,
      async remove(key: string) {
        if (removed++ >= count) throw new Error('EIO');
        await app.deps.files.remove(key);
      },
    };
  }
});
