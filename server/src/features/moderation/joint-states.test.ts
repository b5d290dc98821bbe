import { getMotion } from '@dazi/contract/governance/governance';
import { getSession, removeAccount } from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { appeal, decide, decideAppeal, liftMeasure, readDecision } from '@dazi/contract/moderation/decisions';
import { getModeratedPerson, listModerationLog } from '@dazi/contract/moderation/moderated-people';
import { report, takeCase } from '@dazi/contract/moderation/moderation';
import { readNotifications } from '@dazi/contract/notifications/notifications';
import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { getPost } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, castVote, elect } from '#features/governance/governance.builder.ts';
import { appointModerator } from '#features/identity/identity.service.ts';
import { sweepSealed } from '#features/media/media.service.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { aPlan, ready } from '#features/plans/plans.builder.ts';
import { cleanUpPosts } from '#features/posts/posts/posts.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { reportTargets } from '#src/areas.ts';
import { eraseLeft } from '../../testing/fates.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { sweepCases, tellOverdue } from './cases.service.ts';
import { aCase, aWarning, caseOf, reasonGiven } from './moderation.builder.ts';

let app: TestApp;
let round = 0;
let ann: TestPerson;
let bob: TestPerson;
/** The only administrator, and two moderators. */
let judge: TestPerson;
let nadia: TestPerson;
let walt: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
  await everybody();
  await app.deps.transact(async (inner) => {
    for (const { id } of [nadia, walt]) await appointModerator(inner, id, judge.id);
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  round++;
  await everybody();
});

/** Sessions last a day: whoever waits longer signs in again. */
async function everybody() {
  judge = await app.person('Judge');
  nadia = await app.person('Nadia');
  walt = await app.person('Walt');
  ann = await app.person(`Ann ${round}`);
  bob = await app.person(`Bob ${round}`);
}

test('a motion is taken away by administrators alone, also together with what else its author made', async () => {
  await elect([ann, walt]);
  const motion = await aMotion(ann);
  await castVote(walt, ann, 'remove');
  const post = await ann.post();
  await aCase(bob, judge, 'motion', motion.id);
  await aCase(bob, judge, 'post', post.id);
  const target = { targetType: 'post' as const, targetId: post.id };
  const together = [{ targetType: 'motion' as const, targetId: motion.id }];
  for (const rest of [{ action: 'remove' as const }, { action: 'warn' as const, remove: true }]) {
    const body = { target, together, ...rest, ...reasonGiven };
    expect(await nadia.call(decide, { body })).toMatchObject({ status: 403, code: 'ADMINISTRATORS_ONLY' });
  }
  const params = { motionId: motion.id };
  expect((await bob.get(getMotion, { params })).data).toMatchObject({ title: motion.title, removed: null });
  const body = { target, together, action: 'remove' as const, ...reasonGiven };
  expect(await judge.call(decide, { body })).toMatchObject({ status: 200 });
  expect((await bob.get(getMotion, { params })).data).toMatchObject({ title: '', removed: { rule: 1 } });
});

/** How urgent the only administrator was told that something is, since they last looked. */
async function told() {
  await allNotified(app.deps);
  const { list } = await notificationsOf(judge);
  const waiting = list.filter(({ code, read }) => code === 'moderation_waiting' && !read);
  await judge.get(readNotifications, { body: {} });
  return waiting.map(({ params }) => params.urgency);
}

describe('what only administrators decide', () => {
  test('the only one decides though involved, whoever else moderates', async () => {
    await elect([bob, walt]);
    const post = await bob.post();
    await block(app.deps, bob, judge);
    const { can } = await aCase(ann, judge, 'post', post.id);
    expect(can).toContain('remove');
    expect(await caseOf(nadia, post.id)).toMatchObject({ can: ['dismiss'], isInvolved: false });
    const target = { targetType: 'post' as const, targetId: post.id };
    expect(await judge.call(takeCase, { body: { ...target, take: true } })).toMatchObject({ status: 200 });
    const body = { target, action: 'remove' as const, ...reasonGiven };
    expect(await judge.call(decide, { body })).toMatchObject({ status: 200 });
    const params = { personId: bob.id };
    expect((await judge.get(getModeratedPerson, { params })).data.can).toContain('warn');
    const about = { personId: bob.id, action: 'warn' as const, ...reasonGiven };
    expect(await judge.call(decide, { body: about })).toMatchObject({ status: 200 });
    // What a moderator may decide as well is theirs.
    await block(app.deps, ann, judge);
    expect(await judge.call(decide, { body: { ...about, personId: ann.id } })).toMatchObject({
      status: 403,
      code: 'INVOLVED',
    });
  });

  test('the only one ends though involved, and is told of what waits for them alone', async () => {
    await told();
    await block(app.deps, ann, judge);
    await aCase(bob, nadia, 'post', (await ann.post()).id);
    expect(await told()).toEqual([]);
    await elect([ann, walt]);
    await aCase(bob, nadia, 'person', ann.id);
    expect(await told()).toEqual(['week']);
    app.clock.advance(8 * 24 * 60 * 60 * 1000);
    await everybody();
    await tellOverdue(app.deps, reportTargets);
    expect(await told()).toEqual(['overdue']);

    await judge.get(decide, { body: { personId: bob.id, action: 'close', ...reasonGiven } });
    await block(app.deps, judge, bob);
    const input = { params: { personId: bob.id }, body: { reason: 'A mistake' } };
    expect(await nadia.call(liftMeasure, input)).toMatchObject({ code: 'ADMINISTRATORS_ONLY' });
    expect(await judge.call(liftMeasure, input)).toMatchObject({ status: 200, data: { kind: 'good' } });
  });
});

