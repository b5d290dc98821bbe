import { desc } from 'drizzle-orm';
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
