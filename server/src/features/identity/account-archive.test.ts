import { exportAccount } from '@dazi/contract/identity/identity';
import { expectedBytesHeader } from '@dazi/contract/identity/identity.rules';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountPart } from '#platform/account-part.ts';
import { actorFor } from '#platform/http/viewer.ts';
import { accountParts } from '../../areas.ts';
import { aBob, annsWords, archiveOf, bobsWords, makeBusy, nextNumber } from '../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { uploaded } from '../../testing/test-uploads.ts';
import { Archives } from './archive.service.ts';
import { sectionTitles } from './archive-page.data.ts';

/** Taking the own data along. */
let app: TestApp;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  bob = await aBob(app);
});

describe('taking the own data along', () => {
  test('gives everything of the person, readable, and nothing of others', async () => {
    const busy = await makeBusy(app, bob);
    const { ann, postId, mediaIds, avatarUrl, bobsPostId, annsRoom, bobsRoom, messageMediaId } = busy;
    const { friend, privateId } = busy;
    const { answer, files } = await archiveOf(ann);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('dazi-data.zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Number(answer.headers.get(expectedBytesHeader))).toBeGreaterThan(1000);
    const json = (name: string) =>
      JSON.parse(files.get(`${name}.json`)!.toString()) as Record<string, unknown>[];

    expect(files.get('README.txt')!.toString()).toContain('Everything Dazi has stored about you');
    expect(json('account')).toMatchObject([{ id: ann.id, email: ann.user!.email }]);
    expect(json('profile')).toMatchObject([{ bio: `${annsWords} bio`, interests: ['hiking'] }]);
    expect(json('posts')).toMatchObject([{ id: postId, content: `${annsWords} post`, mediaIds }]);
    expect(
      json('comments')
        .map(({ content }) => content)
        .sort(),
    ).toEqual(['alone', 'leaf', 'root'].map((word) => `${annsWords} ${word}`));
    expect(json('reactions')).toMatchObject([{ postId: bobsPostId, type: 'HEART' }]);
    expect(json('bookmarks')).toMatchObject([{ postId: bobsPostId }]);
    expect(json('blocks')).toHaveLength(1);
    expect(json('reports')).toMatchObject([{ targetId: bobsPostId, details: `${annsWords} words` }]);
    expect(json('rooms')).toMatchObject([{ id: annsRoom.id, creatorId: ann.id }]);
    const roles = new Map(json('conversations').map((row) => [row.conversationId, row.role]));
    expect(roles).toEqual(
      new Map([
        [annsRoom.conversationId, 'OWNER'],
        [bobsRoom.conversationId, 'MEMBER'],
        [privateId, 'MEMBER'],
      ]),
    );
    expect(json('privateConversations')).toEqual([
      { conversationId: privateId, withUserId: friend.id, requestedAt: expect.any(String) },
    ]);
    expect(json('openStreams')).toMatchObject([{ userId: ann.id }]);
    const said = json('messages').filter(({ type }) => type === 'TEXT');
    expect(said.map(({ content }) => content).sort()).toEqual([
      `${annsWords} in her room`,
      `${annsWords} in his room, @Bob`,
      `${annsWords} to a friend`,
    ]);
    expect(json('messages').filter(({ type }) => type === 'IMAGE')).toMatchObject([
      { mediaId: messageMediaId },
    ]);
    expect(json('mentions')).toMatchObject([{ conversationId: bobsRoom.conversationId }]);
    expect(json('messageReactions')).toMatchObject([{ reactionType: 'HEART' }]);
    expect(json('joinRequests')).toMatchObject([{ message: `${annsWords} may I`, status: 'DENIED' }]);
    expect(json('roomBans')).toHaveLength(1);
    expect(json('leaderVotes')).toMatchObject([{ conversationId: bobsRoom.conversationId, voterId: ann.id }]);
    expect(json('sessions').every((session) => !('id' in session))).toBe(true);
    const pictures = [...files].filter(([name]) => name.startsWith('media/'));
    expect(pictures.map(([name]) => name.replace(/^media\/|\.png$/g, '')).sort()).toEqual(
      [...mediaIds, messageMediaId, avatarUrl.split('/').at(-1)!].sort(),
    );
    for (const [, bytes] of pictures) expect((await sharp(bytes).metadata()).format).toBe('png');

    const page = files.get('index.html')!.toString();
    expect(page).toContain(`<h2>Posts · 投稿 · 帖子</h2>`);
    expect(page).toContain(`${annsWords} post`);
    expect(page).toContain(`<img src="media/${mediaIds[0]}.png"`);
    expect(page).toContain(`<b><bdi>${friend.user!.name}</bdi></b> <code>${friend.id}</code>`);
    expect(page).toContain(`<b><bdi>${annsRoom.name}</bdi></b> <code>${annsRoom.conversationId}</code>`);
    expect(page).toMatch(/<dt>Amount<\/dt><dd dir="auto">\d+\.\d\d Dazi<\/dd>/);
    for (const [name] of files)
      if (name.endsWith('.json')) expect(page).toContain(`id="${name.slice(0, -5)}"`);

    const everything = [...files]
      .filter(([name]) => !name.startsWith('media/'))
      // The page has names of others beside their ids, and nothing else of them.
      .map(([, bytes]) => bytes.toString().replace(/<b><bdi>[^<]*<\/bdi><\/b> <code>/g, '<code>'));
    expect(everything.join('\n')).not.toContain(bobsWords);
    expect(everything.join('\n')).not.toContain('Troll');
  });

  test('names each of its parts in all languages of the product', () => {
    const names = accountParts.flatMap(({ sections }) => Object.keys(sections));
    const titles = names.map((name) => [name, sectionTitles[name]?.split(' · ').length]);
    expect(titles.filter(([, languages]) => languages !== 3)).toEqual([]);
  });

  test('of somebody who has nothing is whole too', async () => {
    const person = await app.person(`Newcomer ${nextNumber()}`, { profile: false });
    const { files } = await archiveOf(person);
    expect(JSON.parse(files.get('posts.json')!.toString())).toEqual([]);
    expect(JSON.parse(files.get('profile.json')!.toString())).toEqual([]);
  });

  test('is for the person alone, and one at a time', async () => {
    const { ann } = await makeBusy(app, bob);
    const refused = await bob.fetch(`${exportAccount.path}?userId=${ann.id}`);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'NOT_YOURSELF' }]);
    expect((await app.visitor().fetch(exportAccount.path)).status).toBe(401);
    expect((await ann.fetch(`${exportAccount.path}?userId=${ann.id}`)).status).toBe(200);

    // A reader who does not read holds up only themselves, and leaving frees the place.
    const big = await app.person(`Hoarder ${nextNumber()}`);
    const noise = await sharp({
      create: {
        width: 1500,
        height: 1500,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    for (let count = 0; count < 3; count++)
      await big.post({ imageUrls: [await uploaded(big, { file: noise })] });
    const stop = new AbortController();
    const slow = await big.fetch(exportAccount.path, { signal: stop.signal });
    expect(slow.status).toBe(200);
    const second = await big.fetch(exportAccount.path);
    expect([second.status, await second.json()]).toMatchObject([429, { code: 'EXPORT_RUNNING' }]);
    expect(second.headers.get('retry-after')).toBe('10');
    stop.abort();
    await expect.poll(async () => (await big.fetch(exportAccount.path)).status).toBe(200);
  });

  test('breaks off when something fails on the way, so that half never passes for whole', async () => {
    const { ann } = await makeBusy(app, bob);
    const { deps } = app;
    const failing: AccountPart = {
      tables: {},
      sections: {
        async *broken() {
          yield { fine: true };
          throw new Error('The database is gone');
        },
      },
      erase: async () => {},
    };
    const archives = new Archives(deps, [...accountParts, failing]);
    const actor = actorFor({ id: ann.id, name: '', avatarUrl: null, createdAt: new Date(0) });
    const { stream } = await archives.of(actor);
    await expect(stream.toArray()).rejects.toThrow('The database is gone');
    // And the place is free again.
    const again = await archives.of(actor);
    again.stream.destroy();
  });
});

test('archives are asked for three times a minute at most', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
  const person = await strict.person('Eager');
  for (let count = 0; count < 3; count++) {
    const answer = await person.fetch(exportAccount.path);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
  }
  const answer = await person.fetch(exportAccount.path);
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await strict.close();
});
