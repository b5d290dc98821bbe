import type { RegistrationMode } from '@dazi/contract/identity/registration.rules';
import { eq } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { registration } from './registration.tables.ts';

const only = eq(registration.id, 1);

/** Null while nobody has decided. */
export async function findMode(db: Db): Promise<RegistrationMode | null> {
  const [row] = await db.select().from(registration).where(only);
  return row!.mode;
}

/** The same, and it stays so until the end of the transaction; `update` is for whoever changes it. */
export async function lockMode(db: Db, strength: 'share' | 'update'): Promise<RegistrationMode | null> {
  const [row] = await db.select().from(registration).where(only).for(strength);
  return row!.mode;
}

export async function saveMode(db: Db, mode: RegistrationMode): Promise<void> {
  await db.update(registration).set({ mode }).where(only);
}
