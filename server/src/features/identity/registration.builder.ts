import { invitationLimits } from '@dazi/contract/identity/registration.rules';
import { sql } from 'drizzle-orm';
import type { TestApp } from '../../testing/test-app.ts';
import { emailOf, type TestPerson } from '../../testing/test-person.ts';
import { insertInvitation } from './invitations.store.ts';

/** People who invite and people who come, as tests make them. */

/** As if somebody had been here for long enough to invite. */
export async function hereForLong(app: TestApp, person: TestPerson): Promise<void> {
  const since = new Date(app.clock.read().getTime() - invitationLimits.fromAge_ms).toISOString();
  await app.deps.db.execute(sql`UPDATE users SET created_at = ${since}::timestamptz WHERE id = ${person.id}`);
}

/** The id of an invitation by somebody, however long they have been here. */
export async function anInvitation(app: TestApp, inviter: TestPerson, people = 5): Promise<string> {
  const createdAt = app.clock.read();
  const until = new Date(createdAt.getTime() + invitationLimits.lifetime_ms);
  const id = app.deps.ids.secret();
  await insertInvitation(app.deps.db, { id, inviterId: inviter.id, people, createdAt, until });
  return id;
}

/** As if somebody who is here had come by this invitation. */
export async function cameBy(app: TestApp, person: TestPerson, invitationId: string): Promise<void> {
  await app.deps.db.execute(
    sql`INSERT INTO invitation_uses (user_id, invitation_id, used_at)
      VALUES (${person.id}, ${invitationId}, ${app.clock.read().toISOString()}::timestamptz)
      ON CONFLICT (user_id) DO UPDATE SET invitation_id = ${invitationId}`,
  );
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
