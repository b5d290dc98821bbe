import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';

/** What is counted in a sliding day. */
export type NewcomerBudget = Exclude<keyof typeof newcomerBudgets, 'day_ms' | 'week_ms' | 'links'>;

export interface Done {
  count: number;
  oldest: Date | null;
}

/** What of the settings decides about budgets; without a provider the server is in demo mode. */
interface Installation {
  readonly provider: object | null;
  readonly demoPublic: boolean;
  readonly rateLimitFactor: number;
}

export function ageOf(createdAt: Date, now: Date): 'day' | 'week' | 'later' {
  const age_ms = now.getTime() - createdAt.getTime();
  if (age_ms < newcomerBudgets.day_ms) return 'day';
  return age_ms < newcomerBudgets.week_ms ? 'week' : 'later';
}

const isOff = ({ provider, demoPublic }: Installation) => provider === null && !demoPublic;

/** Younger than a week, where that makes a difference. */
export const isNewcomer = (
  { createdAt }: { createdAt: Date },
  now: Date,
  installation: Installation,
): boolean => !isOff(installation) && ageOf(createdAt, now) !== 'later';

/** How often somebody may do something within a day; null where nothing is counted. */
export function budgetOf(
  kind: NewcomerBudget,
  { createdAt }: { createdAt: Date },
  now: Date,
  installation: Installation,
): number | null {
  if (isOff(installation)) return null;
  return Math.floor(newcomerBudgets[kind][ageOf(createdAt, now)] * installation.rateLimitFactor);
}

/** How many links something may hold that strangers read; null for as many as one likes. */
export function linksFor(
  { createdAt }: { createdAt: Date },
  now: Date,
  installation: Installation,
): number | null {
  if (isOff(installation)) return null;
  const links = newcomerBudgets.links[ageOf(createdAt, now)];
  return links === null ? null : Math.floor(links * installation.rateLimitFactor);
}

/** Seconds until what was done first is a day ago, or, where nothing may be done, until the account is a day old. */
export function budgetAgain_s(
  done: Pick<Done, 'oldest'>,
  { createdAt }: { createdAt: Date },
  now: Date,
): number {
  const end = (done.oldest ?? createdAt).getTime() + newcomerBudgets.day_ms;
  return Math.max(1, Math.ceil((end - now.getTime()) / 1000));
}
