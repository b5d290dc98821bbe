import { listConversations } from '@dazi/contract/chat/conversation-views';
import { editMessage, listMessages, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { getProfile } from '@dazi/contract/discovery/people';
import { getSession, removeAccount, signOut } from '@dazi/contract/identity/identity';
import {
  appeal,
  type Decision,
  decide,
  decideAppeal,
  liftMeasure,
  listAppeals,
  listOwnDecisions,
  readDecision,
} from '@dazi/contract/moderation/decisions';
import {
  addModeratorNote,
  getModeratedPerson,
  listModerationLog,
  listModerators,
  setModerator,
} from '@dazi/contract/moderation/moderated-people';
import { listReports, report, takeCase } from '@dazi/contract/moderation/moderation';
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@dazi/contract/notifications/notifications';
import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { addComment, listComments } from '@dazi/contract/posts/comments';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { createPost, removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOwner, ownerOf } from '#features/chat/conversations/conversations.service.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { passOnRoomsOfSuspended } from '#features/chat/rooms/rooms.service.ts';
import { accountOf, appointModerator } from '#features/identity/identity.service.ts';
import { runIdentityJobs } from '#features/identity/registration.builder.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import type { AccountPart } from '#platform/account-part.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { accountParts, reportTargets } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { findAccount } from './moderated-people.service.ts';
import { aCase, aWarning, caseOf, reasonGiven } from './moderation.builder.ts';
import { eraseClosed, moderationJobs } from './moderation.jobs.ts';
import { verifyLog } from './moderation-log.service.ts';

const day_ms = 24 * 60 * 60 * 1000;

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
/** Administrators, and a moderator. */
let judge: TestPerson;
let rosa: TestPerson;
let nadia: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,rosa@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  round++;
  await everybody();
  await app.deps.transact((inner) => appointModerator(inner, nadia.id, null));
});

/** Sessions last a day: whoever waits longer signs in again. */
async function everybody() {
  [ann, bob, judge, rosa, nadia] = await Promise.all([
    app.person(`Ann ${round}`),
    app.person(`Bob ${round}`),
    app.person('Judge'),
    app.person('Rosa'),
    app.person(`Nadia ${round}`),
  ]);
}

const inDays = (days: number) => new Date(app.clock.read().getTime() + days * day_ms).toISOString();
const about = (personId: string, action: string, rest: object = {}) => ({
  body: { personId, action, ...reasonGiven, ...rest } as never,
});
async function suspended(by = judge, days = 7): Promise<Decision> {
  return (await by.get(decide, about(ann.id, 'suspend', { until: inDays(days) }))).data;
}
const jobs = async () => {
  for (const job of moderationJobs(accountParts, reportTargets)) await job.run(app.deps);
};
const codesOf = async (person: TestPerson) => {
  await allNotified(app.deps);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return ((await person.get(listNotifications, {})).data as Notification[]).map(({ code }) => code);
};

