import { getConversation } from '@dazi/contract/chat/conversation-views';
import { editMessage, reactToMessage, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { leavePlan } from '@dazi/contract/plans/plan-people';
import { getPlan, listPlans } from '@dazi/contract/plans/plan-views';
import { callOffPlan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseEnded } from '#features/chat/conversations/conversations.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { day_ms, furtherPlan, hour_ms, joined, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pass = async (ms: number) => {
  app.clock.advance(ms);
  await advancePlans(app.deps);
};
const rows = async (table: string, planId: string) =>
  (await rowsOf(app.deps.db, sql`SELECT 1 FROM ${sql.identifier(table)} WHERE plan_id = ${planId}`)).length;

describe('what becomes of a plan (PLAN-018)', () => {
  test('its spot folds back after the end and goes, its conversation closes, and all of it is erased', async () => {
    const [host, ann] = [await planner(app, 'Host'), await planner(app, 'Ann')];
    const local = localIn(app, 4 * hour_ms);
    const planId = await furtherPlan(app, host, { local, least: 2, title: 'Doubles', note: 'East gate' });
    const [joinedPlan] = await joined({ id: planId }, ann);
    const conversationId = joinedPlan!.mine.conversationId!;
    const { endsAt } = joinedPlan!;
    const until = async (ms: number) => pass(Date.parse(endsAt) + ms - app.clock.read().getTime());
    const spotOf = async (name: string) => {
      const { data } = await (await app.person(name)).get(getPlan, { params: { planId } });
      return data.spot;
    };
    await until(-1);
    expect([await spotOf('Ann'), await spotOf('Stranger')]).toMatchObject([{ name: 'Fountain' }, null]);
    await until(planLimits.spotAfterEnd_ms - 1);
    expect(await spotOf('Ann')).toMatchObject({ name: 'Fountain' });
    const stranger = await app.person('Stranger');
    expect((await stranger.get(getPlan, { params: { planId } })).data).toMatchObject({
      state: 'over',
      people: [],
    });
    await until(planLimits.spotAfterEnd_ms);
    expect(await spotOf('Ann')).toBeNull();
    const write = async () =>
      (await app.person('Ann')).call(sendMessage, {
        params: { conversationId },
        body: { content: 'Thanks' },
      });
    const read = async () => (await app.person('Ann')).call(getConversation, { params: { conversationId } });
    await until(7 * day_ms - 1);
    expect(await write()).toMatchObject({ status: 200 });
    expect(await rows('plan_spots', planId)).toBe(1);
    await until(7 * day_ms);
    expect(await write()).toMatchObject({ code: 'CONVERSATION_CLOSED' });
    expect(await read()).toMatchObject({ data: { isActive: false, can: { send: false } } });
    expect(await rows('plan_spots', planId)).toBe(0);
    await until(90 * day_ms - 1);
    expect(await read()).toMatchObject({ status: 200 });
    await until(90 * day_ms);
    expect(await read()).toMatchObject({ code: 'CONVERSATION_NOT_FOUND' });
    expect(await rows('plan_people', planId)).toBe(0);
    await eraseEnded(app.deps);
    const [left] = await rowsOf<Record<string, unknown>>(
      app.deps.db,
      sql`SELECT title, note, activity, conversation_id, due_at, (SELECT count(*) FROM messages WHERE conversation_id = ${conversationId}) AS said
        FROM plans WHERE id = ${planId}`,
    );
    expect(left).toMatchObject({
      title: null,
      note: null,
      activity: 'badminton',
      conversation_id: null,
      due_at: null,
    });
    expect(Number(left!.said)).toBe(0);
    expect(await (await app.person('Ann')).call(getPlan, { params: { planId } })).toMatchObject({
      status: 404,
    });
  });

  test('a spot for everyone is seen by everyone until the end, by who is in three hours longer (PLAN-007)', async () => {
    const [host, ann] = [await planner(app, 'Host 5'), await planner(app, 'Ann 5')];
    const local = localIn(app, 4 * hour_ms);
    const planId = await furtherPlan(app, host, { local, least: 2, spotShown: 'everyone' });
    const [plan] = await joined({ id: planId }, ann);
    const { endsAt } = plan!;
    const isSeenAt = async (ms: number) => {
      await pass(Date.parse(endsAt) + ms - app.clock.read().getTime());
      const sees = async (as: TestPerson) =>
        (await as.get(getPlan, { params: { planId } })).data.spot !== null;
      return [await sees(app.visitor()), await sees(await app.person('Ann 5'))];
    };
    expect(await isSeenAt(-1)).toEqual([true, true]);
    expect(await isSeenAt(0)).toEqual([false, true]);
    expect(await isSeenAt(3 * hour_ms - 1)).toEqual([false, true]);
    expect(await isSeenAt(3 * hour_ms)).toEqual([false, false]);
  });

  test('whoever leaves sees the spot no more, and again when they come back (PLAN-007)', async () => {
    const [host, ann] = [await planner(app, 'Host 6'), await planner(app, 'Ann 6')];
    const planId = await furtherPlan(app, host, { least: 2 });
    const params = { planId };
    const spot = async () => (await ann.get(getPlan, { params })).data.spot;
    expect(await spot()).toBeNull();
    await joined({ id: planId }, ann);
    expect(await spot()).toMatchObject({ name: 'Fountain' });
    await ann.get(leavePlan, { params, body: {} });
    expect(await spot()).toBeNull();
    await joined({ id: planId }, ann);
    expect(await spot()).toMatchObject({ name: 'Fountain' });
  });

  test('called off, its conversation closes after 48 hours', async () => {
    const [host, ann] = [await planner(app, 'Host 2'), await planner(app, 'Ann 2')];
    const planId = await furtherPlan(app, host, { local: localIn(app, 10 * day_ms) });
    const [plan] = await joined({ id: planId }, ann);
    await host.get(callOffPlan, { params: { planId }, body: { reason: 'ill' } });
    const params = { conversationId: plan!.mine.conversationId! };
    const write = async () =>
      (await app.person('Ann 2')).call(sendMessage, { params, body: { content: 'Pity' } });
    await pass(48 * hour_ms - 1);
    const said = await write();
    expect(said).toMatchObject({ status: 200 });
    await pass(1);
    expect(await write()).toMatchObject({ code: 'CONVERSATION_CLOSED' });
    // Nor are there other words for what was said, or reactions to it; one's own may be taken back.
    const again = await app.person('Ann 2');
    const ofSaid = { params: { ...params, messageId: said.success ? said.data.id : '' } };
    const edited = await again.call(editMessage, { ...ofSaid, body: { content: 'What a pity' } });
    expect(edited).toMatchObject({ status: 409, code: 'CONVERSATION_CLOSED' });
    const reacted = await again.call(reactToMessage, { ...ofSaid, body: { reactionType: 'SAD' } });
    expect(reacted).toMatchObject({ status: 409, code: 'CONVERSATION_CLOSED' });
    expect(await again.call(removeMessage, { ...ofSaid, body: {} })).toMatchObject({ status: 200 });
  });

  test('it leaves the lists when it starts', async () => {
    const host = await planner(app, 'Host 3');
    const planId = await furtherPlan(app, host, { local: localIn(app, 4 * hour_ms), least: 2 });
    const [plan] = await joined({ id: planId }, await planner(app, 'Ann 3'));
    const listed = async () => (await app.visitor().get(listPlans, { query: { ids: planId } })).data.length;
    app.clock.advance(Date.parse(plan!.startsAt) - app.clock.read().getTime() - 1);
    expect(await listed()).toBe(1);
    app.clock.advance(1);
    expect(await listed()).toBe(0);
  });
});

