import { appeal, decide, decideAppeal } from '@dazi/contract/moderation/decisions';
import { listModerationLog } from '@dazi/contract/moderation/moderated-people';
import { report } from '@dazi/contract/moderation/moderation';
import { getModerationCounts } from '@dazi/contract/moderation/moderation-counts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genesis } from '#platform/chain.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aCase, reasonGiven } from './moderation.builder.ts';
import { countMonths } from './moderation-counts.service.ts';

const day_ms = 24 * 60 * 60 * 1000;
const hour_ms = 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
});
afterAll(() => app.close());

const countsAsSeen = async () => (await app.visitor().get(getModerationCounts, {})).data;
const nameOf = (at: Date) => at.toISOString().slice(0, 7);

/** To the second day of the next month. */
function nextMonth() {
  const now = app.clock.read();
  app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime());
}

async function settled(
  reporter: TestPerson,
  judge: TestPerson,
  author: TestPerson,
  action: 'warn' | 'dismiss',
) {
  const { targetType, targetId, version } = await aCase(reporter, judge, 'post', (await author.post()).id);
  app.clock.advance(2 * hour_ms);
  const rule = action === 'dismiss' ? {} : reasonGiven;
  return judge.get(decide, { body: { target: { targetType, targetId }, version, action, ...rule } });
}

test('months that are over are counted once, small numbers read few, and the running one is left out', async () => {
  nextMonth();
  const first = nameOf(app.clock.read());
  await countMonths(app.deps);
  expect(await countsAsSeen()).toEqual([]);

  const [ann, bob, judge] = await Promise.all(['Ann', 'Bob', 'Judge'].map((name) => app.person(name)));
  for (let n = 0; n < 5; n++) await settled(bob!, judge!, ann!, 'warn');
  for (let n = 0; n < 2; n++) await settled(bob!, judge!, ann!, 'dismiss');
  const warned = (await settled(bob!, judge!, ann!, 'warn')).data;
  await ann!.get(appeal, { params: { decisionId: warned.id }, body: { text: 'It was a joke.' } });
  await judge!.get(decideAppeal, {
    params: { decisionId: warned.id },
    body: { outcome: 'lifted', reason: 'So it was.' },
  });
  const { head } = await judge!.get(listModerationLog, {});
  await countMonths(app.deps);
  expect(await countsAsSeen()).toEqual([]);

  nextMonth();
  const second = nameOf(app.clock.read());
  await countMonths(app.deps);
  const [counted, ...none] = await countsAsSeen();
  expect(none).toEqual([]);
  expect(counted).toEqual({
    month: first,
    reports: { received: 8, upheld: 6, dismissed: 'few' },
    decisions: {
      ...{ dismiss: 'few', warn: 6, remove: 0, hide_picture: 0, hide_name: 0, hide_bio: 0 },
      ...{ limit: 0, suspend: 0, close: 0 },
    },
    medianHours: 2,
    appeals: { made: 'few', upheld: 0, changed: 0, lifted: 'few' },
    moderators: 1,
    head,
  });

  // The month after is quiet but for a report that nobody settles: what it says of the first stays.
  const again = await app.person('Bob');
  await again.get(report, {
    body: { targetType: 'post', targetId: (await (await app.person('Ann')).post()).id, reason: 'spam' },
  });
  app.clock.advance(40 * day_ms);
  await countMonths(app.deps);
  await countMonths(app.deps);
  const months = await countsAsSeen();
  expect(months.map(({ month }) => month)).toEqual([second, first]);
  expect(months[1]).toEqual(counted);
  expect(months[0]).toMatchObject({
    reports: { received: 'few', upheld: 0, dismissed: 0 },
    medianHours: null,
    head,
  });
  expect(head.hash).not.toBe(genesis);
});
