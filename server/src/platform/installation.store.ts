import { eq, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database/builder.ts';
import { installation } from './installation.tables.ts';

/** Remembers the first value given under a name and answers the remembered one ever after. */
export async function rememberOnce(db: Db, name: string, value: string): Promise<string> {
  await db.insert(installation).values({ name, value }).onConflictDoNothing();
  const [row] = await db.select().from(installation).where(eq(installation.name, name));
  return row!.value;
}

export async function forget(db: Db, name: string): Promise<void> {
  await db.delete(installation).where(eq(installation.name, name));
}

/** Throws when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await rowsOf(db, sql`SELECT 1`);
}
