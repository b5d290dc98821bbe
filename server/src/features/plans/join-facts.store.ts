import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, instant, rowsOf } from '#platform/database/builder.ts';
import type { JoinFacts } from './joining.rules.ts';
import { countingGender } from './plans.store.ts';
import { planPeople, planSettings, plans } from './plans.tables.ts';

/** As a value for SQL; null for a visitor. */
export function joinFacts(userId: SQLWrapper | string | null, now: Date | SQLWrapper): SQL<JoinFacts | null> {
  if (userId === null) return sql`NULL`;
  const at = instant(now);
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
      WHERE l.user_id = ${userId} AND l.tried_at > ${at} - interval '24 hours' AND lp.made_by IS DISTINCT FROM ${userId}))`;
}

export async function findJoinFacts(db: Db, userId: string, now: Date): Promise<JoinFacts> {
  const [row] = await rowsOf<{ facts: JoinFacts }>(db, sql`SELECT ${joinFacts(userId, now)} AS facts`);
  return row!.facts;
}
