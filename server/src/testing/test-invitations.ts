import { invitationLimits } from '@dazi/contract/identity/registration.rules';
import { sql } from 'drizzle-orm';
import type { TestApp } from './test-app.ts';
import type { TestPerson } from './test-person.ts';

/** As if somebody had been here for long enough to invite. */
export async function hereForLong(app: TestApp, person: TestPerson): Promise<void> {
  const since = new Date(app.clock.read().getTime() - invitationLimits.fromAge_ms).toISOString();
  await app.deps.db.execute(sql`UPDATE users SET created_at = ${since}::timestamptz WHERE id = ${person.id}`);
}

/** As if somebody who is here had come by this invitation. */
export async function cameBy(app: TestApp, person: TestPerson, invitationId: string): Promise<void> {
  await app.deps.db.execute(
    sql`INSERT INTO invitation_uses (user_id, invitation_id, used_at)
      VALUES (${person.id}, ${invitationId}, ${app.clock.read().toISOString()}::timestamptz)
      ON CONFLICT (user_id) DO UPDATE SET invitation_id = ${invitationId}`,
  );
}
