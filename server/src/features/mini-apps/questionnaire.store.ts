import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { questionnaires } from './mini-apps.tables.ts';

type QuestionnaireRow = typeof questionnaires.$inferSelect;

export async function findCurrent(db: Db): Promise<QuestionnaireRow | undefined> {
  const [row] = await db.select().from(questionnaires).orderBy(desc(questionnaires.number)).limit(1);
  return row;
}

export async function insertQuestionnaire(db: Db, row: Omit<QuestionnaireRow, 'number'>): Promise<void> {
  await db.insert(questionnaires).values(row);
}

export async function pageOfSaved(db: Db, savedBy: string, after: string, limit: number) {
  return db
    .select()
    .from(questionnaires)
    .where(and(eq(questionnaires.savedBy, savedBy), gt(questionnaires.id, after)))
    .orderBy(asc(questionnaires.id))
    .limit(limit);
}

/** The questions stay, who wrote them goes. */
export async function forgetSaver(db: Db, savedBy: string): Promise<void> {
  await db.update(questionnaires).set({ savedBy: null }).where(eq(questionnaires.savedBy, savedBy));
}
