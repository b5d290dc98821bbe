import type { BodyOf, DataOf } from '@dazi/contract/kernel/endpoint';
import type {
  listModerationLog as logEndpoint,
  listModerators as moderatorsEndpoint,
  addModeratorNote as noteEndpoint,
  getModeratedPerson as personEndpoint,
} from '@dazi/contract/moderation/moderated-people';
import {
  lookLifetime_ms,
  moderatorAge_ms,
  noteLifetime_ms,
  reportLimits,
} from '@dazi/contract/moderation/moderation.rules';
import {
  accountStandsNow,
  appointModerator,
  dismissModerator,
  isModeratorNow,
  lockedStandingOf,
  makeOnce,
  standingOf,
} from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { earlierNamesOf } from '#features/people/profiles/profiles.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { judgedView, peopleOf } from './appeals.service.ts';
import { listPeople, putBackAllOf } from './cases.store.ts';
import { allAbout, countDecidedBy } from './decisions.store.ts';
import { actorIdOf, Office, operator, requireModerator } from './involvement.service.ts';
import * as store from './moderated-people.store.ts';
import { officeChanged } from './moderation.notices.ts';
import { personView, possibleActions } from './moderation.rules.ts';
import { writeLog } from './moderation-log.service.ts';
import * as logStore from './moderation-log.store.ts';
import { tallies } from './reports.store.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** Blocks younger than this are counted, and said from so many on. */
const blocksOf_ms = 90 * day_ms;
const leastBlocks = 3;
const mostDecisions = 100;
const mostPublic = 20;

async function requirePerson(deps: Deps, personId: string) {
  const person = await store.findPerson(deps.db, personId);
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  return person;
}

const hostOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer);

/** Somebody named by account id or verified address; throws a sentence for the command line. */
export async function findAccount(deps: Deps, who: string): Promise<{ id: string; name: string }> {
  const found = who === '' ? [] : await store.findAccounts(deps.db, who);
  if (found.length === 0) throw new Error(`There is no account "${who}".`);
  if (found.length > 1) {
    const ids = found.map(({ id, name }) => `${id} (${name})`).join(', ');
    throw new Error(`"${who}" is the address of several accounts, so say which by its id: ${ids}.`);
  }
  return found[0]!;
}

export async function getModeratedPerson(
  deps: Deps,
  actor: Actor,
  personId: string,
): Promise<DataOf<typeof personEndpoint>> {
  requireModerator(actor);
  const person = await requirePerson(deps, personId);
  const now = deps.clock();
  if (actor !== operator) {
    await store.insertLook(deps.db, {
      ...{ id: deps.ids.next(now), moderatorId: actor.id, personId, lookedAt: now },
    });
  }
  const office = await Office.read(deps);
  const decisions = await allAbout(deps.db, personId, mostDecisions);
  const people = await peopleOf(deps, decisions);
  const { blockedBy, ...made } = await store.countMade(
    deps.db,
    personId,
    new Date(now.getTime() - blocksOf_ms),
  );
  const none = { open: 0, upheld: 0, dismissed: 0 };
  const role = office.roleOf(personId);
  const involved = await office.involved(deps, personId, []);
  const came = await store.findInviter(deps.db, personId);
  const mayJudge = office.mayJudge(actor, involved, office.needsAdministrator(personId));
  const standing = await standingOf(deps, personId);
  const isClosed = standing.kind === 'closed';
  return {
    person: personView(person),
    bio: person.bio,
    age: person.confirmedAt ? person.age : null,
    gender: person.confirmedAt ? person.gender : null,
    accountCreatedAt: person.createdAt.toISOString(),
    confirmedAt: person.confirmedAt?.toISOString() ?? null,
    provider: hostOf(person.issuer),
    hasVerifiedEmail: person.email !== null && person.emailVerified,
    email: actor.isAdministrator ? person.email : null,
    cameByInvitation: came !== undefined,
    invitedBy: came?.id
      ? personView({ id: came.id, name: came.name ?? '', avatarUrl: came.avatarUrl })
      : null,
    invited: await store.countInvited(deps.db, personId),
    earlierNames: (await earlierNamesOf(deps, personId)).map(({ name, until }) => ({
      name,
      until: until.toISOString(),
    })),
    standing,
    isModerator: await isModeratorNow(deps, personId),
    isAdministrator: role === 'administrator',
    decisions: decisions.map((row) => judgedView(row, people, now)),
    reportsAbout: (await tallies(deps.db, 'about', [personId])).get(personId) ?? none,
    reportsMade: (await tallies(deps.db, 'made', [personId])).get(personId) ?? none,
    blockedBy: blockedBy < leastBlocks ? 0 : blockedBy,
    made,
    public: (await store.listPublic(deps.db, personId, mostPublic)).map(({ createdAt, ...said }) => ({
      ...said,
      createdAt: new Date(createdAt).toISOString(),
    })),
    notes: personId === actor.id ? [] : await notesOf(deps, personId, now),
    can: mayJudge
      ? possibleActions(actor, { targetType: null, isRemovable: false, person: role, isClosed })
      : [],
  };
}

async function notesOf(deps: Deps, personId: string, now: Date) {
  const rows = await store.listNotes(deps.db, personId, new Date(now.getTime() - noteLifetime_ms));
  const authors = await listPeople(deps.db, [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))]);
  return rows.map(({ id, text, createdAt, authorId }) => {
    const author = authors.find((one) => one.id === authorId);
    return { id, text, createdAt: createdAt.toISOString(), by: author ? personView(author) : null };
  });
}

