import { countUnread } from '@dazi/contract/chat/conversation-views';
import { getMotion, listMotions, listResolutions, type Motion } from '@dazi/contract/governance/governance';
import { exportAccount } from '@dazi/contract/identity/identity';
import { appeal, decide, decideAppeal } from '@dazi/contract/moderation/decisions';
import type { ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import { listNotifications } from '@dazi/contract/notifications/notifications';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { type Post, removePost } from '@dazi/contract/posts/posts';
import { listTransactions } from '@dazi/contract/wallet/wallet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aBoard, aMotion, ballot, verifyGovernance } from '#features/governance/governance.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { send, verifyLedger, walletOf } from '#features/wallet/wallet.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { aCase, reasonGiven } from './moderation.builder.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
/** Administrators: one decides, the other looks at the appeal. */
let judge: TestPerson;
let rosa: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,rosa@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  round++;
  [ann, bob, judge, rosa] = await Promise.all([
    app.person(`Ann ${round}`),
    app.person(`Bob ${round}`),
    app.person('Judge'),
    app.person('Rosa'),
  ]);
});

/** Reported and taken away; answers the decision. */
async function taken(targetType: ReportTargetType, targetId: string, reporter = bob): Promise<string> {
  const { version } = await aCase(reporter, judge, targetType, targetId);
  const target = { targetType, targetId };
  return (await judge.get(decide, { body: { target, version, action: 'remove', ...reasonGiven } })).data.id;
}

async function lifted(decisionId: string, person = ann): Promise<void> {
  await person.get(appeal, { params: { decisionId }, body: { text: 'It was a quote' } });
  const body = { outcome: 'lifted' as const, reason: 'So it was' };
  await rosa.get(decideAppeal, { params: { decisionId }, body });
}

describe('a post that moderators removed', () => {
  const posted = async (...posts: Parameters<TestPerson['post']>[0][]) => {
    const made: Post[] = [];
    for (const post of posts) {
      app.clock.advance(1000);
      made.push(await ann.post(post));
    }
    return made as [Post, Post, Post];
  };

  test('stands in its place in the own list, says by which rule, and shows nothing', async () => {
    const [first, post, last] = await posted(
      { content: 'Before' },
      { content: 'Rude', imageUrls: [await picture()] },
      { content: 'After' },
    );
    const decisionId = await taken('post', post.id);
    const listOf = async (viewer: TestPerson, query: object) =>
      (await viewer.get(listPosts, { query })).data.map(({ content, removed }) => ({ content, removed }));
    const own = await ann.get(listPosts, { query: { userId: ann.id } });
    expect(own.data.map(({ id }) => id)).toEqual([last.id, post.id, first.id]);
    expect(own.data[1]).toMatchObject({
      ...{ removed: { rule: 1, decisionId }, content: '', media: [], imageUrl: null, imageUrls: [] },
      can: { remove: false, edit: false },
    });
    expect(own.data[0]!.removed).toBeNull();
    for (const viewer of [bob, judge]) {
      expect(await listOf(viewer, { userId: ann.id })).toMatchObject([
        { content: 'After', removed: null },
        { content: 'Before', removed: null },
      ]);
    }
    // On the map and by its address it is gone for them, too.
    expect(await listOf(ann, { view: 'mine', ids: post.id })).toEqual([]);
    expect(await listOf(ann, { view: 'mine' })).toHaveLength(2);
    for (const endpoint of [getPost, removePost] as const) {
      expect(await ann.call(endpoint, { params: { messageId: post.id }, body: {} } as never)).toMatchObject({
        status: 404,
      });
    }
    await lifted(decisionId);
    expect(await listOf(ann, { userId: ann.id })).toMatchObject([
      { content: 'After' },
      { content: 'Rude', removed: null },
      { content: 'Before' },
    ]);
  });

  test('is on one of the pages, and not what its author removed', async () => {
    const posts = await posted({}, {}, {});
    await ann.get(removePost, { params: { messageId: posts[0]!.id }, body: {} });
    await taken('post', posts[1]!.id);
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await ann.get(listPosts, {
        query: { userId: ann.id, limit: 1, ...(cursor && { cursor }) },
      });
      found.push(...page.data.map(({ id }) => id));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(found).toEqual([posts[2]!.id, posts[1]!.id]);
  });
});