describe('a case', () => {
  test('is kept for one moderator for fifteen minutes, and judged on what was seen', async () => {
    const { version, targetId } = await aCase(bob, judge, 'post', (await ann.post()).id);
    const target = { targetType: 'post' as const, targetId };
    const take = (as: TestPerson, isTaken = true) =>
      as.call(takeCase, { body: { ...target, take: isTaken } });
    expect(await take(nadia)).toMatchObject({ status: 200, data: { takenUntil: expect.any(String) } });
    expect((await caseOf(judge, targetId))!.takenBy).toMatchObject({ id: nadia.id });
    expect(await take(judge)).toMatchObject({ status: 409, code: 'CASE_TAKEN' });
    const body = { target, version, action: 'warn' as const, ...reasonGiven };
    expect(await judge.call(decide, { body })).toMatchObject({ status: 409, code: 'CASE_TAKEN' });
    await take(nadia, false);
    expect(await take(judge)).toMatchObject({ status: 200 });
    app.clock.advance(15 * 60_000);
    expect(await take(nadia)).toMatchObject({ status: 200 });
    await rosa.get(report, { body: { ...target, reason: 'hate' } });
    expect(await nadia.call(decide, { body })).toMatchObject({ status: 409, code: 'CASE_CHANGED' });
    const fresh = { ...body, version: (await caseOf(nadia, targetId))!.version };
    expect(await nadia.call(decide, { body: fresh })).toMatchObject({ status: 200 });
    expect(await nadia.call(decide, { body: fresh })).toMatchObject({ status: 409, code: 'CASE_CHANGED' });
    const { version: _judgedOn, ...unseen } = fresh;
    expect(await nadia.call(decide, { body: unseen })).toMatchObject({
      status: 404,
      code: 'REPORT_NOT_FOUND',
    });
  });

  test('is decided once of two who decide at the same moment, 200 times', { timeout: 120_000 }, async () => {
    const { targetId } = await aCase(bob, judge, 'post', (await ann.post()).id);
    const target = { targetType: 'post' as const, targetId };
    const answered: Record<string, number> = {};
    for (let run = 0; run < 200; run++) {
      const body = { target, version: 1 + 2 * run, action: 'warn' as const, ...reasonGiven };
      const answers = await Promise.all([judge, nadia].map((one) => one.call(decide, { body })));
      for (const answer of answers) {
        const how = answer.success ? 'decided' : answer.code;
        answered[how] = (answered[how] ?? 0) + 1;
      }
      // As if it had been reported once more.
      await app.deps.db.execute(
        sql`UPDATE cases SET is_open = true, version = version + 1 WHERE target_id = ${targetId}`,
      );
      await app.deps.db.execute(sql`UPDATE reports SET state = 'open' WHERE target_id = ${targetId}`);
    }
    expect(answered).toEqual({ decided: 200, CASE_CHANGED: 200 });
    const [{ made } = { made: 0 }] = await rowsOf<{ made: number }>(
      app.deps.db,
      sql`SELECT count(*)::int AS made FROM decisions WHERE person_id = ${ann.id}`,
    );
    expect(made).toBe(200);
  });

  test('waits by urgency, then by time, page by page, each once', async () => {
    const reasons = ['spam', 'hate', 'minor'] as const;
    const ids: string[] = [];
    for (let count = 0; count < 45; count++) {
      const { id } = await ann.post();
      await (count < 25 ? bob : nadia).get(report, {
        body: { targetType: 'post', targetId: id, reason: reasons[count % 3]! },
      });
      ids.push(id);
      if (count % 3 === 0) app.clock.advance(1000);
    }
    const found: { urgency: string; since: string; targetId: string }[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await judge.get(listReports, { query: { cursor } });
      found.push(...page.data);
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    const own = found.filter(({ targetId }) => ids.includes(targetId));
    expect(new Set(own.map(({ targetId }) => targetId)).size).toBe(45);
    const order = ['hour', 'day', 'week'];
    const keys = own.map(({ urgency, since }) => `${order.indexOf(urgency)} ${since}`);
    expect(keys).toEqual([...keys].sort());
    const { waiting } = await judge.get(listReports, { query: { urgency: 'hour' } });
    expect(waiting).toMatchObject({ hour: found.filter(({ urgency }) => urgency === 'hour').length });
  });

  test('is decided with others of the same person, and of nobody else', async () => {
    const [one, other] = [await ann.post(), await ann.post()];
    const foreign = await nadia.post();
    for (const { id } of [one, other, foreign]) await aCase(bob, judge, 'post', id);
    const post = (targetId: string) => ({ targetType: 'post' as const, targetId });
    const body = { target: post(one.id), action: 'remove' as const, ...reasonGiven };
    expect(await judge.call(decide, { body: { ...body, together: [post(foreign.id)] } })).toMatchObject({
      status: 404,
      code: 'REPORT_NOT_FOUND',
    });
    const many = Array.from({ length: 21 }, () => post(other.id));
    expect(await judge.call(decide, { body: { ...body, together: many } })).toMatchObject({ status: 400 });
    expect((await caseOf(judge, one.id))!.alsoOpen).toMatchObject([{ targetId: other.id }]);
    expect(await judge.call(decide, { body: { ...body, together: [post(other.id)] } })).toMatchObject({
      status: 200,
    });
    for (const { id } of [one, other]) {
      expect(await bob.call(getPost, { params: { messageId: id } })).toMatchObject({ status: 404 });
    }
    expect(await bob.call(getPost, { params: { messageId: foreign.id } })).toMatchObject({ status: 200 });
  });

  test('is settled with what is decided about its person, where nobody else has it or has to decide it', async () => {
    const posts = [];
    for (let count = 0; count < 4; count++) posts.push((await ann.post()).id);
    const [one, other, taken, reported] = posts as [string, string, string, string];
    const foreign = await bob.post();
    for (const id of [one, other, taken]) await aCase(bob, judge, 'post', id);
    await aCase(judge, rosa, 'post', reported);
    await aCase(judge, rosa, 'post', foreign.id);
    await nadia.get(takeCase, { body: { targetType: 'post', targetId: taken, take: true } });
    const body = about(ann.id, 'suspend', { until: inDays(7), settleOpen: true, remove: true });
    const { data } = await judge.get(decide, body);
    expect(data).toMatchObject({ action: 'suspend', removed: true, about: { targetType: 'post' } });
    for (const id of [one, other]) {
      expect(await caseOf(judge, id)).toBeUndefined();
      expect(await caseOf(judge, id, 'resolved')).toMatchObject({ snapshot: { goneBy: 'moderators' } });
    }
    for (const id of [taken, reported, foreign.id]) expect(await caseOf(judge, id)).toBeDefined();
    expect((await codesOf(bob)).filter((code) => code === 'report_upheld')).toHaveLength(1);
    // Where nothing is open it is a decision like any other.
    await judge.get(decide, about(bob.id, 'warn', { settleOpen: true }));
    expect((await bob.get(listOwnDecisions, {})).data).toMatchObject([
      { action: 'warn', removed: false, about: null },
    ]);
  });

  test('is not for who is involved', async () => {
    const post = await ann.post();
    await nadia.get(report, { body: { targetType: 'post', targetId: post.id, reason: 'hate' } });
    const target = { targetType: 'post' as const, targetId: post.id };
    const body = { target, action: 'warn' as const, ...reasonGiven };
    expect((await caseOf(nadia, post.id))!).toMatchObject({ isInvolved: true, can: [] });
    expect(await nadia.call(decide, { body })).toMatchObject({ status: 403, code: 'INVOLVED' });
    expect(await nadia.call(takeCase, { body: { ...target, take: true } })).toMatchObject({
      code: 'INVOLVED',
    });
    // Nor for who leads the room that it was said in.
    const room = await aRoom(nadia);
    await joined(room, ann, bob);
    const params = { conversationId: room.conversationId };
    const said = (await ann.get(sendMessage, { params, body: { content: 'Rude' } })).data;
    expect(await aCase(bob, nadia, 'message', said.id)).toMatchObject({ isInvolved: true, can: [] });
    const inRoom = { targetType: 'message' as const, targetId: said.id };
    expect(await nadia.call(decide, { body: { ...body, target: inRoom } })).toMatchObject({
      code: 'INVOLVED',
    });
    expect(await nadia.call(takeCase, { body: { ...inRoom, take: true } })).toMatchObject({
      code: 'INVOLVED',
    });
    await nadia.get(decide, about(ann.id, 'warn', { settleOpen: true }));
    expect(await caseOf(rosa, said.id)).toMatchObject({ isInvolved: false });
    await block(app.deps, ann, rosa);
    expect(await rosa.call(decide, { body })).toMatchObject({ status: 403, code: 'INVOLVED' });
    expect(await rosa.call(decide, about(ann.id, 'warn'))).toMatchObject({ code: 'INVOLVED' });
    expect(await judge.call(decide, { body })).toMatchObject({ status: 200 });
  });

  test('is, as the queue says, for who reported it before, once that was settled', async () => {
    const post = await ann.post();
    await aCase(nadia, judge, 'post', post.id);
    const target = { targetType: 'post' as const, targetId: post.id };
    await judge.get(decide, { body: { target, action: 'dismiss' } });
    await aCase(bob, judge, 'post', post.id);
    const seen = (await caseOf(nadia, post.id))!;
    const { status } = await nadia.call(decide, { body: { target, action: 'warn', ...reasonGiven } });
    expect([status, seen.isInvolved, seen.can.includes('warn')]).toEqual([200, false, true]);
  });

  test('is not for who leads the room it was said in, whatever is left of it', async () => {
    const room = await aRoom(nadia);
    await joined(room, ann, bob);
    const params = { conversationId: room.conversationId };
    const messageId = (await ann.get(sendMessage, { params, body: { content: 'Rude' } })).data.id;
    await aCase(bob, judge, 'message', messageId);
    await ann.get(removeMessage, { params: { ...params, messageId }, body: {} });
    // The sealed copy has gone since.
    app.clock.advance(4 * day_ms);
    await everybody();
    await app.deps.db.execute(sql`DELETE FROM sealed_copies`);
    const target = { targetType: 'message' as const, targetId: messageId };
    const body = { target, action: 'warn' as const, ...reasonGiven };
    const involved = { status: 403, code: 'INVOLVED' };
    expect(await caseOf(nadia, messageId)).toMatchObject({ isInvolved: true, can: [] });
    expect(await nadia.call(takeCase, { body: { ...target, take: true } })).toMatchObject(involved);
    expect(await nadia.call(decide, { body })).toMatchObject(involved);
    // What else is decided about its author leaves it open.
    expect(await nadia.call(decide, about(ann.id, 'warn', { settleOpen: true }))).toMatchObject({
      status: 200,
    });
    expect(await caseOf(judge, messageId)).toMatchObject({ isInvolved: false });
    expect(await judge.call(decide, { body })).toMatchObject({ status: 200 });
  });

  test('is decided by an administrator though involved, where there is nobody else; the log says so', async () => {
    const lonely = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
    const [one, writer] = [await lonely.person('Judge'), await lonely.person('Writer')];
    const post = await writer.post();
    const { version } = await aCase(one, one, 'post', post.id);
    const target = { targetType: 'post' as const, targetId: post.id };
    const body = { target, version, action: 'warn' as const, ...reasonGiven };
    expect(await one.call(decide, { body })).toMatchObject({ status: 200, data: { appealByOther: false } });
    expect(await verifyLog(lonely.deps)).toMatchObject({ links: 1, problem: null });
    // The appeal is theirs, too, and says so.
    const [{ id }] = (await writer.get(listOwnDecisions, {})).data as [Decision];
    await writer.get(appeal, { params: { decisionId: id }, body: { text: 'A joke' } });
    const answer = { outcome: 'lifted' as const, reason: 'So it was' };
    expect(await one.call(decideAppeal, { params: { decisionId: id }, body: answer })).toMatchObject({
      status: 200,
    });
    expect((await writer.get(listOwnDecisions, {})).data).toMatchObject([
      { appeal: { state: 'lifted', bySomebodyElse: false } },
    ]);
    await lonely.close();
  });
});

describe('what is not accepted', () => {
  test.each([
    ['an unknown rule', { rule: 11 }, 400, 'RULE_UNKNOWN'],
    ['rule 0', { rule: 0 }, 400, 'RULE_UNKNOWN'],
    ['half a rule', { rule: 1.5 }, 400, 'INVALID_INPUT'],
    ['a rule as text', { rule: '4' }, 400, 'INVALID_INPUT'],
    ['no rule', { rule: undefined }, 400, 'RULE_UNKNOWN'],
    ['no reason', { reason: '' }, 400, 'REASON_MISSING'],
    ['only spaces', { reason: '   ' }, 400, 'REASON_MISSING'],
    ['nothing that can be seen', { reason: '\u200b\u200d' }, 400, 'REASON_MISSING'],
    ['1,001 letters', { reason: 'x'.repeat(1001) }, 400, 'INVALID_INPUT'],
    ['a suspension without an end', { action: 'suspend' }, 400, 'UNTIL_MISSING'],
    ['the past', { action: 'suspend', until: '2020-01-01T00:00:00.000Z' }, 400, 'UNTIL_OUT_OF_RANGE'],
    ['the year 10000', { action: 'suspend', until: '+010000-01-01T00:00:00.000Z' }, 400, 'INVALID_INPUT'],
    ['no zone', { action: 'suspend', until: '2030-01-01T00:00:00' }, 400, 'INVALID_INPUT'],
    ['removing a person', { action: 'remove' }, 400, 'NOT_REMOVABLE'],
    ['dismissing nothing', { action: 'dismiss' }, 400, 'ACTION_NOT_POSSIBLE'],
  ])('%s', async (_what, wrong, status, code) => {
    expect(await judge.call(decide, about(ann.id, 'warn', wrong))).toMatchObject({ status, code });
    expect((await ann.get(listOwnDecisions, {})).data).toEqual([]);
  });

  test('too short, too long, and too long for a moderator', async () => {
    const within = (as: TestPerson, days: number) =>
      as.call(decide, about(ann.id, 'limit', { until: inDays(days) }));
    const minute = 1 / (24 * 60);
    for (const days of [0, 30 * minute, 59 * minute]) {
      expect(await within(judge, days)).toMatchObject({ status: 400, code: 'UNTIL_OUT_OF_RANGE' });
    }
    expect(await within(judge, 366)).toMatchObject({ status: 400, code: 'UNTIL_OUT_OF_RANGE' });
    expect(await within(nadia, 31)).toMatchObject({ status: 403, code: 'MODERATOR_LIMIT' });
    expect(await nadia.call(decide, about(ann.id, 'limit', { until: null }))).toMatchObject({
      code: 'MODERATOR_LIMIT',
    });
    expect(await nadia.call(decide, about(ann.id, 'close'))).toMatchObject({ code: 'ADMINISTRATORS_ONLY' });
    expect(await within(nadia, 30)).toMatchObject({ status: 200 });
    // An hour from when it was chosen, a moment ago.
    expect(await within(judge, 59.9 * minute)).toMatchObject({ status: 200 });
  });

  test('about moderators by moderators, and about administrators by anybody', async () => {
    const other = await app.person(`Other ${round}`);
    await app.deps.transact((inner) => appointModerator(inner, other.id, null));
    expect(await nadia.call(decide, about(other.id, 'warn'))).toMatchObject({ code: 'NOT_OVER_MODERATORS' });
    expect(await rosa.call(decide, about(judge.id, 'warn'))).toMatchObject({
      code: 'NOT_OVER_ADMINISTRATORS',
    });
    // Whoever is under a measure moderates no more.
    expect(await judge.call(decide, about(other.id, 'limit', { until: inDays(1) }))).toMatchObject({
      status: 200,
    });
    expect(await other.call(listReports, {})).toMatchObject({ code: 'MODERATORS_ONLY' });
    expect(await judge.call(decide, about('unknown', 'warn'))).toMatchObject({ code: 'PERSON_NOT_FOUND' });
  });
});

describe('a decision', () => {
  test('warns: told with words, rule and reason, and before the page until it is read', async () => {
    const post = await ann.post({ content: 'You fool' });
    const { version } = await aCase(bob, judge, 'post', post.id);
    const target = { targetType: 'post' as const, targetId: post.id };
    const { id } = (await judge.get(decide, { body: { target, version, action: 'warn', ...reasonGiven } }))
      .data;
    const session = await ann.get(getSession, {});
    expect(session).toMatchObject({ unreadDecision: id, standing: { kind: 'good' } });
    const { data } = await ann.get(listOwnDecisions, {});
    expect(data).toMatchObject([
      {
        ...{ id, action: 'warn', removed: false, reason: 'It is not kind.', readAt: null, appeal: null },
        rule: { number: 1, ja: expect.stringContaining('親切に') },
        about: { targetType: 'post', excerpt: 'You fool' },
        appealUntil: inDays(30),
        appealByOther: true,
      },
    ]);
    // Neither who reported nor who decided.
    expect(JSON.stringify(data)).not.toContain(bob.id);
    expect(JSON.stringify(data)).not.toContain(judge.id);
    await ann.get(readDecision, { params: { decisionId: id }, body: {} });
    expect((await ann.get(getSession, {})).unreadDecision).toBeNull();
    expect(await codesOf(ann)).toContain('decision_made');
    expect(await codesOf(bob)).toEqual(['report_upheld']);
  });

  test('that is sent once more after an answer that was lost is made once, about a person and about a case', async () => {
    const { targetId, version } = await aCase(bob, judge, 'post', (await ann.post()).id);
    const target = { targetType: 'post' as const, targetId };
    const bodies = [
      about(ann.id, 'warn', { clientId: 'about-a-person' }).body,
      { target, version, action: 'remove' as const, ...reasonGiven, clientId: 'about-a-case' },
    ];
    for (const body of bodies) {
      const first = await nadia.get(decide, { body });
      expect((await nadia.get(decide, { body })).data).toEqual(first.data);
      const again = await Promise.all([1, 2].map(() => nadia.get(decide, { body })));
      expect(again.map(({ data }) => data.id)).toEqual([first.data.id, first.data.id]);
    }
    expect((await ann.get(listOwnDecisions, {})).data.map(({ action }) => action)).toEqual([
      'remove',
      'warn',
    ]);
    expect((await codesOf(ann)).filter((code) => code === 'decision_made')).toHaveLength(2);
  });

  test('dismisses: only the reporters are told, and nothing goes', async () => {
    const post = await ann.post();
    const { version } = await aCase(bob, judge, 'post', post.id);
    const target = { targetType: 'post' as const, targetId: post.id };
    const both = { target, version, action: 'dismiss' as const, remove: true };
    expect(await judge.call(decide, { body: both })).toMatchObject({
      status: 400,
      code: 'ACTION_NOT_POSSIBLE',
    });
    await judge.get(decide, { body: { target, version, action: 'dismiss' } });
    expect((await ann.get(listOwnDecisions, {})).data).toEqual([]);
    expect(await codesOf(ann)).toEqual([]);
    expect(await codesOf(bob)).toEqual(['report_dismissed']);
    const { data: log } = await judge.get(listModerationLog, {});
    expect(log[0]).toMatchObject({ action: 'decision', code: 'dismiss' });
    const dismissal = (await judge.get(getModeratedPerson, { params: { personId: ann.id } })).data
      .decisions[0]!;
    expect(
      await ann.call(appeal, { params: { decisionId: dismissal.id }, body: { text: 'x' } }),
    ).toMatchObject({ status: 404, code: 'DECISION_NOT_FOUND' });
    expect(await bob.call(getPost, { params: { messageId: post.id } })).toMatchObject({ status: 200 });
  });

  test('removes: a post, a comment and a message, live and for everybody; lifted they come back', async () => {
    const post = await ann.post({ content: 'Out of the list' });
    const open = await bob.post();
    const comment = await ann.get(addComment, { body: { messageId: open.id, content: 'Rude' } });
    const room = await aRoom(bob);
    await joined(room, ann, nadia);
    const params = { conversationId: room.conversationId };
    const message = await ann.get(sendMessage, { params, body: { content: 'Ruder' } });
    const stream = await TestStream.open(nadia);
    await stream.listen([cellOf(post.location, 12)]);
    const decisions: string[] = [];
    for (const [targetType, targetId] of [
      ['post', post.id],
      ['comment', comment.data.id],
      ['message', message.data.id],
    ] as const) {
      const { version } = await aCase(bob, judge, targetType, targetId);
      const body = { target: { targetType, targetId }, version, action: 'remove' as const, ...reasonGiven };
      const { data } = await judge.get(decide, { body });
      expect(data).toMatchObject({ action: 'remove', removed: true });
      decisions.push(data.id);
    }
    await stream.untilEvent(({ type, messageId }) => type === 'post_deleted' && messageId === post.id);
    stream.close();
    const looks = async () => ({
      post: (await bob.call(getPost, { params: { messageId: post.id } })).status,
      list: (await bob.get(listPosts, { query: { ids: post.id } })).data.length,
      comment: (await bob.get(listComments, { query: { messageId: open.id } })).data[0]?.content ?? '',
      message: (await bob.get(listMessages, { params })).data.find(({ id }) => id === message.data.id)!
        .content,
    });
    expect(await looks()).toEqual({ post: 404, list: 0, comment: '', message: '' });
    for (const decisionId of decisions) {
      await ann.get(appeal, { params: { decisionId }, body: { text: 'It was a quote' } });
      await rosa.get(decideAppeal, {
        params: { decisionId },
        body: { outcome: 'lifted', reason: 'So it was' },
      });
    }
    expect(await looks()).toEqual({ post: 200, list: 1, comment: 'Rude', message: 'Ruder' });
  });

  test('hides name, picture and bio; the same is refused for thirty days, or until it is lifted', async () => {
    await ann.saveProfile({ displayName: 'An insult', bio: 'Sells pills' });
    const drawn = await picture();
    await ann.get(saveAvatar, { body: { avatarUrl: drawn } });
    const ids: string[] = [];
    for (const action of ['hide_name', 'hide_bio', 'hide_picture']) {
      ids.push((await judge.get(decide, about(ann.id, action))).data.id);
    }
    const shown = async () => (await bob.get(getProfile, { params: { userId: ann.id } })).data;
    expect(await shown()).toMatchObject({
      displayName: 'User',
      bio: '',
      user: { name: 'User', avatarUrl: null },
    });
    const save = (body: object) => ann.call(saveProfile, { params: { userId: ann.id }, body });
    const refused = { status: 403, code: 'FACE_REFUSED' };
    // Nor what reads the same.
    for (const displayName of [
      ' AN INSULT',
      'An  insult',
      'An in\u200bsult\u2060',
      '\u202dAn insult',
      'An \u00adinsult',
    ])
      expect([displayName, await save({ displayName })]).toMatchObject([displayName, refused]);
    for (const bio of ['Sells pills', 'Sells\n pi\u200clls'])
      expect(await save({ bio })).toMatchObject(refused);
    expect(await ann.call(saveAvatar, { body: { avatarUrl: drawn } })).toMatchObject(refused);
    expect(await save({ displayName: 'Another name' })).toMatchObject({ status: 200 });
    await ann.get(appeal, { params: { decisionId: ids[0]! }, body: { text: 'It is my name' } });
    await rosa.get(decideAppeal, {
      params: { decisionId: ids[0]! },
      body: { outcome: 'lifted', reason: 'It is' },
    });
    expect(await save({ displayName: 'An insult' })).toMatchObject({ status: 200 });
    app.clock.advance(30 * day_ms);
    await everybody();
    expect(await save({ bio: 'Sells pills' })).toMatchObject({ status: 200 });
  });

  test('limits: nothing towards strangers, everything among those who know each other', async () => {
    const open = await bob.post();
    const asked = await ann.get(sendPrivateMessage, { body: { receiverId: bob.id, content: 'Hello' } });
    const params = { conversationId: asked.data.conversationId, messageId: asked.data.id };
    await judge.get(decide, about(ann.id, 'limit', { until: inDays(3) }));
    const limited = { status: 403, code: 'ACCOUNT_LIMITED' };
    const body = { content: 'Hello', location: haight };
    expect(await ann.call(createPost, { body: { ...body, userId: ann.id } })).toMatchObject(limited);
    expect(await ann.call(addComment, { body: { messageId: open.id, content: 'x' } })).toMatchObject(limited);
    expect(await ann.call(editMessage, { params, body: { content: 'You fool' } })).toMatchObject(limited);
    expect((await ann.get(getSession, {})).standing).toMatchObject({ kind: 'limited' });
    expect(await bob.call(getProfile, { params: { userId: ann.id } })).toMatchObject({ status: 200 });
    app.clock.advance(3 * day_ms);
    await everybody();
    // The clock ends it, whether the job has come by or not.
    expect(await ann.call(createPost, { body: { ...body, userId: ann.id } })).toMatchObject({ status: 200 });
  });
});

describe('who is suspended', () => {
  test.each(['suspended', 'closed'] as const)(
    'or closed is told so, and what was decided: %s',
    async (kind) => {
      await (kind === 'suspended' ? suspended() : judge.get(decide, about(ann.id, 'close')));
      expect(await ann.get(getSession, {})).toMatchObject({
        data: { id: ann.id },
        standing: { kind, until: kind === 'closed' ? null : inDays(7) },
        moderator: false,
      });
      expect((await ann.get(listOwnDecisions, {})).data).toHaveLength(1);
    },
  );

  test('is hidden as if deleted; thirty days later everything is as it was', async () => {
    const post = await ann.post({ content: 'Chess?' });
    const open = await bob.post();
    await ann.get(addComment, { body: { messageId: open.id, content: 'Me' } });
    const room = await aRoom(bob);
    await joined(room, ann);
    const params = { conversationId: room.conversationId };
    await ann.get(sendMessage, { params, body: { content: 'Here' } });
    await ann.get(sendPrivateMessage, { body: { receiverId: bob.id, content: 'And here' } });
    /** All of it byte for byte but times. */
    const looks = async () => {
      const seen = [
        await bob.call(getPost, { params: { messageId: post.id } }),
        await bob.call(getProfile, { params: { userId: ann.id } }),
        await bob.get(listComments, { query: { messageId: open.id } }),
        await bob.get(listPosts, { query: { ids: post.id } }),
        await bob.get(listMessages, { params }),
        await bob.get(listConversations, {}),
        await app.visitor().get(listPosts, { query: { ids: `${post.id},${open.id}` } }),
      ];
      return JSON.stringify(seen, null, 1).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"a time"');
    };
    const before = await looks();
    const [own, others] = [await TestStream.open(ann), await TestStream.open(bob)];
    await others.listen([cellOf(post.location, 12)]);
    await suspended(judge, 30);
    await others.until(
      (frame) => frame.type === 'area' && frame.events.some(({ type }) => type === 'person_changed'),
    );
    await own.until(({ type }) => type === 'signed_out');
    own.close();
    const during = await looks();
    expect(JSON.parse(during).slice(0, 2)).toMatchObject([{ status: 404 }, { status: 404 }]);
    expect(during).not.toContain(post.id);
    app.clock.advance(30 * day_ms);
    await jobs();
    await others.close();
    await everybody();
    expect(await looks()).toBe(before);
  });

  test('in the middle of a stream hears nothing more, and comes back as themselves when it is lifted', async () => {
    const decision = await suspended();
    const stream = await TestStream.open(ann);
    const { data } = await judge.get(liftMeasure, {
      params: { personId: ann.id },
      body: { reason: 'A mistake' },
    });
    expect(data).toEqual({ kind: 'good', until: null, decisionId: null });
    await stream.until(({ type }) => type === 'signed_out');
    stream.close();
    expect(await ann.call(createPost, { body: { content: 'Back', location: haight } })).toMatchObject({
      status: 200,
    });
    expect(
      await judge.call(liftMeasure, { params: { personId: ann.id }, body: { reason: 'x' } }),
    ).toMatchObject({
      status: 400,
      code: 'ACTION_NOT_POSSIBLE',
    });
    await allNotified(app.deps);
    const [told] = (await notificationsOf(ann)).list;
    expect(told).toMatchObject({
      code: 'measure_ended',
      params: { words: 'A mistake' },
      data: { decisionId: decision.id },
    });
    expect(told!.message).toContain('A mistake');
  });

  test('keeps seat, room and votes of others; deletes the account and signs out', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    await suspended();
    expect(await ownerOf(app.deps, room.conversationId)).toBe(ann.id);
    expect(await bob.call(listMessages, { params: { conversationId: room.conversationId } })).toMatchObject({
      status: 200,
    });
    expect(await ann.call(signOut, {})).toMatchObject({ status: 200 });
    await ann.visitProvider(ann.user!.name);
    expect(await ann.call(removeAccount, { params: { userId: ann.id }, body: {} })).toMatchObject({
      status: 200,
    });
  });
});

