import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { localOf } from '@dazi/contract/plans/local-times.rules';
import { makeCalendar } from '@dazi/contract/plans/plan-calendar';
import { joinPlan } from '@dazi/contract/plans/plan-people';
import { savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { createPlan, type Plan } from '@dazi/contract/plans/plans';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene } from '../../testing/once.ts';
import type { StatementsScene } from '../../testing/statements-scene.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { acceptFields, acceptSpot } from './plan-fields.rules.ts';
import { livingPlansOf } from './plan-people.store.ts';
import { closePlan, openPlan } from './plan-standing.service.ts';
import { publishPlan } from './plans.service.ts';
import { callOff, stand } from './seats.service.ts';

export const hour_ms = 60 * 60 * 1000;
export const day_ms = 24 * hour_ms;
export const zone = 'America/Los_Angeles';

/** So much from now on, in whole five minutes. */
export const localIn = (app: Pick<TestApp, 'clock'>, ms: number, timeZone = zone): string => {
  const step_ms = 5 * 60_000;
  const at = Math.ceil((app.clock.read().getTime() + ms) / step_ms) * step_ms;
  return localOf(at, timeZone);
};

/** They have stated what everybody states who hosts or joins. */
export async function ready(...people: TestPerson[]): Promise<void> {
  for (const person of people) {
    const body = { adult: true, safetyCard: 1, gender: 'F', languages: ['en', 'ja'] } as const;
    await person.get(savePlanSettings, { body: { ...body, languages: [...body.languages] } });
  }
}

/** The same of everybody in the matrix; who has confirmed no gender states none. */
export async function allReady(people: MayScene['people']): Promise<void> {
  for (const [role, person] of Object.entries(people)) if (person.user) await readyAs(role, person);
}

export async function readyAs(role: string, person: TestPerson): Promise<void> {
  if (role !== 'unconfirmed') return ready(person);
  await person.get(savePlanSettings, { body: { adult: true, safetyCard: 1, languages: ['en', 'ja'] } });
}

/** Somebody who may host and join. */
export async function planner(app: TestApp, name: string): Promise<TestPerson> {
  const person = await app.person(name);
  await ready(person);
  return person;
}

let parties = 0;

/**
 * People who may host and join, with names that nobody had before, one after the other; the clock goes on to whole five
 * minutes, so that what is so many hours ahead is no minutes more.
 */
export async function aParty<const Names extends readonly string[]>(
  app: TestApp,
  ...names: Names
): Promise<{ -readonly [Place in keyof Names]: TestPerson }> {
  const number = ++parties;
  const step_ms = 5 * 60_000;
  app.clock.advance((step_ms - (app.clock.read().getTime() % step_ms)) % step_ms);
  const people: TestPerson[] = [];
  for (const name of names) people.push(await planner(app, `${name} ${number}`));
  return people as never;
}

let made = 0;

/** What makes a plan for four, tomorrow at this hour. */
export const planBody = (
  app: Pick<TestApp, 'clock'>,
  changes: Partial<BodyOf<typeof createPlan>> = {},
): BodyOf<typeof createPlan> => ({
  clientId: `test-plan-${++made}`,
  activity: 'badminton',
  local: localIn(app, day_ms),
  timeZone: zone,
  spot: { ...haight, name: 'Fountain' },
  ...changes,
});

export async function aPlan(
  app: Pick<TestApp, 'clock'>,
  host: TestPerson,
  changes: Partial<BodyOf<typeof createPlan>> = {},
): Promise<Plan> {
  return (await host.get(createPlan, { body: planBody(app, changes) })).data;
}

export async function joined(plan: Pick<Plan, 'id'>, ...people: TestPerson[]): Promise<Plan[]> {
  const answers: Plan[] = [];
  for (const person of people)
    answers.push((await person.get(joinPlan, { params: { planId: plan.id }, body: {} })).data);
  return answers;
}