describe('a memo that moderators removed', () => {
  test('is gone for everybody, the ledger stays as it was, and lifted it is back', async () => {
    await joined(await aRoom(ann), bob);
    const sent = await send(ann, bob, 1_00, { memo: 'You fool', key: 'the-same-transfer' });
    if (!sent.success) throw new Error(sent.code);
    const memos = async (person: TestPerson) =>
      (await person.get(listTransactions, { params: { walletId: (await walletOf(person)).id } })).data
        .filter(({ id }) => id === sent.data.transaction.id)
        .map(({ memo, amountMinor }) => [memo, amountMinor]);
    const told = async () => {
      await allNotified(app.deps);
      return JSON.stringify((await bob.get(listNotifications)).data);
    };
    expect(await told()).toContain('You fool');
    // What others wrote is not in an archive, removed or not.
    expect(await archive(bob)).not.toContain('You fool');
    const stream = await TestStream.open(bob);
    const decisionId = await taken('transfer', sent.data.transaction.id);
    await stream.until(({ type }) => type === 'wallet_changed');
    stream.close();
    for (const person of [ann, bob]) expect(await memos(person)).toEqual([[null, 1_00]]);
    expect(await told()).not.toContain('You fool');
    expect(await archive(bob)).not.toContain('You fool');
    expect(await archive(ann)).toContain('You fool');
    expect(await verifyLedger(app.deps)).toMatchObject({ problem: null });
    // Sent again under its key it is found, not refused.
    expect(await send(ann, bob, 1_00, { memo: 'You fool', key: 'the-same-transfer' })).toMatchObject({
      status: 200,
      data: { transaction: { id: sent.data.transaction.id, memo: null } },
    });
    await lifted(decisionId);
    for (const person of [ann, bob]) expect(await memos(person)).toEqual([['You fool', 1_00]]);
    expect(await verifyLedger(app.deps)).toMatchObject({ problem: null });
  });

  async function archive(person: TestPerson): Promise<string> {
    const answer = await person.fetch(exportAccount.path);
    const files = await filesOfArchive(Buffer.from(await answer.arrayBuffer()));
    return files.get('transfers.json')!.toString();
  }
});

describe('a motion that moderators removed', () => {
  let board: TestPerson[];
  let motion: Motion;
  beforeAll(async () => {
    board = await aBoard(app);
  });
  beforeEach(async () => {
    motion = await aMotion(board[0]!, `Away with ${round}`);
  });
  afterEach(async () => {
    expect(await verifyGovernance(app.deps)).toMatchObject({ problem: null });
  });
  const listed = async () => (await bob.get(listMotions, {})).data.map(({ id }) => id);
  const look = async () => (await bob.get(getMotion, { params: { motionId: motion.id } })).data;
  const waiting = async (person: TestPerson) => (await person.get(countUnread, {})).data.motions;

  test('leaves the lists, takes no ballots, and its links still verify', async () => {
    for (const member of board.slice(0, 11)) await ballot(member, motion);
    const last = board[11]!;
    expect(await waiting(last)).toBe(1);
    const decisionId = await taken('motion', motion.id);
    expect(await listed()).not.toContain(motion.id);
    expect(await look()).toMatchObject({ title: '', content: '', removed: { rule: 1 }, status: 'PENDING' });
    expect((await look()).votes).toHaveLength(11);
    expect(await waiting(last)).toBe(0);
    expect((await last.get(getMotion, { params: { motionId: motion.id } })).data.can.vote).toBe(false);
    expect(await ballot(last, motion)).toMatchObject({ status: 404, code: 'MOTION_NOT_FOUND' });
    expect(await verifyGovernance(app.deps)).toMatchObject({ problem: null });
    await lifted(decisionId, board[0]!);
    expect(await listed()).toContain(motion.id);
    expect(await look()).toMatchObject({ title: motion.title, content: motion.content, removed: null });
    expect(await ballot(last, motion)).toMatchObject({ status: 200, data: { status: 'PASSED' } });
  });

  test('says nothing among the resolutions either, which keep their numbers', async () => {
    for (const member of board) await ballot(member, motion);
    const { total, data: before } = await bob.get(listResolutions, {});
    expect(before[0]).toMatchObject({ title: motion.title, removed: null });
    await taken('motion', motion.id);
    const after = await bob.get(listResolutions, {});
    expect(after.total).toBe(total);
    expect(after.data[0]).toMatchObject({
      ...{ number: before[0]!.number, title: '', content: '', removed: { rule: 1 } },
    });
  });
});