describe('a room whose owner is suspended', () => {
  const twoWeeks_ms = 14 * day_ms;
  const owner = (room: { conversationId: string }) => ownerOf(app.deps, room.conversationId);

  test('passes on after fourteen days, not before, and not when they are back by then', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    await suspended(judge, 30);
    app.clock.advance(twoWeeks_ms - 1);
    await passOnRoomsOfSuspended(app.deps);
    expect(await owner(room)).toBe(ann.id);
    app.clock.advance(1);
    await passOnRoomsOfSuspended(app.deps);
    expect(await owner(room)).toBe(bob.id);
    judge = await app.person('Judge');
    await judge.get(liftMeasure, { params: { personId: ann.id }, body: { reason: 'Enough' } });
    expect(await owner(room)).toBe(bob.id);
  });

  test('stays theirs where nobody else is, and of whoever came to own it later', async () => {
    const alone = await aRoom(ann);
    const room = await aRoom(bob);
    await joined(room, ann, nadia);
    await app.deps.transact((inner) => makeOwner(inner, room.conversationId, ann.id));
    await suspended(judge, 30);
    expect(await owner(room)).toBe(ann.id);
    await judge.get(liftMeasure, { params: { personId: ann.id }, body: { reason: 'An error' } });
    expect([await owner(room), await owner(alone)]).toEqual([ann.id, ann.id]);
    await suspended(judge, 30);
    app.clock.advance(twoWeeks_ms);
    await passOnRoomsOfSuspended(app.deps);
    expect([await owner(room), await owner(alone)]).toEqual([bob.id, ann.id]);
  });
});

