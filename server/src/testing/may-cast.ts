import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import { accountOf, appointModerator, setStanding } from '#features/identity/identity.service.ts';
import { anInvitation } from '#features/identity/registration.builder.ts';
import { hiddenFrom } from '#features/people/blocks/blocks.service.ts';
import { demoIssuer } from '#platform/sign-in/demo-provider.ts';
import { accountParts } from '#src/areas.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { block } from './test-block.ts';
import { emailOf, type TestPerson } from './test-person.ts';

/**
 * Who may do what: every endpoint, asked by everyone. The thing asked for belongs to `owner`; `blocker` has
 * blocked the owner, `blocked` was blocked by the owner, `invited` came by an invitation of the owner. Everybody has been
 * here for longer than a week but the `newcomer`; nobody knows the owner. What whoever is suspended or closed reaches,
 * `put-out.test.ts` holds.
 */
export const roles = [
  'visitor',
  'stranger',
  'blocker',
  'blocked',
  'owner',
  'administrator',
  'moderator',
  'limited',
  'newcomer',
  'invited',
  'unconfirmed',
] as const;
export type Role = (typeof roles)[number];

export interface Cast {
  readonly app: TestApp;
  readonly people: Readonly<Record<Role, TestPerson>>;
  /** Whom nobody hides. */
  readonly host: TestPerson;
  /** Waits far away to be let into rooms. */
  readonly asker: TestPerson;
  /** Of before they were. */
  readonly postOfLimited: string;
}

export async function makeCast(): Promise<Cast> {
  const app = await startTestApp({ ADMIN_EMAILS: 'administrator@people.example' });
  const people = await makePeople(app);
  const postOfLimited = (await people.limited.post()).id;
  await app.deps.transact(async (inner) => {
    const measure = { kind: 'limited', until: null, decisionId: null } as const;
    await setStanding(inner, accountParts, people.limited.id, measure);
    await appointModerator(inner, people.moderator.id, people.administrator.id);
  });
  const [host, asker] = [await app.person('host'), await app.person('asker')];
  await block(app.deps, people.blocker, people.owner);
  await block(app.deps, people.owner, people.blocked);
  return { app, people, host, asker, postOfLimited };
}

const aProvider = { clientSecret: null, name: 'id.example', scopes: null, responseMode: null };

async function makePeople(app: TestApp): Promise<Record<Role, TestPerson>> {
  const people = {} as Record<Role, TestPerson>;
  const signedIn = async (role: Role) => app.person(role, { profile: role !== 'unconfirmed' });
  for (const role of roles) {
    if (role === 'visitor') people[role] = app.visitor();
    else if (role === 'invited') await invitedBy(app, people.owner, role);
    else if (role !== 'newcomer') people[role] = await signedIn(role);
  }
  app.clock.advance(newcomerBudgets.week_ms);
  // Where nothing is on show only: whose first day it is does less.
  app.deps.config.provider = { issuer: 'https://id.example', clientId: '', ...aProvider };
  for (const role of roles) if (role !== 'visitor') people[role] = await signedIn(role);
  return people;
}

async function invitedBy(app: TestApp, inviter: TestPerson, name: string) {
  const identity = { issuer: demoIssuer(app.deps.config), subject: emailOf(name), email: emailOf(name) };
  const invitationId = await anInvitation(app, inviter);
  await accountOf(
    app.deps,
    { ...identity, emailVerified: true, name },
    { invitationId, blockedWith: hiddenFrom },
  );
}
