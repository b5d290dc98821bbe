import { appealOutcomes, decisionActions } from '@dazi/contract/moderation/moderation.rules';
import type { CountedMonth } from '@dazi/contract/moderation/moderation-counts';
import { genesis } from '#platform/chain.ts';
import type { Deps } from '#platform/deps.ts';
import { Office } from './involvement.service.ts';
import * as store from './moderation-counts.store.ts';

/** Fewer than these could be people whom somebody knows. */
const leastCounted = 5;

const said = (count: number) => (count > 0 && count < leastCounted ? 'few' : count);

/** The month of an instant, in UTC, or one before or after it. */
const monthFrom = (at: Date, later = 0) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
const nameOf = (month: Date) => month.toISOString().slice(0, 7);

/** Counts the months that are over and were not counted yet. */
export async function countMonths(deps: Deps): Promise<void> {
  const counted = await store.listMonths(deps.db);
  const running = monthFrom(deps.clock());
  const latest = counted[0];
  const beginning = latest ? monthFrom(new Date(`${latest.month}-01T00:00:00Z`), 1) : null;
  let month = beginning ?? (await firstMonth(deps));
  while (month && month < running) {
    await store.saveMonth(deps.db, await countMonth(deps, month));
    month = monthFrom(month, 1);
  }
}

async function firstMonth(deps: Deps): Promise<Date | null> {
  const first = await store.findBeginning(deps.db);
  return first && monthFrom(first);
}

async function countMonth(deps: Deps, from: Date): Promise<CountedMonth> {
  const span = { from, until: monthFrom(from, 1) };
  const { medianHours, received, upheld, dismissed } = await store.countReports(deps.db, span);
  const links = await store.countLinks(deps.db, span);
  const countOf = (action: string, code?: string) =>
    said(
      links
        .filter((link) => link.action === action && (code === undefined || link.code === code))
        .reduce((sum, { count }) => sum + count, 0),
    );
  const outcomes = Object.fromEntries(
    appealOutcomes.map((outcome) => [outcome, countOf('appeal_decided', outcome)]),
  ) as Record<(typeof appealOutcomes)[number], number | 'few'>;
  return {
    month: nameOf(from),
    reports: { received: said(received), upheld: said(upheld), dismissed: said(dismissed) },
    decisions: Object.fromEntries(decisionActions.map((action) => [action, countOf('decision', action)])),
    medianHours: upheld + dismissed < leastCounted || medianHours === null ? null : Math.round(medianHours),
    appeals: { made: countOf('appeal_made'), ...outcomes },
    moderators: (await Office.read(deps)).holders.length,
    head: (await store.headAt(deps.db, span.until)) ?? { number: 0, hash: genesis },
  };
}

/** The months that were counted, the latest first. */
export const listCountedMonths = (deps: Deps): Promise<CountedMonth[]> => store.listMonths(deps.db);