describe('a closed account', () => {
  test('is erased thirty days later, not while an appeal is open; lifted before it comes back', async () => {
    const { id } = (await judge.get(decide, about(ann.id, 'close'))).data;
    expect(await ann.call(addComment, { body: { messageId: 'x', content: 'x' } })).toMatchObject({
      code: 'ACCOUNT_CLOSED',
    });
    await ann.get(appeal, { params: { decisionId: id }, body: { text: 'Please' } });
    app.clock.advance(31 * day_ms);
    await ann.visitProvider(ann.user!.name);
    rosa = await app.person('Rosa');
    await eraseClosed(app.deps, accountParts);
    expect((await ann.get(getSession, {})).standing.kind).toBe('closed');
    await rosa.get(decideAppeal, { params: { decisionId: id }, body: { outcome: 'upheld', reason: 'No' } });
    await eraseClosed(app.deps, accountParts);
    const before = ann.id;
    await expect(app.person(ann.user!.name)).rejects.toMatchObject({ code: 'IDENTITY_BLOCKED' });
    expect(await rowsOf(app.deps.db, sql`SELECT id FROM users WHERE id = ${before}`)).toEqual([]);
    expect(await verifyLog(app.deps)).toMatchObject({ problem: null });
    const left = await rowsOf(
      app.deps.db,
      sql`SELECT number FROM moderation_log_details WHERE person_id = ${before}`,
    );
    expect(left).toEqual([]);
  });

  const closed = async (personId: string) => {
    await judge.get(decide, about(personId, 'close'));
    app.clock.advance(1000);
  };
  const isThere = async (personId: string) =>
    (await rowsOf(app.deps.db, sql`SELECT id FROM users WHERE id = ${personId}`)).length > 0;
  /** The account parts, the first of which does something else when it is to erase somebody. */
  const withErase = (erase: (userId: string) => Promise<void>): AccountPart[] =>
    accountParts.map((part, index) => ({
      ...part,
      async erase(deps, userId) {
        if (index === accountParts.length - 1) await erase(userId);
        await part.erase(deps, userId);
      },
    }));

  test('is erased though a hundred others, closed before it, wait for the answer to an appeal', async () => {
    const since = new Date(app.clock.read().getTime() - 31 * day_ms).toISOString();
    await app.deps.transact(async ({ db }) => {
      await db.execute(sql`CREATE TEMPORARY TABLE waiting ON COMMIT DROP AS
        SELECT '0-waiting-' || n AS id, n FROM generate_series(1, 100) n`);
      await db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
        SELECT id, 'https://waiting.example', id, false, id, true, ${since}, ${since} FROM waiting`);
      await db.execute(
        sql`INSERT INTO standings (user_id, kind, since) SELECT id, 'closed', ${since} FROM waiting`,
      );
      await db.execute(sql`INSERT INTO decisions (id, number, person_id, action, removed, created_at, appealed_at, appeal_state)
        SELECT id, 1000000 + n, id, 'close', '[]', ${since}, ${since}, 'open' FROM waiting`);
    });
    await closed(ann.id);
    app.clock.advance(31 * day_ms);
    await eraseClosed(app.deps, accountParts);
    const isGone = !(await isThere(ann.id));
    await app.deps.db.execute(sql`DELETE FROM users WHERE issuer = 'https://waiting.example'`);
    expect(isGone).toBe(true);
  });

  test('is erased by the next run where the one before was interrupted', async () => {
    await closed(ann.id);
    app.clock.advance(31 * day_ms);
    const dying = withErase(async () => {
      throw new Error('The process was killed');
    });
    await eraseClosed(app.deps, dying);
    expect(await isThere(ann.id)).toBe(true);
    app.clock.advance(60 * 60_000);
    await eraseClosed(app.deps, accountParts);
    await runIdentityJobs(app);
    expect(await isThere(ann.id)).toBe(false);
  });

  test('stays when it is opened again while others are being erased', async () => {
    await closed(ann.id);
    await closed(bob.id);
    app.clock.advance(31 * day_ms);
    judge = await app.person('Judge');
    const lifting = withErase(async (userId) => {
      if (userId !== ann.id) return;
      await judge.get(liftMeasure, { params: { personId: bob.id }, body: { reason: 'A mistake' } });
    });
    await eraseClosed(app.deps, lifting);
    expect(await isThere(ann.id)).toBe(false);
    const again = await app.person(bob.user!.name);
    expect(again.id).toBe(bob.id);
    expect((await again.get(getSession, {})).standing.kind).toBe('good');
  });
});

describe('what an administrator closed', () => {
  const lifted = (personId: string) =>
    nadia.call(liftMeasure, { params: { personId }, body: { reason: 'A mistake' } });
  test.each([
    ['limits them', (id: string) => nadia.call(decide, about(id, 'limit', { until: inDays(2) }))],
    ['lifts what stood before', lifted],
  ])('stays closed though a moderator %s in the same moment', async (what, milder) => {
    for (let turn = 0; turn < 8; turn++) {
      const person = await app.person(`Closed while one ${what} ${round} ${turn}`);
      await nadia.get(decide, about(person.id, 'suspend', { until: inDays(1) }));
      const [closed] = await Promise.all([
        judge.call(decide, about(person.id, 'close')),
        ...[1, 2, 3].map(() => milder(person.id)),
      ]);
      expect(closed).toMatchObject({ status: 200 });
      expect((await person.get(getSession, {})).standing.kind).toBe('closed');
    }
  });

  test('no moderator opens again, by what is decided later or by an appeal against what was decided before', async () => {
    const first = (await suspended(nadia)).id;
    await judge.get(decide, about(ann.id, 'close'));
    const kindOf = async () => (await ann.get(getSession, {})).standing.kind;
    for (const action of ['limit', 'suspend']) {
      expect(await nadia.call(decide, about(ann.id, action, { until: inDays(1) }))).toMatchObject({
        status: 403,
        code: 'ADMINISTRATORS_ONLY',
      });
    }
    const { can } = (await nadia.get(getModeratedPerson, { params: { personId: ann.id } })).data;
    expect(can).toEqual(['warn', 'hide_picture', 'hide_name', 'hide_bio']);
    await ann.get(appeal, { params: { decisionId: first }, body: { text: 'x' } });
    const milder = {
      outcome: 'changed' as const,
      action: 'limit' as const,
      until: inDays(2),
      reason: 'Milder',
    };
    for (const by of [judge, rosa]) {
      expect(await by.call(decideAppeal, { params: { decisionId: first }, body: milder })).toMatchObject({
        code: 'ACTION_NOT_POSSIBLE',
      });
    }
    expect(await kindOf()).toBe('closed');
    expect(await judge.call(decide, about(ann.id, 'suspend', { until: inDays(1) }))).toMatchObject({
      status: 200,
    });
    expect(await kindOf()).toBe('suspended');
  });
});

describe('an appeal', () => {
  test('of a close is decided by administrators, by the same where there is no other', async () => {
    const { id } = (await judge.get(decide, about(ann.id, 'close'))).data;
    await ann.get(appeal, { params: { decisionId: id }, body: { text: 'x' } });
    const verdict = { params: { decisionId: id }, body: { outcome: 'lifted' as const, reason: 'x' } };
    expect(await nadia.call(decideAppeal, verdict)).toMatchObject({
      status: 403,
      code: 'ADMINISTRATORS_ONLY',
    });
    expect(await judge.call(decideAppeal, verdict)).toMatchObject({ status: 403, code: 'INVOLVED' });
    expect(await rosa.call(decideAppeal, verdict)).toMatchObject({ status: 200 });
  });

  test('is made once, and decided by somebody else, where there is somebody', async () => {
    const { id } = await suspended(nadia);
    const params = { params: { decisionId: id } };
    expect(await bob.call(appeal, { ...params, body: { text: 'x' } })).toMatchObject({
      code: 'DECISION_NOT_FOUND',
    });
    expect(await ann.call(appeal, { ...params, body: { text: ' ' } })).toMatchObject({ status: 400 });
    const made = await Promise.all(
      [1, 2].map(() => ann.call(appeal, { ...params, body: { text: 'A joke' } })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(made.find(({ status }) => status === 409)).toMatchObject({ code: 'APPEALED_ALREADY' });
    const open = async (as: TestPerson) =>
      (await as.get(listAppeals, {})).data.find(({ decision }) => decision.id === id);
    expect(await open(nadia)).toMatchObject({ can: false, person: { id: ann.id } });
    expect(await open(rosa)).toMatchObject({ can: true, decision: { appeal: { text: 'A joke' } } });
    const verdict = { ...params, body: { outcome: 'lifted' as const, reason: 'It was' } };
    expect(await nadia.call(decideAppeal, verdict)).toMatchObject({ status: 403, code: 'INVOLVED' });
    expect(await rosa.call(decideAppeal, verdict)).toMatchObject({
      status: 200,
      data: { appeal: { state: 'lifted', bySomebodyElse: true, reason: 'It was' } },
    });
    expect(await judge.call(decideAppeal, verdict)).toMatchObject({ status: 409, code: 'APPEAL_ANSWERED' });
    expect((await ann.get(getSession, {})).standing.kind).toBe('good');
    expect(await codesOf(ann)).toContain('appeal_decided');
  });

  test('is not decided by who reported', async () => {
    const { targetId, version } = await aCase(rosa, judge, 'post', (await ann.post()).id);
    const target = { targetType: 'post' as const, targetId };
    const { data } = await judge.get(decide, { body: { target, version, action: 'warn', ...reasonGiven } });
    await ann.get(appeal, { params: { decisionId: data.id }, body: { text: 'x' } });
    const verdict = { params: { decisionId: data.id }, body: { outcome: 'upheld' as const, reason: 'x' } };
    expect(await rosa.call(decideAppeal, verdict)).toMatchObject({ status: 403, code: 'INVOLVED' });
    expect(await nadia.call(decideAppeal, verdict)).toMatchObject({ status: 200 });
  });

  test('is neither told to nor decided by who leads the room that it was said in, whatever is left of it', async () => {
    const room = await aRoom(rosa);
    await joined(room, ann, bob);
    const params = { conversationId: room.conversationId };
    const said = (await ann.get(sendMessage, { params, body: { content: 'Rude' } })).data;
    const { targetType, targetId, version } = await aCase(bob, judge, 'message', said.id);
    const body = { target: { targetType, targetId }, version, action: 'remove' as const, ...reasonGiven };
    const { id } = (await judge.get(decide, { body })).data;
    // The sealed copy has gone since.
    app.clock.advance(4 * day_ms);
    await app.deps.db.execute(sql`DELETE FROM sealed_copies`);
    await everybody();
    await allNotified(app.deps);
    for (const person of [nadia, rosa]) await person.get(readNotifications, { body: {} });
    await ann.get(appeal, { params: { decisionId: id }, body: { text: 'x' } });
    const unread = async (person: TestPerson) => {
      await allNotified(app.deps);
      return (await notificationsOf(person)).list.filter(({ read }) => !read).map(({ code }) => code);
    };
    expect([await unread(nadia), await unread(rosa)]).toEqual([['appeal_waiting'], []]);
    const can = async (as: TestPerson) =>
      (await as.get(listAppeals, {})).data.find(({ decision }) => decision.id === id)?.can;
    expect([await can(rosa), await can(nadia)]).toEqual([false, true]);
    const verdict = { params: { decisionId: id }, body: { outcome: 'upheld' as const, reason: 'x' } };
    expect(await rosa.call(decideAppeal, verdict)).toMatchObject({ status: 403, code: 'INVOLVED' });
    expect(await nadia.call(decideAppeal, verdict)).toMatchObject({ status: 200 });
  });

  test('changes to something milder only', async () => {
    const { id } = await suspended(judge, 7);
    await ann.get(appeal, { params: { decisionId: id }, body: { text: 'x' } });
    const change = (action: string, until?: string) =>
      rosa.call(decideAppeal, {
        params: { decisionId: id },
        body: { outcome: 'changed', action, until, reason: 'Milder' } as never,
      });
    expect(await change('close')).toMatchObject({ code: 'ACTION_NOT_POSSIBLE' });
    expect(await change('suspend', inDays(8))).toMatchObject({ code: 'ACTION_NOT_POSSIBLE' });
    expect(await change('limit')).toMatchObject({ code: 'UNTIL_MISSING' });
    expect(await change('limit', inDays(2))).toMatchObject({ status: 200, data: { action: 'limit' } });
    expect((await ann.get(getSession, {})).standing).toMatchObject({ kind: 'limited', until: inDays(2) });
  });

  test('against what is over by then brings no new measure', async () => {
    const { id } = await suspended(judge, 1);
    app.clock.advance(2 * day_ms);
    await jobs();
    await everybody();
    await ann.get(appeal, { params: { decisionId: id }, body: { text: 'x' } });
    const change = (action: string, until?: string) =>
      rosa.call(decideAppeal, {
        params: { decisionId: id },
        body: { outcome: 'changed', action, until, reason: 'Milder' } as never,
      });
    expect(await change('limit', inDays(2))).toMatchObject({ status: 400, code: 'ACTION_NOT_POSSIBLE' });
    expect(await change('warn')).toMatchObject({ status: 200, data: { action: 'warn' } });
    expect((await ann.get(getSession, {})).standing.kind).toBe('good');
  });

  test('comes too late after thirty days', async () => {
    const { id } = await aWarning(judge, ann.id);
    app.clock.advance(30 * day_ms + 1);
    await everybody();
    expect(await ann.call(appeal, { params: { decisionId: id }, body: { text: 'x' } })).toMatchObject({
      status: 409,
      code: 'APPEAL_TOO_LATE',
    });
  });
});

describe('moderators', () => {
  test('are appointed by administrators, give it back, and are told', async () => {
    const set = (as: TestPerson, isModerator: boolean) =>
      as.call(setModerator, { params: { personId: bob.id }, body: { isModerator } });
    expect(await set(judge, true)).toMatchObject({ status: 400, code: 'CANNOT_MODERATE' });
    app.clock.advance(14 * day_ms);
    await everybody();
    expect(await set(nadia, true)).toMatchObject({ status: 403, code: 'ADMINISTRATORS_ONLY' });
    expect(await set(judge, true)).toMatchObject({ status: 200 });
    expect((await bob.get(getSession, {})).moderator).toBe(true);
    expect(await codesOf(bob)).toContain('moderator_appointed');
    const { data } = await nadia.get(listModerators, {});
    expect(data.find(({ person }) => person.id === bob.id)).toMatchObject({
      role: 'moderator',
      by: { id: judge.id },
    });
    expect(data.filter(({ role }) => role === 'administrator')).toHaveLength(2);
    const { targetId } = await aCase(ann, judge, 'post', (await nadia.post()).id);
    await bob.get(takeCase, { body: { targetType: 'post', targetId, take: true } });
    expect(await set(bob, false)).toMatchObject({ status: 200 });
    expect((await caseOf(judge, targetId))!.takenBy).toBeNull();
    expect(await bob.call(listReports, {})).toMatchObject({ code: 'MODERATORS_ONLY' });
    // Whoever has deleted their account looks after nobody, nor when they come back.
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    expect(await set(judge, true)).toMatchObject({ status: 400, code: 'CANNOT_MODERATE' });
  });

  test('are none while a measure stands, though they are appointed in the moment in which it is set', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, number) => app.person(`Appointed at once ${round} ${number}`)),
    );
    app.clock.advance(14 * day_ms);
    await everybody();
    for (const { id } of people) {
      // One after the other, so that one of them falls into that moment.
      const appointing = async () => {
        for (let times = 0; times < 6; times++)
          await rosa.call(setModerator, { params: { personId: id }, body: { isModerator: true } });
      };
      await Promise.all([judge.call(decide, about(id, 'suspend', { until: inDays(1) })), appointing()]);
      const { data } = await judge.get(getModeratedPerson, { params: { personId: id } });
      expect([data.standing.kind, data.isModerator]).toEqual(['suspended', false]);
    }
  });

  test('see of a person what is listed, and no address; looks and notes are kept', async () => {
    await aWarning(judge, ann.id);
    const note = { params: { personId: ann.id }, body: { text: 'Seen before', clientId: 'a-note-once' } };
    const { data: noted } = await nadia.get(addModeratorNote, note);
    // Sent once more, after an answer that was lost, it is there once.
    expect((await nadia.get(addModeratorNote, note)).data).toEqual(noted);
    const seen = await nadia.get(getModeratedPerson, { params: { personId: ann.id } });
    expect(seen.data).toMatchObject({
      person: { id: ann.id },
      email: null,
      hasVerifiedEmail: true,
      decisions: [{ action: 'warn', by: { id: judge.id } }],
      notes: [{ text: 'Seen before', by: { id: nadia.id } }],
      blockedBy: 0,
      can: ['warn', 'hide_picture', 'hide_name', 'hide_bio', 'limit', 'suspend'],
    });
    const full = await judge.get(getModeratedPerson, { params: { personId: ann.id } });
    expect(full.data.email).toContain('@people.example');
  });

  test('see what somebody was called before, who they say to be, and what they wrote in public', async () => {
    const zoe = await app.person(`Zoe ${round}`, { profile: false });
    const seen = async () => (await nadia.get(getModeratedPerson, { params: { personId: zoe.id } })).data;
    // What came with the sign-in was never said to be theirs.
    await zoe.saveProfile({ displayName: 'Zoe', gender: 'M', age: 18 });
    expect(await seen()).toMatchObject({ earlierNames: [], public: [] });
    await zoe.saveProfile({ confirmed: true });
    app.clock.advance(1000);
    const calls = async (...names: string[]) => {
      for (const displayName of names) {
        app.clock.advance(1000);
        await zoe.saveProfile({ displayName });
      }
      return app.clock.read().toISOString();
    };
    const first = await calls('Zoe the Second');
    const second = await calls('Zoe the Second', 'Zoe the Third');
    const { id: postId } = await zoe.post({ content: 'Who climbs?' });
    app.clock.advance(1000);
    const gone = await zoe.post({ content: 'Never mind' });
    await zoe.get(removePost, { params: { messageId: gone.id }, body: {} });
    const other = await ann.post({ content: 'A bench' });
    await zoe.get(addComment, { body: { messageId: other.id, content: 'Where is it?' } });
    const removed = await ann.post({ content: 'A bench that went' });
    await zoe.get(addComment, { body: { messageId: removed.id, content: 'Nobody reads this' } });
    await ann.get(removePost, { params: { messageId: removed.id }, body: {} });
    expect(await seen()).toMatchObject({
      gender: 'M',
      age: 18,
      earlierNames: [
        { name: 'Zoe the Second', until: second },
        { name: 'Zoe', until: first },
      ],
      made: { posts: 1, comments: 2, rooms: 0 },
      public: [
        { kind: 'comment', postId: other.id, content: 'Where is it?' },
        { kind: 'post', id: postId, postId, content: 'Who climbs?' },
      ],
    });
    expect(await ann.call(getModeratedPerson, { params: { personId: zoe.id } })).toMatchObject({
      code: 'MODERATORS_ONLY',
    });
    await calls(...Array.from({ length: 12 }, (_, number) => `Zoe ${number}`));
    const names = (await seen()).earlierNames.map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 10 }, (_, place) => `Zoe ${10 - place}`));
    app.clock.advance(180 * day_ms - 1);
    await everybody();
    expect((await seen()).earlierNames).toHaveLength(1);
    app.clock.advance(1);
    expect((await seen()).earlierNames).toEqual([]);
    const stored = sql`SELECT 1 FROM earlier_names WHERE person_id = ${zoe.id}`;
    expect(await rowsOf(app.deps.db, stored)).toHaveLength(10);
    await jobs();
    expect(await rowsOf(app.deps.db, stored)).toEqual([]);
  });

  test('read beside a case what was decided about the same person before', async () => {
    const post = await ann.post({ content: 'Buy this' });
    await aWarning(judge, ann.id);
    app.clock.advance(1000);
    const one = await aCase(bob, judge, 'post', post.id);
    const dismissed = { target: { targetType: 'post', targetId: post.id }, version: one.version };
    await judge.get(decide, { body: { ...dismissed, action: 'dismiss' } as never });
    const settled = (await judge.get(listReports, { query: { state: 'resolved' } })).data;
    // Its own decision was not before it.
    expect(settled.find(({ targetId }) => targetId === post.id)!.before.map(({ action }) => action)).toEqual([
      'warn',
    ]);
    app.clock.advance(1000);
    for (let number = 0; number < 2; number++) await aWarning(judge, ann.id);
    const later = await ann.post({ content: 'Buy that' });
    await aCase(bob, judge, 'post', later.id);
    const { before } = (await caseOf(judge, later.id))!;
    expect(before).toMatchObject([
      { action: 'warn', rule: { number: reasonGiven.rule }, targetType: null },
      { action: 'warn', rule: { number: reasonGiven.rule }, targetType: null },
      { action: 'dismiss', rule: null, targetType: 'post' },
    ]);
    expect(JSON.stringify(before)).not.toContain(reasonGiven.reason);
  });

  test('and operators name nobody by an address that two accounts have', async () => {
    const email = `both${round}@people.example`;
    const proven = { subject: 'x', email, emailVerified: true, name: 'One of two' };
    const first = await accountOf(app.deps, { ...proven, issuer: 'https://one.example' });
    expect(await findAccount(app.deps, email)).toMatchObject({ id: first.id });
    await accountOf(app.deps, { ...proven, issuer: 'https://other.example' });
    await expect(findAccount(app.deps, email)).rejects.toThrow(first.id);
    expect(await findAccount(app.deps, first.id)).toMatchObject({ id: first.id });
  });

  test('leave a log that verifies, and that nobody changes', async () => {
    await suspended();
    const { data, head } = await nadia.get(listModerationLog, { query: { personId: ann.id } });
    expect(data).toMatchObject([
      {
        action: 'decision',
        code: 'suspend',
        rule: 1,
        by: { id: judge.id },
        person: { id: ann.id },
        byOperator: false,
      },
    ]);
    const verified = await verifyLog(app.deps);
    expect(verified).toMatchObject({ problem: null, head });
    const { number } = data[0]!;
    for (const change of [
      sql`UPDATE moderation_log SET rule = 2 WHERE number = ${number}`,
      sql`DELETE FROM moderation_log WHERE number = ${number}`,
    ]) {
      await expect(app.deps.db.execute(change)).rejects.toThrow();
    }
    // What lies beside it can be changed, and is found out.
    await app.deps.db.execute(
      sql`UPDATE moderation_log_details SET reason = 'Another' WHERE number = ${number}`,
    );
    expect((await verifyLog(app.deps)).problem).toContain(`link ${number}`);
    await app.deps.db.execute(
      sql`UPDATE moderation_log_details SET reason = ${reasonGiven.reason} WHERE number = ${number}`,
    );
    expect(await verifyLog(app.deps)).toMatchObject({ problem: null });
  });
});
