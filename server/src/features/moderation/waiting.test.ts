import { sendMessage } from '@dazi/contract/chat/conversations';
import { decide } from '@dazi/contract/moderation/decisions';
import { listReports, report, takeCase } from '@dazi/contract/moderation/moderation';
import type { ReportReason } from '@dazi/contract/moderation/moderation.rules';
import { readNotifications } from '@dazi/contract/notifications/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { appointModerator } from '#features/identity/identity.service.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { reportTargets } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { tellOverdue } from './cases.service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let judge: TestPerson;
/** An administrator, too. */
let nina: TestPerson;
/** A moderator and no more. */
let walt: TestPerson;
async function everybody() {
  ann = await app.person('Ann');
  bob = await app.person('Bob');
  judge = await app.person('Judge');
  nina = await app.person('Nina');
  walt = await app.person('Walt');
}
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,nina@people.example' });
  await everybody();
  await app.deps.transact((inner) => appointModerator(inner, walt.id, judge.id));
});
afterAll(() => app.close());

const day_ms = 24 * 60 * 60 * 1000;
async function reported(reason: ReportReason) {
  const { id } = await ann.post({ content: `About ${reason}` });
  await bob.get(report, { body: { targetType: 'post', targetId: id, reason } });
  return { targetType: 'post', targetId: id } as const;
}
async function told(as = judge) {
  await allNotified(app.deps);
  const { list } = await notificationsOf(as);
  return list.filter(({ code }) => code === 'moderation_waiting');
}

test('moderators are told once until they look, and again of what is more urgent', async () => {
  await reported('spam');
  const [first] = await told();
  expect(first).toMatchObject({ priority: 'medium', read: false, params: { count: 1, urgency: 'week' } });
  await reported('other');
  expect((await told()).map(({ sequence }) => sequence)).toEqual([first!.sequence]);

  await reported('harassment');
  const [more] = await told();
  expect(more).toMatchObject({ priority: 'medium', params: { count: 3, urgency: 'day' } });
  await reported('unsafe_meeting');
  const [urgent, ...others] = await told();
  expect(urgent).toMatchObject({ priority: 'high', params: { count: 4, urgency: 'hour' } });
  expect(urgent!.message).toBe('4 cases, the most urgent within 1 h');
  expect(others).toEqual([]);
  await reported('flirting');
  await reported('violence');
  expect((await told())[0]!.sequence).toBe(urgent!.sequence);

  await judge.get(readNotifications, { body: {} });
  await reported('spam');
  expect((await told())[0]).toMatchObject({ read: false, params: { count: 7, urgency: 'week' } });
});

test('of what comes together the most urgent is told', async () => {
  await judge.get(readNotifications, { body: {} });
  const before = (await told())[0]!.sequence;
  for (const reason of ['spam', 'minor', 'other'] as const) await reported(reason);
  const [one] = await told();
  expect(one!.sequence).toBeGreaterThan(before);
  expect(one).toMatchObject({ priority: 'high', params: { urgency: 'hour' } });
});

test('who moderates hears how much waits, as the queue says it', async () => {
  const waiting = async () => (await judge.get(listReports, { query: {} })).waiting;
  const stream = await TestStream.open(judge);
  const heard = async (act: () => Promise<unknown>) => {
    const from = stream.frames.length;
    await act();
    await stream.until(
      (frame) => stream.frames.indexOf(frame) >= from && frame.type === 'moderation_changed',
    );
    return stream.frames.slice(from).find(({ type }) => type === 'moderation_changed');
  };
  const before = await waiting();
  const target = await reported('spam');
  await stream.until(({ type }) => type === 'moderation_changed');
  expect(await waiting()).toEqual({ ...before, week: before.week + 1 });
  expect(await heard(() => reported('harassment'))).toMatchObject({ waiting: await waiting() });
  await heard(() => judge.get(takeCase, { body: { ...target, take: true } }));
  const dismissed = await heard(() => judge.get(decide, { body: { target, action: 'dismiss' } }));
  expect(dismissed).toMatchObject({ waiting: { ...before, day: before.day + 1 } });
  expect(await waiting()).toEqual({ ...before, day: before.day + 1 });
  stream.close();
});

test('administrators who are not involved are told once of what nobody has looked at in time', async () => {
  const passes = async (ms: number) => {
    app.clock.advance(ms);
    await everybody();
    await tellOverdue(app.deps, reportTargets);
  };
  const unread = async (as: TestPerson) => (await told(as)).filter(({ read }) => !read);
  const readAll = async () => {
    await allNotified(app.deps);
    for (const person of [judge, nina, walt]) await person.get(readNotifications, { body: {} });
  };
  for (const { targetType, targetId } of (await judge.get(listReports, { query: {} })).data) {
    await judge.get(decide, { body: { target: { targetType, targetId }, action: 'dismiss' } });
  }
  const target = { targetType: 'post', targetId: (await ann.post()).id } as const;
  await nina.get(report, { body: { ...target, reason: 'flirting' } });
  await readAll();
  await passes(day_ms - 1000);
  expect(await unread(judge)).toEqual([]);

  await passes(1000);
  expect(await unread(judge)).toMatchObject([
    {
      ...{ priority: 'medium', message: '1 case, the most urgent overdue' },
      params: { urgency: 'overdue', count: 1 },
    },
  ]);
  // Who has reported it decides nothing in it, and a moderator is no administrator.
  expect([await unread(nina), await unread(walt)]).toEqual([[], []]);
  await readAll();
  await passes(60 * 1000);
  expect(await unread(judge)).toEqual([]);

  // More urgent now, and its time is over for that as well.
  await bob.get(report, { body: { ...target, reason: 'violence' } });
  await readAll();
  await passes(60 * 1000);
  expect(await unread(judge)).toMatchObject([{ params: { urgency: 'overdue' } }]);
  await judge.get(decide, { body: { target, action: 'dismiss' } });
  await readAll();
  await passes(8 * day_ms);
  expect(await unread(judge)).toEqual([]);

  // Nor does whoever leads the room that it was said in.
  const room = await aRoom(nina);
  await joined(room, ann, bob);
  const params = { conversationId: room.conversationId };
  const said = (await ann.get(sendMessage, { params, body: { content: 'Rude' } })).data;
  const inRoom = { targetType: 'message', targetId: said.id } as const;
  await bob.get(report, { body: { ...inRoom, reason: 'flirting' } });
  await readAll();
  await passes(day_ms);
  expect(await unread(judge)).toMatchObject([{ params: { urgency: 'overdue' } }]);
  expect(await unread(nina)).toEqual([]);

  // Nor are they told of a report about the room itself.
  await readAll();
  await bob.get(report, { body: { targetType: 'room', targetId: room.id, reason: 'violence' } });
  expect(await unread(judge)).toMatchObject([{ params: { urgency: 'hour' } }]);
  expect(await unread(nina)).toEqual([]);
  await readAll();
  await passes(day_ms);
  expect(await unread(judge)).toMatchObject([{ params: { urgency: 'overdue' } }]);
  expect(await unread(nina)).toEqual([]);
});
