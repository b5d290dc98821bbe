import type { Member, MemberRole } from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import type { JoinRequestStatus } from '@dazi/contract/chat/rooms';
import { milesPerKm, roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { Box, Position } from '@dazi/contract/places/places';
import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import { eq, type SQL, sql } from 'drizzle-orm';
import {
  isOneOf,
  ofEach,
  ofOne,
  ofThese,
  type Within,
} from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { joinRequests, roomBans, rooms } from '#features/chat/rooms/rooms.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { anyOf, type Db, isSpread, rowsOf } from '#platform/database/builder.ts';

interface PlaceRow {
  roomId: string | null;
  creatorId: string | null;
  latitude: number | null;
  longitude: number | null;
  display: 'exact' | 'approximate' | 'placed' | null;
  joinRadius: number | null;
  roomUpdatedAt: string | null;
}

export interface PublicRow extends PlaceRow {
  id: string;
  kind: 'private' | 'group';
  title: string | null;
  description: string | null;
  memberCount: number;
  members: Member[];
  isActive: boolean;
  isClosed: boolean;
  createdAt: string;
  updatedAt: string;
  lastMessageAt: string | null;
  role: MemberRole | null;
  moderates: boolean | null;
  requestStatus: JoinRequestStatus | null;
  isBanned: boolean;
}

export interface RoomRow extends PublicRow {
  roomId: string;
  latitude: number;
  longitude: number;
  display: 'exact' | 'approximate' | 'placed';
  joinRadius: number;
  roomUpdatedAt: string;
  km: number | null;
  pendingRequests: number;
  ownerId: string | null;
  slowMode_s: number;
  ownerSince: string | null;
  restrictedUntil: string | null;
  deposedId: string | null;
}

/** As other instants are written; inside JSON the database would write its own form. */
export const iso = (instant: SQL) =>
  sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const memberJson = sql`json_build_object('id', u.id, 'userId', u.id, 'role', w.role, 'moderates', w.moderates,
  'mutedUntil', CASE WHEN v.role = 'OWNER' OR v.moderates THEN ${iso(sql`w.muted_until`)} END, 'joinedAt', ${iso(sql`w.joined_at`)}, 'joinType', w.join_type,
  'user', json_build_object('id', u.id, 'name', u.name, 'avatarUrl', u.avatar_url))`;

/** The owner, then others by name, read from the index. Members see all: nobody learns that they were blocked. */
const firstMembers = (viewerId: string | null, limit: number, within: Within) => {
  const shown = sql`${within(sql`w.conversation_id`)} AND ${accountStands(sql`w.user_id`)} AND (v.user_id IS NOT NULL OR ${notBlocked(viewerId, sql`w.user_id`)})`;
  return sql`coalesce((SELECT json_agg(m.member ORDER BY m.rank, m.name_key, m.user_id) FROM (
      (SELECT ${memberJson} AS member, 0 AS rank, w.name_key, w.user_id FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
        WHERE ${shown} AND w.role = 'OWNER')
      UNION ALL
      (SELECT ${memberJson}, 1, w.name_key, w.user_id FROM ${conversationMembers} w JOIN ${users} u ON u.id = w.user_id
        WHERE ${shown} AND w.role <> 'OWNER' ORDER BY w.name_key, w.user_id LIMIT ${limit - 1})
    ) m), '[]')`;
};

export const publicColumns = (
  viewerId: string | null,
  members: number,
  within: Within = ofEach,
) => sql`c.id, c.kind, c.title, c.description,
  c.member_count AS "memberCount", c.is_active AS "isActive", c.closed_at IS NOT NULL AS "isClosed", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  c.last_message_at AS "lastMessageAt", r.id AS "roomId", CASE WHEN ${accountStands(sql`r.creator_id`)} THEN r.creator_id END AS "creatorId", r.latitude, r.longitude, r.display,
  r.join_radius_miles AS "joinRadius", r.updated_at AS "roomUpdatedAt", v.role, v.moderates, q.status AS "requestStatus",
  b.user_id IS NOT NULL AS "isBanned", ${firstMembers(viewerId, members, within)} AS members`;

const standing = (viewerId: string | null, within: Within = ofEach) => sql`
  LEFT JOIN ${conversationMembers} v ON ${within(sql`v.conversation_id`)} AND v.user_id = ${viewerId}
  LEFT JOIN ${joinRequests} q ON q.room_id = r.id AND q.user_id = ${viewerId}
  LEFT JOIN ${roomBans} b ON b.room_id = r.id AND b.user_id = ${viewerId}`;

/** More requests than this are not counted one by one. */
const countedRequests = 100;
export const pendingFor = (
  ownerId: string | null,
) => sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${joinRequests} w
  WHERE w.room_id = r.id AND w.status = 'PENDING' AND ${notHidden(ownerId, sql`w.user_id`)} LIMIT ${countedRequests}) waiting)`;

/** The same of several rooms, by the ids of their conversations: where these lie on several servers it is asked apart. */
export async function pendingIn(
  db: Db,
  ownerId: string,
  conversationIds: readonly string[],
): Promise<Map<string, number>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; pending: number }>(
    db,
    sql`SELECT r.conversation_id AS id, ${pendingFor(ownerId)} AS pending FROM ${rooms} r WHERE r.conversation_id = ${anyOf(conversationIds)}`,
  );
  return new Map(rows.map(({ id, pending }) => [id, pending]));
}

const ownerOf = (within: Within) =>
  sql`(SELECT w.user_id FROM ${conversationMembers} w WHERE ${within(sql`w.conversation_id`)} AND w.role = 'OWNER')`;

const roomFacts = sql`c.slow_mode_s AS "slowMode_s", r.owner_since AS "ownerSince", r.restricted_until AS "restrictedUntil", r.deposed_id AS "deposedId"`;

const kmFrom = ({
  latitude,
  longitude,
}: Position): SQL => sql`(${2 * earthRadiusKm}::float8 * asin(least(1, sqrt(
  power(sin(radians(r.latitude - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8)) * cos(radians(r.latitude))
  * power(sin(radians(r.longitude - ${longitude}::float8) / 2), 2)))))`;

const inBox = ({ west, south, east, north }: Box): SQL => {
  const across =
    west <= east
      ? sql`r.longitude BETWEEN ${west} AND ${east}`
      : sql`(r.longitude >= ${west} OR r.longitude <= ${east})`;
  return sql`r.latitude BETWEEN ${south} AND ${north} AND ${across}`;
};

/** Whose room a person may see: they are in it, or its owner is not hidden from them. */
const mayBeSeen = (viewerId: string | null, ownerId: SQL) =>
  sql`(v.user_id IS NOT NULL OR ${notHidden(viewerId, ownerId)})`;

interface Around {
  box: Box;
  from: Position;
  within_miles: number | null;
}

/** Whether a room `r` is active, and as near as is asked. */
const isAround = ({ box, from, within_miles }: Around): SQL =>
  within_miles === null
    ? sql`r.is_active AND ${inBox(box)}`
    : sql`r.is_active AND ${inBox(box)} AND ${kmFrom(from)} * ${milesPerKm}::float8 <= ${within_miles}`;

/** In which of several surroundings there are first as many active rooms as `findRooms` answers at most; null in none. */
export async function firstWithEnough(db: Db, surroundings: readonly Around[]): Promise<number | null> {
  const holds = surroundings.map(
    (around) =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM ${rooms} r WHERE ${isAround(around)} LIMIT ${roomLimits.nearby}) near) = ${roomLimits.nearby}`,
  );
  const [row] = await rowsOf<{ first: number | null }>(
    db,
    sql`SELECT CASE ${sql.join(
      holds.map((enough, index) => sql`WHEN ${enough} THEN ${index}::int`),
      sql` `,
    )} END AS first`,
  );
  return row!.first;
}

