import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { registrationModes } from '@dazi/contract/identity/registration.rules';
import type { Decision } from '@dazi/contract/moderation/decisions';
import { urgencies } from '@dazi/contract/moderation/moderation.rules';
import { ruleTexts } from '@dazi/contract/moderation/rules-text';
import { setRegistration, unblockIdentity } from '#features/moderation/admission.service.ts';
import { listReports } from '#features/moderation/cases.service.ts';
import { decide, liftMeasure } from '#features/moderation/decisions.service.ts';
import { operator } from '#features/moderation/involvement.service.ts';
import {
  findAccount,
  getModeratedPerson,
  setModerator,
} from '#features/moderation/moderated-people.service.ts';
import { countMonths, listCountedMonths } from '#features/moderation/moderation-counts.service.ts';
import { verifyLog } from '#features/moderation/moderation-log.service.ts';
import { accountParts, reportTargets } from './areas.ts';
import { operateOne, say } from './operator.ts';
import type { Deps } from './platform/deps.ts';

/**
 * What an operator does about people: `queue`, `show WHO`, `warn WHO RULE "REASON"`, `limit|suspend WHO UNTIL RULE "REASON"`,
 * `close WHO RULE "REASON"`, `lift WHO "REASON"`, `appoint WHO`, `dismiss WHO`, `registration MODE`, `unblock ID`,
 * `verify`, `counts`. WHO is an account id or a verified
 * address; UNTIL an instant, or days as `7d`. It asks before it acts, unless `--yes` is said.
 */
const house = { targets: reportTargets, parts: accountParts };
const day_ms = 24 * 60 * 60 * 1000;

const usage = `Say one of:
  queue                                    what waits
  show WHO                                 what is known of somebody
  warn WHO RULE "REASON"
  limit WHO UNTIL RULE "REASON"            nothing towards strangers
  suspend WHO UNTIL RULE "REASON"
  close WHO RULE "REASON"
  lift WHO "REASON"                        ends what stands against somebody
  appoint WHO, dismiss WHO                 moderators
  registration ${registrationModes.join('|')}    who may come in
  unblock ID                               lets somebody open an account again whose was closed
  verify                                   the chained log
  counts                                   what was reported and decided, month by month
WHO is an account id or a verified e-mail address, UNTIL an instant (2026-12-31T00:00:00Z) or days (7d), RULE 1 to ${ruleTexts.length}.
It asks before it acts, unless --yes is said.`;

function untilOf(deps: Deps, text: string | undefined): string {
  const days = /^(\d{1,3})d$/.exec(text ?? '')?.[1];
  if (days) return new Date(deps.clock().getTime() + Number(days) * day_ms).toISOString();
  const until = new Date(text ?? '');
  const isInstant = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text ?? '');
  if (!isInstant || Number.isNaN(until.getTime())) {
    throw new Error(`Until when? "${text ?? ''}" is no instant with a zone, and no number of days like 7d.`);
  }
  return until.toISOString();
}

function ruleOf(text: string | undefined): number {
  const rule = ruleTexts.find(({ number }) => String(number) === text);
  if (!rule) throw new Error(`There is no rule "${text ?? ''}": say 1 to ${ruleTexts.length}.`);
  return rule.number;
}