/** Notes something about somebody, once for each client id. Errors: MODERATORS_ONLY, PERSON_NOT_FOUND. */
export async function addModeratorNote(
  deps: Deps,
  actor: Actor,
  personId: string,
  { text, clientId }: BodyOf<typeof noteEndpoint>,
): Promise<DataOf<typeof noteEndpoint>> {
  requireModerator(actor);
  await requirePerson(deps, personId);
  return makeOnce(deps, actor, 'note', clientId, {
    make: (remember) =>
      deps.transact(async (inner) => {
        const createdAt = inner.clock();
        const id = inner.ids.next(createdAt);
        await store.insertNote(inner.db, { id, personId, authorId: actor.id, text, createdAt });
        await remember(inner, id);
        return { id, text, createdAt: createdAt.toISOString(), by: personView(actor) };
      }),
    known: async (noteId) => {
      const known = (await notesOf(deps, personId, deps.clock())).find(({ id }) => id === noteId);
      if (!known) throw new AppError('NOT_FOUND');
      return known;
    },
  });
}

export async function listModerators(deps: Deps, actor: Actor): Promise<DataOf<typeof moderatorsEndpoint>> {
  requireModerator(actor);
  const { holders } = await Office.read(deps);
  const decided = await countDecidedBy(deps.db);
  const appointers = await listPeople(
    deps.db,
    holders.flatMap(({ appointedBy }) => appointedBy ?? []),
  );
  return holders.map((holder) => {
    const by = appointers.find(({ id }) => id === holder.appointedBy);
    return {
      person: personView(holder),
      role: holder.role,
      since: holder.since?.toISOString() ?? null,
      by: by ? personView(by) : null,
      decided: decided.get(holder.id) ?? 0,
    };
  });
}

/** Appoints somebody, or ends it; whoever moderates may give it back. Errors: ADMINISTRATORS_ONLY, PERSON_NOT_FOUND, CANNOT_MODERATE. */
export async function setModerator(
  deps: Deps,
  actor: Actor,
  personId: string,
  isModerator: boolean,
): Promise<void> {
  const isGivenBack = personId === actor.id && !isModerator;
  if (!actor.isAdministrator && !isGivenBack) throw new AppError('ADMINISTRATORS_ONLY');
  await changeOffice(deps, personId, { isModerator, byId: actorIdOf(actor) });
}

async function changeOffice(
  deps: Deps,
  personId: string,
  { isModerator, byId }: { isModerator: boolean; byId: string | null },
): Promise<void> {
  await deps.transact(async (inner) => {
    const person = await requirePerson(inner, personId);
    const now = inner.clock();
    if (isModerator) {
      // A measure that is set in the same moment comes before, or ends the office after.
      const standing = await lockedStandingOf(inner, personId);
      const isOldEnough = now.getTime() - person.createdAt.getTime() >= moderatorAge_ms;
      const isThere = await accountStandsNow(inner, personId);
      if (standing.kind !== 'good' || !isOldEnough || !isThere) throw new AppError('CANNOT_MODERATE');
    }
    const isChanged = isModerator
      ? await appointModerator(inner, personId, byId)
      : await dismissModerator(inner, personId);
    if (!isChanged) return;
    if (!isModerator) await putBackAllOf(inner.db, personId);
    const action = isModerator ? 'moderator_appointed' : 'moderator_dismissed';
    await writeLog(inner, { action, actorId: byId, personId });
    publishNotice(inner, officeChanged, { userId: personId, byId, isModerator });
    tellPerson(inner, personId, { type: 'standing_changed' });
    await (await Office.read(inner)).tell(inner);
  });
}

type Link = DataOf<typeof logEndpoint>[number];

export async function listModerationLog(
  deps: Deps,
  actor: Actor,
  query: { cursor?: string | undefined; personId?: string | undefined },
): Promise<{ links: Link[]; nextCursor: string | null; head: { number: number; hash: string } }> {
  requireModerator(actor);
  const below = query.cursor === undefined ? null : Number(query.cursor);
  if (below !== null && !Number.isSafeInteger(below)) throw new AppError('INVALID_INPUT');
  const limit = reportLimits.page;
  const rows = await logStore.pageOfLinks(deps.db, { below, personId: query.personId ?? null }, limit);
  const ids = new Set(
    rows.flatMap(({ details }) => [details?.actorId ?? [], details?.personId ?? []].flat()),
  );
  const people = new Map((await listPeople(deps.db, [...ids])).map((row) => [row.id, personView(row)]));
  const head = await logStore.readHead(deps.db);
  return {
    links: rows.map(({ link, details }) => ({
      number: Number(link.number),
      action: link.action,
      code: link.code,
      rule: link.rule,
      until: link.until?.toISOString() ?? null,
      createdAt: link.createdAt.toISOString(),
      commitment: link.commitment,
      hash: link.hash,
      salt: details?.salt ?? null,
      by: (details?.actorId && people.get(details.actorId)) || null,
      byOperator: details !== null && details.actorId === null,
      person: (details?.personId && people.get(details.personId)) || null,
      reason: details?.reason ?? null,
    })),
    nextCursor: rows.length === limit ? String(rows.at(-1)!.link.number) : null,
    head: { number: Number(head.number), hash: head.hash },
  };
}

/** Notes are kept for a year, and who looked at whom for half of one. */
export async function forgetNotesAndLooks(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  await store.forgetNotesAndLooks(deps.db, new Date(now - noteLifetime_ms), new Date(now - lookLifetime_ms));
}
