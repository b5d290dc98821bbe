import { joinRoom, type Room } from '@dazi/contract/chat/rooms';
import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import { addComment } from '@dazi/contract/posts/comments';
import { addReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { decisionMade } from '#features/moderation/moderation.builder.ts';
import { send, walletMoved, walletOf } from '#features/wallet/wallet.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { publishNotice } from '#platform/notices.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { farAway, type TestPerson } from '../../testing/test-person.ts';
import { allNotified, notificationsOf } from './notifications.builder.ts';

let app: TestApp;
let strangers: TestPerson[];
let friends: TestPerson[];
/** Who wrote the posts on which others comment. */
let host: TestPerson;
let round = 0;

beforeAll(async () => {
  app = await startTestApp();
  const people = (name: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => app.person(`${name} ${index}`)));
  [strangers, friends] = [await people('Stranger', 20), await people('Friend', 5)];
  host = await app.person('Host');
});
afterAll(() => app.close());

/** Somebody whom things happen to: posts, comments on posts of others, and a room. */
interface Scene {
  person: TestPerson;
  posts: string[];
  comments: { postId: string; commentId: string }[];
  room: Room;
}

async function sceneOf(name: string, things: number): Promise<Scene> {
  const person = await app.person(`${name} ${round++}`);
  const [posts, comments] = [[] as string[], [] as Scene['comments']];
  for (let number = 0; number < things; number++) {
    posts.push((await person.post()).id);
    const { id } = await host.post();
    const said = await person.get(addComment, { body: { messageId: id, content: 'Mine' } });
    comments.push({ postId: id, commentId: said.data.id });
  }
  for (const friend of friends) await aPrivateConversation(friend, person);
  // With the first transfer it would be opened, and tell of it.
  await walletOf(person);
  await allNotified(app.deps);
  await app.deps.db.execute(sql`DELETE FROM notifications WHERE user_id = ${person.id}`);
  return { person, posts, comments, room: await aRoom(person) };
}

const acts = ['comment', 'answer', 'react', 'send'] as const;
type Act = (typeof acts)[number];

async function act(by: TestPerson, what: Act, at: number, { person, posts, comments }: Scene) {
  const content = 'Look at me';
  if (what === 'comment') await by.get(addComment, { body: { messageId: posts[at]!, content } });
  if (what === 'react')
    await by.call(addReaction, { body: { messageId: posts[at]!, reactionType: 'HEART' } });
  if (what === 'send') await send(by, person, 1);
  if (what === 'answer') {
    const { postId, commentId } = comments[at]!;
    await by.get(addComment, { body: { messageId: postId, parentId: commentId, content } });
  }
}

interface Row {
  gathered: string;
  code: string;
  personId: string | null;
  at: number;
}

/** What is kept for somebody, the latest last; `at` is which of their things it is about. */
async function rowsFor({ person, posts, comments }: Scene): Promise<Row[]> {
  const rows = await rowsOf<Row & { postId: string | null }>(
    app.deps.db,
    sql`SELECT gathered, code, person_id AS "personId", post_id AS "postId" FROM notifications
      WHERE user_id = ${person.id} ORDER BY event_id`,
  );
  return rows.map(({ postId, gathered, code, personId }) => ({
    ...{ gathered, code, personId },
    at: Math.max(
      posts.indexOf(postId ?? ''),
      comments.findIndex((comment) => comment.postId === postId),
    ),
  }));
}

const spared = ['decision_made', 'join_requested', 'became_owner'];
const isFriend = ({ personId }: Row) => friends.some(({ id }) => id === personId);

/** How many notifications there are, how many are of strangers, and how many of whoever has most of them. */
function heldBy(rows: readonly Row[]) {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (!spared.includes(row.code)) groups.set(row.gathered, [...(groups.get(row.gathered) ?? []), row]);
  }
  const holders = [...groups.values()].map((group) => (group.findLast(isFriend) ?? group.at(-1)!).personId);
  const most = [...strangers, ...friends].map(({ id }) => holders.filter((holder) => holder === id).length);
  const ofStrangers = holders.filter((holder) => strangers.some(({ id }) => id === holder));
  return { all: holders.length, strangers: ofStrangers.length, most: Math.max(...most) };
}

const label = ({ code, personId, at }: Row) => `${code} ${personId} ${at}`;

const deposit = (person: TestPerson) =>
  app.deps.transact(async (inner) =>
    publishNotice(inner, walletMoved, {
      ...{ what: 'deposit', userId: person.id, amountMinor: 1, currency: 'DAZI' },
      ...{ personId: null, conversationId: null },
    }),
  );