test('a decision hits whom it was judged about, though the room was passed on meanwhile', async () => {
  const room = await aRoom(ann, { name: 'Cheap pills' });
  await joined(room, bob);
  const { version, person } = await aCase(walt, nadia, 'room', room.id);
  expect(person).toMatchObject({ id: ann.id });
  await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
  const target = { targetType: 'room' as const, targetId: room.id };
  const body = { target, version, personId: ann.id, action: 'warn' as const, ...reasonGiven };
  expect(await nadia.call(decide, { body })).toMatchObject({ status: 409, code: 'CASE_CHANGED' });
  expect(await nadia.call(decide, { body: { ...body, personId: bob.id } })).toMatchObject({ status: 200 });
});

describe('a face that was changed between the report and the decision', () => {
  const hidden = async (part: 'name' | 'bio' | 'picture', change: () => Promise<unknown>) => {
    await bob.get(report, {
      body: { targetType: 'person', targetId: ann.id, part, reason: 'hate' },
    });
    await change();
    const target = { targetType: 'person' as const, targetId: ann.id };
    const body = { target, action: `hide_${part}` as const, ...reasonGiven };
    await judge.get(decide, { body });
  };
  const save = (body: object) => ann.call(saveProfile, { params: { userId: ann.id }, body });
  const refused = { status: 403, code: 'FACE_REFUSED' };

  test('is not taken again as it was reported', async () => {
    await ann.saveProfile({ displayName: 'An insult', bio: 'Sells pills\nand more' });
    await hidden('name', () => ann.saveProfile({ displayName: 'Kind' }));
    expect(await save({ displayName: 'an Insult' })).toMatchObject(refused);
    await hidden('bio', () => ann.saveProfile({ bio: 'Reads' }));
    expect(await save({ bio: 'Sells pills\nand more' })).toMatchObject(refused);
    const [shown, other] = [await picture(), await picture(9)];
    await ann.get(saveAvatar, { body: { avatarUrl: shown } });
    await hidden('picture', () => ann.get(saveAvatar, { body: { avatarUrl: other } }));
    expect(await ann.call(saveAvatar, { body: { avatarUrl: shown } })).toMatchObject(refused);
    expect(await save({ displayName: 'Sells pills', bio: 'An insult' })).toMatchObject({ status: 200 });
  });

  test('is not taken again though nothing is left to hide', async () => {
    await ann.saveProfile({ bio: 'Sells pills' });
    await hidden('bio', () => ann.saveProfile({ bio: '' }));
    expect(await save({ bio: 'Sells pills' })).toMatchObject(refused);
    const shown = await picture();
    await ann.get(saveAvatar, { body: { avatarUrl: shown } });
    await hidden('picture', () => ann.get(saveAvatar, { body: { avatarUrl: null } }));
    expect(await ann.call(saveAvatar, { body: { avatarUrl: shown } })).toMatchObject(refused);
  });
});

