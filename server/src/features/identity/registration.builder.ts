import { invitationLimits } from '@dazi/contract/identity/registration.rules';
import { accountParts } from '#src/areas.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { emailOf, type TestPerson } from '../../testing/test-person.ts';
import { identityJobs } from './identity.jobs.ts';
import { insertInvitation } from './invitations.store.ts';
import { identityDigest } from './registration.rules.ts';

/** The id of an invitation by somebody, however long they have been here. */
export async function anInvitation(app: TestApp, inviter: TestPerson, people = 5): Promise<string> {
  const createdAt = app.clock.read();
  const until = new Date(createdAt.getTime() + invitationLimits.lifetime_ms);
  const id = app.deps.ids.secret();
  await insertInvitation(app.deps.db, { id, inviterId: inviter.id, people, createdAt, until });
  return id;
}

/** Through the provider's form; answers the path where that ended. */
export async function comeIn(
  person: TestPerson,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const query = new URLSearchParams({ returnTo: '/', ...more });
  const page = await person.browse(`/api/auth/sign-in?${query}`);
  const body = new URLSearchParams({ email: emailOf(name), name });
  const { url } = await person.browse(page.url, { method: 'POST', body });
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export async function runIdentityJobs({ deps }: TestApp): Promise<void> {
  for (const job of identityJobs(accountParts)) await job.run(deps);
}

/** What is kept of somebody's sign-in by the demo provider, with the secret of the installation or another one. */
export const digestOf = ({ url, deps }: TestApp, name: string, secret = deps.positionSecret) =>
  identityDigest(secret, { issuer: `${url}/idp`, subject: emailOf(name) });