/** Active rooms in a box, nearest first. `from` is a displayed position or one rounded for asking. */
export async function findRooms(db: Db, viewerId: string | null, around: Around): Promise<RoomRow[]> {
  const km = kmFrom(around.from);
  const isNear = isAround(around);
  if (isSpread(db)) return findSpreadRooms(db, viewerId ?? nobody, km, isNear);
  return rowsOf<RoomRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, roomLimits.membersShown)}, near.km, 0 AS "pendingRequests", ${ownerOf(ofEach)} AS "ownerId", ${roomFacts}
      FROM (SELECT r.id, ${km} AS km FROM ${rooms} r JOIN ${conversations} c ON c.id = r.conversation_id
        LEFT JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.user_id = ${viewerId}
        WHERE ${isNear} AND ${mayBeSeen(viewerId, ownerOf(ofEach))}
        ORDER BY km, r.id LIMIT ${roomLimits.nearby}) near
      JOIN ${rooms} r ON r.id = near.id JOIN ${conversations} c ON c.id = r.conversation_id ${standing(viewerId)}
      ORDER BY near.km, r.id`,
  );
}

/** A cluster takes no join that NULL makes empty from the beginning: on one a visitor is somebody who is nobody. */
const nobody = '';

/** The same where each lies somewhere: first which there are, then those of them that may be seen. */
async function findSpreadRooms(db: Db, viewerId: string, km: SQL, isNear: SQL): Promise<RoomRow[]> {
  const found: RoomRow[] = [];
  for (let looked = 0; ; looked += roomLimits.nearby) {
    const candidates = await rowsOf<{ id: string }>(
      db,
      sql`SELECT r.conversation_id AS id FROM ${rooms} r WHERE ${isNear}
        ORDER BY ${km}, r.id LIMIT ${roomLimits.nearby} OFFSET ${looked}`,
    );
    const ids = candidates.map(({ id }) => id);
    const within = ofThese(ids);
    if (ids.length > 0)
      found.push(
        ...(await rowsOf<RoomRow>(
          db,
          sql`SELECT ${publicColumns(viewerId, roomLimits.membersShown, within)}, ${km} AS km, 0 AS "pendingRequests", o.user_id AS "ownerId", ${roomFacts}
            FROM ${rooms} r JOIN ${conversations} c ON c.id = r.conversation_id AND ${isOneOf(sql`c.id`, ids)}
            LEFT JOIN ${conversationMembers} o ON ${within(sql`o.conversation_id`)} AND o.role = 'OWNER' ${standing(viewerId, within)}
            WHERE ${mayBeSeen(viewerId, sql`o.user_id`)} ORDER BY km, r.id`,
        )),
      );
    if (found.length >= roomLimits.nearby || candidates.length < roomLimits.nearby) break;
  }
  return found.slice(0, roomLimits.nearby);
}

/** One active room, how far it is where `from` says so; undefined when the viewer may not see it. */
export async function findRoom(
  db: Db,
  viewerId: string | null,
  roomId: string,
  from: Position | null,
): Promise<RoomRow | undefined> {
  const members = conversationLimits.membersShown;
  if (!isSpread(db)) return readRoom(db, viewerId, roomId, { from, members, conversationId: null });
  const [room] = await db
    .select({ conversationId: rooms.conversationId })
    .from(rooms)
    .where(eq(rooms.id, roomId));
  return room && readRoom(db, viewerId, roomId, { from, members, ...room });
}

async function readRoom(
  db: Db,
  viewer: string | null,
  roomId: string,
  {
    from,
    members,
    conversationId,
  }: { from: Position | null; members: number; conversationId: string | null },
): Promise<RoomRow | undefined> {
  const within = conversationId === null ? ofEach : ofOne(conversationId);
  const isIt = conversationId === null ? sql`` : sql`AND c.id = ${conversationId}`;
  const viewerId = isSpread(db) ? (viewer ?? nobody) : viewer;
  const [row] = await rowsOf<RoomRow>(
    db,
    sql`SELECT ${publicColumns(viewerId, members, within)}, ${from ? kmFrom(from) : sql`NULL`} AS km, ${ownerOf(within)} AS "ownerId",
        ${roomFacts}, CASE WHEN v.role = 'OWNER' THEN ${pendingFor(viewerId)} ELSE 0 END AS "pendingRequests"
      FROM ${rooms} r JOIN ${conversations} c ON c.id = r.conversation_id ${isIt} ${standing(viewerId, within)}
      WHERE r.id = ${roomId} AND r.is_active AND ${mayBeSeen(viewerId, ownerOf(within))}`,
  );
  return row;
}
