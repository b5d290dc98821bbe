import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { JoinFacts } from './joining.rules.ts';
import { countingGender } from './plans.store.ts';
import { planPeople, planSettings, plans } from './plans.tables.ts';

const day_ms = 24 * 60 * 60 * 1000;

/** As a value for SQL; null for a visitor. */
export function joinFacts(userId: string | null, now: Date): SQL<JoinFacts | null> {
  if (userId === null) return sql`NULL`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const dayAgo = new Date(now.getTime() - day_ms).toISOString();
  const stated = (column: SQL) => sql`(SELECT ${column} FROM ${planSettings} f WHERE f.user_id = ${userId})`;
  return sql`json_build_object(
    'adult', ${stated(sql`f.adult_at IS NOT NULL`)} IS TRUE,
    'safetyCard', ${stated(sql`f.safety_card`)},
    'gender', ${countingGender(userId, now)},
    'languages', coalesce(${stated(sql`f.languages`)}, '[]'),
    'living', (SELECT count(*)::int FROM ${planPeople} l JOIN ${plans} lp ON lp.id = l.plan_id
      WHERE l.user_id = ${userId} AND l.standing IN ('going', 'waiting', 'asked') AND lp.host_id IS DISTINCT FROM ${userId}
        AND lp.ends_at > ${at} AND lp.called_off_at IS NULL),
    'joinsToday', (SELECT count(*)::int FROM ${planPeople} l JOIN ${plans} lp ON lp.id = l.plan_id
      WHERE l.user_id = ${userId} AND l.tried_at > ${dayAgo}::timestamptz AND lp.made_by IS DISTINCT FROM ${userId}))`;
}

export async function findJoinFacts(db: Db, userId: string, now: Date): Promise<JoinFacts> {
  const [row] = await rowsOf<{ facts: JoinFacts }>(db, sql`SELECT ${joinFacts(userId, now)} AS facts`);
  return row!.facts;
}