/** The same without asking how many they host or have made today. */
export async function furtherPlan(
  app: Pick<TestApp, 'clock' | 'deps'>,
  host: Pick<TestPerson, 'id'>,
  changes: Partial<BodyOf<typeof createPlan>> = {},
): Promise<string> {
  const { clientId, ...input } = planBody(app, changes);
  const fields = acceptFields(input, null, 'F');
  return app.deps.transact(async (inner) => {
    const planId = await publishPlan(inner, host, clientId, fields, acceptSpot(input.spot));
    const open = (await openPlan(inner, planId))!;
    open.plan.madeBy = null;
    await closePlan(inner, open);
    return planId;
  });
}

/** As if it had begun this minute, for scenes whose clock stands. */
export async function beganJustNow(app: Pick<TestApp, 'deps'>, planId: string): Promise<void> {
  await app.deps.transact(async (inner) => {
    const open = (await openPlan(inner, planId))!;
    const { plan } = open;
    const now = inner.clock();
    plan.endsAt = new Date(now.getTime() + (plan.endsAt.getTime() - plan.startsAt.getTime()));
    plan.startsAt = now;
    plan.stage = 'started';
    await closePlan(inner, open);
  });
}

/** Calls off what they host: there is only so much that one person does. */
export async function hostsNothing(
  app: Pick<TestApp, 'deps'>,
  person: Pick<TestPerson, 'id'>,
): Promise<void> {
  await app.deps.transact(async (inner) => {
    for (const planId of await livingPlansOf(inner.db, person.id, inner.clock())) {
      const open = (await openPlan(inner, planId))!;
      if (open.plan.hostId === person.id) await callOff(inner, open, 'other');
      await closePlan(inner, open);
    }
  });
}

/** The path at which calendars read somebody's plans; an earlier one ends. */
export async function addressOf(
  person: TestPerson,
  wish: Omit<BodyOf<typeof makeCalendar>, 'renew'> = {},
): Promise<string> {
  const { data } = await person.get(makeCalendar, { body: { ...wish, renew: true } });
  return new URL(data.address!).pathname;
}

/** A plan of the owner's with a guest in it and somebody who asks, and everybody may join. */
export const guestsIn = perScene(async ({ app, people }: MayScene) => {
  const [guest, asker] = [await planner(app, `Guest ${++made}`), await planner(app, `Asker ${made}`)];
  await allReady(people);
  const planId = await furtherPlan(app, people.owner, { seats: 8 });
  await joined({ id: planId }, guest);
  await joinedAsking(app, planId, asker);
  return { planId, guestId: guest.id, askerId: asker.id };
});

/** A request, whether the plan asks for one or not. */
async function joinedAsking(app: Pick<TestApp, 'deps'>, planId: string, person: TestPerson): Promise<void> {
  await app.deps.transact(async (inner) => {
    const open = (await openPlan(inner, planId))!;
    await stand(inner, open, person.id, 'asked');
    await closePlan(inner, open);
  });
}

/** Bob's, full with Ann in it, and with somebody in line. */
export async function manned(scene: StatementsScene) {
  const { ann, planId, bob } = await withGuests(scene, { entry: 'open', seats: 3 });
  const others = [await planner(scene.app, `Dora ${++made}`), await planner(scene.app, `Finn ${made}`)];
  await joined({ id: planId }, ann, ...others);
  return { ann, bob, plan: (await bob.get(getPlan, { params: { planId } })).data };
}

/** Bob's, to which Ann has not come yet, or has asked to; she is another each time, as nobody is in many at once. */
export async function withGuests(scene: StatementsScene, changes: { entry: 'open' | 'ask'; seats?: number }) {
  const { app, bob } = scene;
  await ready(bob);
  const ann = await planner(app, `Ann ${++made}`);
  const planId = await furtherPlan(app, bob, changes);
  if (changes.entry === 'ask') await joined({ id: planId }, ann);
  return { ann, bob, planId };
}

/** A plan that somebody may well report, its host, a guest, somebody else, and who judges; for an app with `judge@people.example`. */
export async function planToJudge(app: TestApp, round: number) {
  const host = await planner(app, `Host ${round}`);
  const guest = await planner(app, `Guest ${round}`);
  const stranger = await planner(app, `Stranger ${round}`);
  const judge = await app.person('Judge');
  const planId = await furtherPlan(app, host, { title: 'Cheap tickets', note: 'Pay me first', least: 2 });
  await joined({ id: planId }, guest);
  return { host, guest, stranger, judge, planId };
}