describe('an appeal that makes a decision a warning', () => {
  const changed = async (decisionId: string) => {
    await ann.get(appeal, { params: { decisionId }, body: { text: 'It was a quote' } });
    const body = { outcome: 'changed' as const, action: 'warn' as const, reason: 'A warning is enough' };
    return (await nadia.get(decideAppeal, { params: { decisionId }, body })).data;
  };

  test('brings back what was taken away', async () => {
    const { id } = await ann.post();
    await aCase(bob, judge, 'post', id);
    const body = { target: { targetType: 'post' as const, targetId: id }, ...reasonGiven };
    const decision = (await judge.get(decide, { body: { ...body, action: 'remove' } })).data;
    expect(await bob.call(getPost, { params: { messageId: id } })).toMatchObject({ status: 404 });
    expect(await changed(decision.id)).toMatchObject({ action: 'warn', removed: false });
    expect(await bob.call(getPost, { params: { messageId: id } })).toMatchObject({ status: 200 });
  });

  test('lets a hidden name be taken again', async () => {
    await ann.saveProfile({ displayName: 'Not an insult' });
    const about = { personId: ann.id, action: 'hide_name' as const, ...reasonGiven };
    await changed((await judge.get(decide, { body: about })).data.id);
    await ann.saveProfile({ displayName: 'Not an insult' });
  });

  test('leaves away what went beside a suspension', async () => {
    const { id } = await ann.post();
    await aCase(bob, judge, 'post', id);
    const until = new Date(app.clock.read().getTime() + 7 * 24 * 60 * 60 * 1000).toISOString();
    const target = { targetType: 'post' as const, targetId: id };
    const body = { target, action: 'suspend' as const, until, remove: true, ...reasonGiven };
    const decision = (await judge.get(decide, { body })).data;
    expect(await changed(decision.id)).toMatchObject({ action: 'warn', removed: true });
    expect(await bob.call(getPost, { params: { messageId: id } })).toMatchObject({ status: 404 });
  });
});

test('whoever was warned twice reads both before they go on', async () => {
  const unread = async () => (await ann.get(getSession, {})).unreadDecision;
  const read = (decisionId: string) => ann.get(readDecision, { params: { decisionId }, body: {} });
  const [first, second, third] = [
    await aWarning(judge, ann.id),
    await aWarning(nadia, ann.id),
    await aWarning(walt, ann.id),
  ];
  expect(await unread()).toBe(third.id);
  await read(third.id);
  expect(await unread()).toBe(second.id);
  // One that is taken back need not be read.
  await ann.get(appeal, { params: { decisionId: second.id }, body: { text: 'Twice?' } });
  const lifted = { outcome: 'lifted' as const, reason: 'Once is enough' };
  await judge.get(decideAppeal, { params: { decisionId: second.id }, body: lifted });
  expect(await unread()).toBe(first.id);
  await read(first.id);
  expect(await unread()).toBe(null);
});

test('a case that nobody reports any more closes with all that it held, and who moderates hears of it', async () => {
  const post = await ann.post({ imageUrls: [await picture()] });
  await aCase(bob, judge, 'post', post.id);
  await ann.get(removePost, { params: { messageId: post.id }, body: {} });
  await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
  app.clock.advance(restorable_ms);
  await eraseLeft(app);
  await cleanUpPosts(app.deps);
  judge = await app.person('Judge');
  const stream = await TestStream.open(judge);
  const held = () =>
    rowsOf(app.deps.db, sql`SELECT id FROM media WHERE owner_id = ${ann.id} AND purpose = 'sealed'`);
  expect(await held()).toHaveLength(1);
  await sweepCases(app.deps);
  await stream.until(({ type }) => type === 'moderation_changed');
  stream.close();
  expect(await caseOf(judge, post.id)).toBeUndefined();
  expect(await caseOf(judge, post.id, 'resolved')).toMatchObject({ snapshot: null });
  await sweepSealed(app.deps);
  expect(await held()).toEqual([]);
});

test('the log names who ended the office of somebody by a measure', async () => {
  await app.deps.transact((inner) => appointModerator(inner, bob.id, judge.id));
  const until = new Date(app.clock.read().getTime() + 2 * 24 * 60 * 60 * 1000).toISOString();
  await judge.get(decide, { body: { personId: bob.id, action: 'limit', until, ...reasonGiven } });
  const { data } = await judge.get(listModerationLog, { query: { personId: bob.id } });
  expect(data.map(({ action, by, byOperator }) => [action, by?.id, byOperator])).toEqual([
    ['moderator_dismissed', judge.id, false],
    ['decision', judge.id, false],
  ]);
});

test('whoever hosts a plan is not told of reports about it, though they administer', async () => {
  await told();
  await ready(judge);
  const plan = await aPlan(app, judge);
  await aCase(bob, nadia, 'plan', plan.id);
  expect(await told()).toEqual([]);
  app.clock.advance(8 * 24 * 60 * 60 * 1000);
  await everybody();
  await tellOverdue(app.deps, reportTargets);
  expect(await told()).toEqual([]);
});