async function isSure(question: string): Promise<boolean> {
  if (isAgreed) return true;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Where nobody is there to answer it is a no.
  const nobody = once(lines, 'close').then(() => '');
  const answer = await Promise.race([lines.question(`${question} [y/N] `), nobody]);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

const told = ({ action, number, until, rule }: Decision) =>
  `Decided: ${action}${until ? ` until ${until}` : ''}, rule ${rule?.number}, number ${number} of the log.`;

async function act(deps: Deps, action: 'warn' | 'limit' | 'suspend' | 'close', given: readonly string[]) {
  const person = await findAccount(deps, given[0] ?? '');
  const takesUntil = action === 'limit' || action === 'suspend';
  const until = takesUntil ? untilOf(deps, given[1]) : undefined;
  const [ruleText, reason] = given.slice(takesUntil ? 2 : 1);
  const rule = ruleOf(ruleText);
  if (!reason?.trim()) throw new Error('Give the reason: the person reads it as it is written.');
  if (!(await isSure(`${action} ${person.name} (${person.id})${until ? ` until ${until}` : ''}?`))) return;
  const input = { personId: person.id, action, until, rule, reason };
  say(told(await decide(deps, house, operator, input)));
}

async function lift(deps: Deps, [who = '', reason]: readonly string[]) {
  const person = await findAccount(deps, who);
  if (!reason?.trim()) throw new Error('Give the reason.');
  if (!(await isSure(`End what stands against ${person.name} (${person.id})?`))) return;
  await liftMeasure(deps, house, operator, { personId: person.id, reason });
  say('Nothing stands against them any more.');
}

async function setOffice(deps: Deps, [who = '']: readonly string[], isModerator: boolean) {
  const person = await findAccount(deps, who);
  const question = `${isModerator ? 'Make' : 'Dismiss'} ${person.name} (${person.id}) ${isModerator ? 'a moderator' : 'as a moderator'}?`;
  if (!(await isSure(question))) return;
  await setModerator(deps, operator, person.id, isModerator);
  say(isModerator ? 'They moderate now.' : 'They moderate no more.');
}

async function queue(deps: Deps) {
  const { reported, waiting } = await listReports(deps, reportTargets, operator, {});
  say(
    `Waiting: ${urgencies.map((urgency) => `${waiting[urgency]} within a ${urgency}`).join(', ')}; ${waiting.appeals} appeals.`,
  );
  for (const { targetType, targetId, person, reports, since } of reported) {
    say(
      `${since}  ${targetType} ${targetId}  of ${person?.name ?? 'somebody'} (${person?.id ?? '-'})  ${reports[0]?.reason}`,
    );
  }
}

async function show(deps: Deps, [who = '']: readonly string[]) {
  const { id } = await findAccount(deps, who);
  const { person, standing, decisions, reportsAbout, isModerator } = await getModeratedPerson(
    deps,
    operator,
    id,
  );
  say(
    `${person.name} (${id})${isModerator ? ', a moderator' : ''}: ${standing.kind}${standing.until ? ` until ${standing.until}` : ''}`,
  );
  say(
    `Reports about them: ${reportsAbout.open} open, ${reportsAbout.upheld} upheld, ${reportsAbout.dismissed} dismissed.`,
  );
  for (const { createdAt, action, rule, reason } of decisions) {
    say(`${createdAt}  ${action}  ${rule ? `rule ${rule.number}` : ''}  ${reason ?? ''}`);
  }
}

async function changeRegistration(deps: Deps, [word = '']: readonly string[]) {
  const mode = registrationModes.find((one) => one === word);
  if (!mode) throw new Error(`Who may come in? "${word}" is none of ${registrationModes.join(', ')}.`);
  if (!(await isSure(`Change who may come in to "${mode}"?`))) return;
  await setRegistration(deps, operator, mode);
  say(`Who may come in: ${mode}.`);
}

async function unblock(deps: Deps, [blockId = '']: readonly string[]) {
  if (!(await isSure(`Let whoever this was (${blockId}) open an account again?`))) return;
  await unblockIdentity(deps, operator, blockId);
  say('An account can be opened with this sign-in again.');
}

async function verify(deps: Deps) {
  const { links, erased, problem, head } = await verifyLog(deps);
  say(`${links} links; the personal part of ${erased} was erased.`);
  say(`End of the chain: ${head.number} ${head.hash}`);
  if (problem) throw new Error(`The log does not fit: ${problem}.`);
  say('Everything fits.');
}

const listed = (counts: Readonly<Record<string, number | 'few'>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

async function counts(deps: Deps) {
  await countMonths(deps);
  const months = await listCountedMonths(deps);
  if (months.length === 0) say('No month is over since the first report.');
  for (const { month, reports, decisions, medianHours, appeals, moderators, head } of months) {
    say(
      `${month}  reports: ${listed(reports)}; decisions: ${listed(decisions)}; appeals: ${listed(appeals)}`,
    );
    say(
      `         ${medianHours === null ? '' : `median ${medianHours} h; `}${moderators} moderators; end of the log ${head.number} ${head.hash}`,
    );
  }
}

const words = process.argv.slice(2);
const isAgreed = words.includes('--yes');

operateOne(
  {
    queue,
    show,
    warn: (deps, given) => act(deps, 'warn', given),
    limit: (deps, given) => act(deps, 'limit', given),
    suspend: (deps, given) => act(deps, 'suspend', given),
    close: (deps, given) => act(deps, 'close', given),
    lift,
    appoint: (deps, given) => setOffice(deps, given, true),
    dismiss: (deps, given) => setOffice(deps, given, false),
    registration: changeRegistration,
    unblock,
    verify,
    counts,
  },
  words.filter((word) => word !== '--yes'),
  usage,
);
