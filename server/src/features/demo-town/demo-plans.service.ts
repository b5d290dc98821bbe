import { localLater, localOf } from '@dazi/contract/plans/local-times.rules';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { MessageWriter, sendMessage } from '#features/chat/conversations/conversations.service.ts';
import {
  answerRequest,
  callOffOwnPlan,
  createPlan,
  getPlan,
  PlanJoiner,
  saveSettings,
} from '#features/plans/plans.service.ts';
import { type DemoPerson, demoPeople } from './people.data.ts';
import { type DemoPlan, type DemoStart, demoPlans } from './plans.data.ts';
import { at, minute_ms, type Town } from './town.service.ts';

const timeZone = 'America/Los_Angeles';
const day_minutes = 24 * 60;

export async function loadPlans(town: Town): Promise<{ plans: number }> {
  const people = new Map(demoPeople.map((person) => [person.key, person]));
  for (const key of planners()) await prepare(town, people.get(key)!);
  for (const plan of demoPlans) await loadPlan(town, plan);
  return { plans: demoPlans.length };
}

const planners = () =>
  new Set(
    demoPlans.flatMap(({ by, going, waiting = [], asked = [] }) => [
      by,
      ...going,
      ...waiting,
      ...asked.map((request) => request.by),
    ]),
  );

/** States what everybody states before their first plan. */
async function prepare({ deps, actors, now }: Town, { key, gender, language }: DemoPerson): Promise<void> {
  const longAgo = at(deps, new Date(now.getTime() - 30 * day_minutes * minute_ms));
  const languages = language === 'en' ? ['en' as const] : [language, 'en' as const];
  const { safetyCard } = planLimits;
  await saveSettings(longAgo, actors.get(key)!, { adult: true, safetyCard, gender, languages });
}

/** A plan with whoever is in, in line or has asked, and what they said. */
async function loadPlan(town: Town, demo: DemoPlan): Promise<void> {
  const { deps, actors, now, seen } = town;
  // In one commit: the job that advances plans has the clock of today, and calls off what began with nobody in.
  const planId = await deps.transact((inner) => makePlan({ ...town, deps: inner }, demo));
  for (const { by, minutesAgo, text } of demo.lines ?? []) {
    const then = at(deps, new Date(now.getTime() - minutesAgo * minute_ms));
    const actor = actors.get(by)!;
    const { mine } = await getPlan(then, actor, planId);
    await sendMessage(then, new MessageWriter(then), actor, mine.conversationId!, { content: text });
    seen(by, then.clock());
  }
}

async function makePlan({ deps, actors, now, seen }: Town, demo: DemoPlan): Promise<string> {
  const { key, by, madeDaysAgo, starts, spot, going, waiting, asked, calledOff, lines: _, ...said } = demo;
  const made_minutes = madeDaysAgo * day_minutes;
  const ago = (minutes: number) => at(deps, new Date(now.getTime() - minutes * minute_ms));
  const host = actors.get(by)!;
  const { at: place, name, hint = null } = spot;
  const planId = await createPlan(ago(made_minutes), host, {
    ...said,
    clientId: `demo-town-${key}`,
    local: localStart(starts, now),
    timeZone,
    spot: { ...place, name, hint },
  });
  seen(by, ago(made_minutes).clock());
  // One every hour: the last of them came long before it begins.
  let minutes = made_minutes;
  const comes = async (who: string, message?: string) => {
    minutes -= 60;
    const joiner = new PlanJoiner(ago(minutes));
    await joiner.join(actors.get(who)!, planId, message === undefined ? {} : { message });
    seen(who, ago(minutes).clock());
  };
  for (const who of going) {
    await comes(who);
    if (demo.entry === 'ask')
      await answerRequest(ago(minutes - 5), host, planId, actors.get(who)!.id, 'let_in');
  }
  for (const who of waiting ?? []) await comes(who);
  for (const request of asked ?? []) await comes(request.by, request.message);
  if (calledOff) await callOffOwnPlan(ago(calledOff.minutesAgo), host, planId, calledOff.reason);
  return planId;
}

/** By the clocks of the town, in whole steps. */
function localStart(starts: DemoStart, now: Date): string {
  const step_ms = planLimits.startStep * minute_ms;
  if ('inMinutes' in starts) {
    const instant = now.getTime() + starts.inMinutes * minute_ms;
    return localOf(Math.ceil(instant / step_ms) * step_ms, timeZone);
  }
  const midnight = `${localOf(now.getTime(), timeZone).slice(0, 10)}T00:00`;
  const today = new Date(`${midnight}Z`).getUTCDay();
  const days = 'inDays' in starts ? starts.inDays : 1 + ((starts.weekday - today + 6) % 7);
  return `${localLater(midnight, days * day_minutes).slice(0, 10)}T${starts.clock}`;
}
