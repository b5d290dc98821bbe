import { joinPlan } from '../../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../../contract/src/plans/plan-settings.ts';
import { callOffPlan, createPlan } from '../../contract/src/plans/plans.ts';
import type { TestPerson } from '../../server/src/testing/test-person.ts';

/** Far from the demo town, so that its map stays as it is. */
const trieste = { latitude: 45.6495, longitude: 13.7768, name: 'Molo Audace' };

/** Ids of plans, by how the person stands with them. */
export interface PlanScene {
  hosted: string;
  open: string;
  asked: string;
  waiting: string;
  going: string;
  calledOff: string;
}

const states = (person: TestPerson) =>
  person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });

async function aPlan(host: TestPerson, activity: string, changes: object = {}): Promise<string> {
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { data } = await host.get(createPlan, {
    body: {
      ...{ userId: host.id, clientId: `${activity}-${host.id}`, activity, languages: ['en', 'ja'] },
      ...{ local: `${inTwoDays}T18:30`, timeZone: 'Europe/Rome', spot: trieste, seats: 4, least: 2 },
      ...changes,
    },
  });
  return data.id;
}

const joins = (person: TestPerson, planId: string) =>
  person.get(joinPlan, { params: { planId }, body: { userId: person.id } });

/** One plan of each standing, and one that does not take place. */
export async function preparePlans(
  person: TestPerson,
  friend: TestPerson,
  third: TestPerson,
  fourth: TestPerson,
): Promise<PlanScene> {
  for (const one of [person, friend, third, fourth]) await states(one);
  const note = 'I bring two rackets. We go for coffee afterwards, whoever wants.';
  const plans = {
    hosted: await aPlan(person, 'badminton', { note }),
    open: await aPlan(friend, 'coffee', { title: '港で朝のコーヒー' }),
    asked: await aPlan(third, 'hiking', { entry: 'ask' }),
    waiting: await aPlan(friend, 'chess', { seats: 3 }),
    going: await aPlan(third, 'swimming', { note }),
    calledOff: await aPlan(friend, 'cycling'),
  };
  for (const one of [third, fourth]) await joins(one, plans.waiting);
  for (const planId of [plans.asked, plans.waiting, plans.going, plans.calledOff])
    await joins(person, planId);
  await joins(third, plans.hosted);
  await joins(friend, plans.going);
  const off = { userId: friend.id, reason: 'weather' } as const;
  await friend.get(callOffPlan, { params: { planId: plans.calledOff }, body: off });
  return plans;
}
