import { type SQL, sql } from 'drizzle-orm';
import { openSeenAt, showsActivity } from './presence.service.ts';

/** Whether a stream of somebody was open after an instant, as far as they show it. */
export const isSeenOnline = (userId: SQL, since: Date): SQL =>
  sql`(${showsActivity(userId)} AND coalesce(${openSeenAt(userId)} > ${since.toISOString()}::timestamptz, false))`;
