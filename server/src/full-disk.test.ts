import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { listPosts } from '@dazi/contract/discovery';
import { createPost, type Post } from '@dazi/contract/posts';
import { getHealth } from '@dazi/contract/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { haight, TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { canHaveSmallDisk, TestInstallation } from './testing/test-process.ts';

/** The embedded database and the pictures share the disk; a database server's own disk is not ours to fill. */
const disk_MiB = 160;
const mostAttempts = 600;

/** Writes until nothing more fits, down to the last byte. */
function fill(path: string) {
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      const block = Buffer.alloc(size);
      try {
        for (;;) if (writeSync(file, block) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

// PostgreSQL has its own run, in which the embedded database is not asked.
const ofEmbedded = process.env.TEST_DATABASE_URL ? () => {} : describe;

ofEmbedded('a disk without room', () => {
  let installation: TestInstallation;
  beforeAll(() => {
    installation = new TestInstallation();
  });
  afterAll(() => installation.remove());

  test.skipIf(!canHaveSmallDisk())(
    'refuses what cannot be kept with 503, goes on reading, and recovers without a restart',
    async () => {
      const DATA_DIR = installation.newDataDir();
      const server = await (await installation.launch({ DATA_DIR }, disk_MiB)).ready();
      const ann = await new TestPerson(server.url).signIn('Ann');
      await ann.saveProfile({ displayName: 'Ann', gender: 'F' });
      const drawn = await picture(600);
      const acknowledged: Post[] = [await ann.post({ content: 'Before', location: haight })];

      const filler = server.pathInside(join(DATA_DIR, 'filler'));
      fill(filler);
      const statuses = new Map<number, number>();
      for (let number = 0; number < mostAttempts && (statuses.get(503) ?? 0) < 20; number++) {
        const imageUrls = number % 2 === 0 ? [drawn] : [];
        const content = `During ${number} ${'x'.repeat(200)}`;
        const answer = await ann.call(createPost, { body: { content, location: haight, imageUrls } });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.success) acknowledged.push(answer.data as Post);
        else expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
        if (!answer.success) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(statuses.get(503), JSON.stringify([...statuses])).toBe(20);
      expect((await ann.call(listPosts, {})).status).toBe(200);
      expect((await ann.call(getHealth, {})).status).toBe(200);

      rmSync(filler);
      await expect
        .poll(
          async () => {
            const answer = await ann.call(createPost, {
              body: { content: 'After', location: haight, imageUrls: [drawn] },
            });
            if (answer.success) acknowledged.push(answer.data as Post);
            return answer.status;
          },
          { timeout: 30_000 },
        )
        .toBe(200);
      for (const { id, media } of acknowledged) {
        for (const path of [`/api/messages/${id}`, ...media.map(({ url }) => url)]) {
          const answer = await ann.fetch(path);
          expect((await answer.arrayBuffer()).byteLength, path).toBeGreaterThan(0);
          expect(answer.status, path).toBe(200);
        }
      }
      expect(await server.kill('SIGTERM'), server.said).toBe(0);
    },
    120_000,
  );
});