describe('the job', () => {
  test('after a long stop does every step in its order, once', async () => {
    const [host, ann] = [await planner(app, 'Host 4'), await planner(app, 'Ann 4')];
    const planId = await furtherPlan(app, host, { local: localIn(app, 4 * hour_ms), least: 2 });
    await joined({ id: planId }, ann);
    await pass(100 * day_ms);
    const [row] = await rowsOf<{ stage: string; called_off_at: string | null }>(
      app.deps.db,
      sql`SELECT stage, called_off_at FROM plans WHERE id = ${planId}`,
    );
    expect(row).toEqual({ stage: 'erased', called_off_at: null });
  });

  test('is not held up by a plan that fails, and two at once take different ones', async () => {
    const host = await planner(app, 'Host 5');
    const ids: string[] = [];
    for (let number = 0; number < 4; number++)
      ids.push(await furtherPlan(app, host, { local: localIn(app, 4 * hour_ms) }));
    // Nobody is in it, so says its count, and somebody loses their seat: that cannot be saved.
    await joined({ id: ids[0]! }, await planner(app, 'Ann 5'));
    await app.deps.db.execute(
      sql`UPDATE plans SET going_count = 0, asked_version = 99, confirm_until = created_at, due_at = created_at WHERE id = ${ids[0]}`,
    );
    app.clock.advance(3 * hour_ms);
    await Promise.all([advancePlans(app.deps), advancePlans(app.deps)]);
    const rest = await rowsOf<{ id: string }>(
      app.deps.db,
      sql`SELECT id FROM plans WHERE host_id = ${host.id} AND called_off_reason = 'too_few' ORDER BY id`,
    );
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(1).sort());
    await app.deps.db.execute(sql`DELETE FROM plans WHERE id = ${ids[0]}`);
  });
});
