import { countUnread } from '@dazi/contract/chat/conversation-views';
import { listBoardMembers } from '@dazi/contract/governance/governance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aBoard, aMotion, ballot, boardOf } from './governance.builder.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('what the board is told', () => {
  test('of a new motion and of its end; the motions that wait for somebody are counted', async () => {
    const board = await aBoard(app, 'Told');
    const [mover, second, third] = board as [TestPerson, TestPerson, TestPerson];
    const outsider = await app.person('Outside the board', { profile: false });
    const waiting = async (who: TestPerson) => (await who.get(countUnread, {})).data.motions;
    const before = await waiting(second);
    const motion = await aMotion(mover, 'Benches for all');
    const told = async (who: TestPerson) => {
      const { list } = await notificationsOf(who);
      return list
        .filter(({ data }) => data.motionId === motion.id)
        .map(({ code, message }) => [code, message]);
    };
    await allNotified(app.deps);
    expect(await told(second)).toEqual([['motion_put', 'Benches for all']]);
    expect([await told(mover), await told(outsider)]).toEqual([[], []]);
    expect([await waiting(second), await waiting(outsider)]).toEqual([before + 1, 0]);
    await ballot(second, motion);
    expect(await waiting(second)).toBe(before);
    await ballot(third, motion, 'NO');
    await allNotified(app.deps);
    expect(await told(second)).toEqual([
      ['motion_failed', 'Benches for all'],
      ['motion_put', 'Benches for all'],
    ]);
    // Whose ballot decided it saw so.
    expect(await told(third)).toEqual([['motion_put', 'Benches for all']]);
    expect(await told(mover)).toEqual([['motion_failed', 'Benches for all']]);
    const passing = await aMotion(mover, 'More lamps');
    for (const member of board) await ballot(member, passing);
    await allNotified(app.deps);
    const ends = (await notificationsOf(second)).list.filter(({ data }) => data.motionId === passing.id);
    expect(ends.map(({ code }) => code)).toEqual(['motion_passed', 'motion_put']);
  });

  test('everybody sees who comes behind the twelve seats', async () => {
    const people = await aBoard(app, 'Behind', 15);
    const seats = await boardOf(people[0]!);
    const { data: behind } = await app.visitor().get(listBoardMembers, { query: { from: 12 } });
    const ids = [...seats, ...behind].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of people) expect(ids).toContain(id);
    expect(behind[0]!.vote_count).toBeLessThanOrEqual(seats.at(-1)!.vote_count);
  });
});
