import { boxAround, coverOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import { and, asc, between, desc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { isSeenOnline, openSeenAt } from '#features/chat/presence/presence.service.ts';
import { presence } from '#features/chat/presence/presence.tables.ts';
import { isInGoodStanding } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { foldedText, gramsOf, likePattern } from '#platform/text-grams.ts';

/** Of a crowd the nearest are looked at. */
const candidatesLimit = 1000;

const isPrivate = sql`${profiles.privacy}->>'profileVisibility' = 'private'`;
const sharesLocation = sql`(${profiles.privacy}->'locationSharing'->>'enabled')::boolean`;

/** Kilometres between a shared position and a place (haversine). */
function kmFrom({ latitude, longitude }: Position): SQL<number> {
  const half = (angle: SQL) => sql`power(sin(radians(${angle}) / 2), 2)`;
  return sql<number>`${2 * earthRadiusKm} * asin(least(1, sqrt(
    ${half(sql`${presence.latitude} - ${latitude}`)} + cos(radians(${latitude})) * cos(radians(${presence.latitude}))
    * ${half(sql`${presence.longitude} - ${longitude}`)})))`;
}

/** The cells around a place as ranges of the finest ones; undefined where that would be the whole world. */
function inReach(centre: Position, radiusKm: number): SQL | undefined {
  const cover = coverOf(boxAround(centre, radiusKm));
  if (!cover) return undefined;
  const finer = 4 ** (14 - cover.level);
  return or(...cover.cells.map((cell) => between(presence.q14, cell * finer, (cell + 1) * finer - 1)));
}

/** Where somebody shares to be now, with their profile; undefined when they share nothing. */
export async function findShared(db: Db, userId: string, usedSince: Date) {
  const [row] = await db
    .select({ profile: profiles, user: users, presence })
    .from(presence)
    .innerJoin(profiles, eq(profiles.userId, presence.userId))
    .innerJoin(users, eq(users.id, presence.userId))
    .where(and(eq(presence.userId, userId), gt(presence.sharedAt, usedSince), sharesLocation));
  return row;
}

interface Reach {
  centre: Position;
  radiusKm: number;
  usedSince: Date;
}

/** Others who share a position within a distance now; private and hidden people are absent. */
const sharesNear = (viewerId: string, { centre, radiusKm, usedSince }: Reach) =>
  and(
    inReach(centre, radiusKm),
    gt(presence.sharedAt, usedSince),
    ne(presence.userId, viewerId),
    sharesLocation,
    sql`NOT ${isPrivate}`,
    notHidden(viewerId, presence.userId),
    isInGoodStanding(presence.userId),
    // A hair more than asked for: the rules measure again.
    sql`${kmFrom(centre)} <= ${radiusKm + 0.001}`,
  );

/** The same with whether they are online: those first, then the nearest. */
export function listOnline(
  db: Db,
  viewerId: string,
  reach: Reach,
  { onlineSince, limit }: { onlineSince: Date; limit: number },
) {
  const isOnline = sql<boolean>`${isSeenOnline(sql`${presence.userId}`, onlineSince)}`;
  const openAt = sql<string | null>`${openSeenAt(presence.userId)}`;
  return db
    .select({ profile: profiles, user: users, presence, isOnline, openAt })
    .from(presence)
    .innerJoin(profiles, eq(profiles.userId, presence.userId))
    .innerJoin(users, eq(users.id, presence.userId))
    .where(sharesNear(viewerId, reach))
    .orderBy(desc(isOnline), asc(kmFrom(reach.centre)), asc(presence.userId))
    .limit(limit);
}

export function listShared(db: Db, viewerId: string, reach: Reach) {
  const km = kmFrom(reach.centre);
  return db
    .select({ profile: profiles, user: users, presence })
    .from(presence)
    .innerJoin(profiles, eq(profiles.userId, presence.userId))
    .innerJoin(users, eq(users.id, presence.userId))
    .where(sharesNear(viewerId, reach))
    .orderBy(asc(km), asc(presence.userId))
    .limit(candidatesLimit);
}

/**
 * People by a part of their name, those whose name begins with it first; `reach` leaves out far nearby-only people. Whoever
 * has such a name is found and put in order before anything else is asked of them, and then one after the other until there
 * are enough: asked together, all profiles there are would be judged for each name.
 */
export function searchFaces(
  db: Db,
  viewerId: string,
  name: string,
  {
    onlyVerified,
    reach,
    usedSince,
    limit,
  }: {
    onlyVerified: boolean;
    reach: { centre: Position; radiusKm: number } | null;
    usedSince: Date;
    limit: number;
  },
) {
  const wanted = foldedText(name);
  const pattern = likePattern(wanted);
  const grams = sql`ARRAY(SELECT json_array_elements_text(${JSON.stringify(gramsOf(wanted))}::text::json))`;
  // The account's name is that of the profile, and has an index.
  const folded = sql`folded_text(${users.name})`;
  const isKnownToBeFar = reach
    ? sql`${profiles.privacy}->>'profileVisibility' = 'nearby_only' AND EXISTS (SELECT 1 FROM ${presence}
        WHERE ${presence.userId} = ${profiles.userId} AND ${gt(presence.sharedAt, usedSince)} AND ${kmFrom(reach.centre)} > ${reach.radiusKm})`
    : sql`false`;
  const named = db
    .select({
      id: users.id,
      name: users.name,
      beginsOtherwise: sql<boolean>`${folded} NOT LIKE ${pattern.slice(1)}`.as('begins_otherwise'),
    })
    .from(users)
    .where(sql`(text_grams(${users.name}) COLLATE "C") @> ${grams} AND ${folded} LIKE ${pattern}`)
    .orderBy(sql`begins_otherwise`, asc(users.name), asc(users.id))
    .as('named');
  return db
    .select({ profile: profiles, user: users })
    .from(named)
    .innerJoin(profiles, eq(profiles.userId, named.id))
    .innerJoin(users, eq(users.id, named.id))
    .where(
      and(
        ne(profiles.userId, viewerId),
        sql`NOT ${isPrivate}`,
        onlyVerified ? users.emailVerified : undefined,
        notHidden(viewerId, profiles.userId),
        isInGoodStanding(profiles.userId),
        sql`NOT (${isKnownToBeFar})`,
      ),
    )
    .orderBy(asc(named.beginsOtherwise), asc(named.name), asc(named.id))
    .limit(limit);
}