describe('nobody takes the place of the others', () => {
  test('not one account, which holds ten at most', async () => {
    const scene = await sceneOf('Aiko', 40);
    for (let number = 0; number < 30; number++) await deposit(scene.person);
    for (const [at, friend] of friends.entries()) await act(friend, 'comment', at, scene);
    for (let at = 0; at < 40; at++) await act(strangers[0]!, 'answer', at, scene);
    await allNotified(app.deps);
    const rows = await rowsFor(scene);
    expect(heldBy(rows)).toMatchObject({ strangers: notificationLimits.keptOfPerson });
    expect(rows.filter(({ code }) => code === 'deposit')).toHaveLength(30);
    expect(rows.filter(isFriend)).toHaveLength(5);
    // The latest of them.
    const answered = rows.filter(({ code }) => code === 'comment_answered');
    expect(answered.map(({ at }) => at)).toEqual(Array.from({ length: 10 }, (_, index) => 30 + index));
  });

  test('nor ten of them, which hold 25 together, and none once others need the room', async () => {
    const scene = await sceneOf('Aiko', 40);
    for (let at = 0; at < 40; at++) await act(strangers[at % 10]!, 'answer', at, scene);
    await allNotified(app.deps);
    expect(heldBy(await rowsFor(scene))).toEqual({ all: 25, strangers: 25, most: 3 });
    for (let number = 0; number < 50; number++) await deposit(scene.person);
    await allNotified(app.deps);
    expect(heldBy(await rowsFor(scene))).toMatchObject({ all: 50, strangers: 0 });
    await act(strangers[11]!, 'answer', 0, scene);
    await allNotified(app.deps);
    expect((await rowsFor(scene)).every(({ code }) => code === 'deposit')).toBe(true);
  });

  test('comments and reactions of one person are one from the fourth post on', async () => {
    const scene = await sceneOf('Aiko', 8);
    for (let at = 0; at < 8; at++) {
      await act(strangers[0]!, 'comment', at, scene);
      await act(strangers[0]!, 'react', at, scene);
    }
    await act(strangers[0]!, 'comment', 1, scene);
    await act(strangers[1]!, 'comment', 1, scene);
    await allNotified(app.deps);
    const { list } = await notificationsOf(scene.person);
    const [, second] = scene.posts;
    expect(list.map(({ id, params }) => [id, params.count])).toEqual([
      [`comments-${second}`, 3],
      [`of-${strangers[0]!.id}`, 10],
      ...[2, 1, 0].flatMap((at) => [
        [`reactions-${scene.posts[at]}`, 1],
        ...(at === 1 ? [] : [[`comments-${scene.posts[at]}`, 1]]),
      ]),
    ]);
  });
});

test('any sequence: of friends the same is kept as without strangers, and what must not go is there', async () => {
  const things = 30;
  const event = fc.record({
    who: fc.nat(24),
    what: fc.constantFrom(...acts, ...acts, 'ask' as const, 'decide' as const, 'make' as const),
    at: fc.nat(things - 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 300, maxLength: 500, size: 'max' }), async (events) => {
      const [crowded, quiet] = [await sceneOf('Aiko', things), await sceneOf('Ben', things)];
      let decisions = 0;
      const asked = new Set<string>();
      for (const { who, what, at } of events) {
        const by = who < 20 ? strangers[who]! : friends[who - 20]!;
        if (what === 'make') await allNotified(app.deps);
        else if (what === 'decide') {
          const decisionId = `decision-${decisions++}`;
          await app.deps.transact(async (inner) =>
            publishNotice(inner, decisionMade, { userId: crowded.person.id, decisionId }),
          );
        } else if (what === 'ask') {
          const answer = await by.call(joinRoom, { params: { roomId: crowded.room.id }, body: farAway });
          if (answer.success && who < 20) asked.add(by.id);
        } else {
          await act(by, what, at, crowded);
          if (who >= 20) await act(by, what, at, quiet);
        }
      }
      await allNotified(app.deps);
      const rows = await rowsFor(crowded);
      const held = heldBy(rows);
      expect(held.all).toBeLessThanOrEqual(notificationLimits.kept);
      expect(held.strangers).toBeLessThanOrEqual(notificationLimits.keptOfStrangers);
      expect(held.most).toBeLessThanOrEqual(notificationLimits.keptOfPerson);
      expect(rows.filter(({ code }) => code === 'decision_made')).toHaveLength(decisions);
      const requests = rows.filter((row) => row.code === 'join_requested' && !isFriend(row));
      expect(requests.map(({ personId }) => personId).sort()).toEqual([...asked].sort());
      const ofFriends = rows.filter((row) => isFriend(row) && row.code !== 'join_requested');
      expect(ofFriends.map(label)).toEqual((await rowsFor(quiet)).map(label));
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 240_000);
