import { type SQL, sql } from 'drizzle-orm';
import { openSeenAt } from '#features/presence/presence.service.ts';
import { profiles } from '#features/profiles/profiles.tables.ts';

/** Whether somebody lets others see when they are there; as `visibleProfile` decides about the last activity. */
const showsActivity = (userId: SQL) =>
  sql`coalesce((SELECT (f.privacy->>'showOnlineStatus')::boolean AND f.privacy->>'profileVisibility' <> 'private'
    FROM ${profiles} f WHERE f.user_id = ${userId}), true)`;

/** Whether a stream of somebody was open after an instant, as far as they show it. */
export const isSeenOnline = (userId: SQL, since: Date): SQL =>
  sql`(${showsActivity(userId)} AND coalesce(${openSeenAt(userId)} > ${since.toISOString()}::timestamptz, false))`;
