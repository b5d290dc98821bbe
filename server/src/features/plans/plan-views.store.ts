import type { Placeholder } from 'drizzle-orm';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { blocksBetween, hasBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import {
  anyOf,
  anyOfText,
  type Db,
  instant,
  listText,
  madeOnce,
  rowsOf,
} from '#platform/database/builder.ts';
import { joinFacts } from './join-facts.store.ts';
import type { JoinFacts } from './joining.rules.ts';
import type { SpotRow } from './plan-fields.rules.ts';
import type { PersonRow } from './plan-people.store.ts';
import { livingStandings } from './plans.rules.ts';
import { type PlanRow, saidBy, visibleTo } from './plans.store.ts';
import { planCopies, planPeople, planPosts, planSpots, plans } from './plans.tables.ts';

export interface PlanViewRow {
  plan: PlanRow;
  /** Shown by `spotFor` alone. */
  spot: SpotRow | null;
  me: PersonRow | null;
  /** Null also where the account is gone. */
  host: { id: string; name: string; avatarUrl: string | null } | null;
  /** Those going who are not hidden from the viewer, the host first. */
  people: { id: string; name: string; avatarUrl: string | null }[];
  waitingCount: number;
  /** Of the viewer in line. */
  place: number | null;
  blockedAmong: boolean;
  facts: JoinFacts | null;
  fromPostId: string | null;
  copiedFromId: string | null;
  copiedToId: string | null;
  isRepeated: boolean;
}

/** By a placeholder; null is a visitor. */
type Viewer = SQLWrapper | null;

/** Which of the plans that somebody may see: those named, or those of lists alone. */
interface Wanted {
  ids: readonly string[];
  inviteHash?: string | null;
  /** Listed, not called off and not begun. */
  onlyListed?: boolean;
}

/** Plans as one viewer sees them, in the order of the ids; what is not there for them is left out. One query, however many. */
export async function planViews(
  db: Db,
  viewerId: string | null,
  { ids, inviteHash = null, onlyListed = false }: Wanted,
  now: Date,
): Promise<PlanViewRow[]> {
  if (ids.length === 0) return [];
  const views = viewerId === null ? viewsOfVisitors(db) : viewsOfPeople(db);
  const rows = await views.execute({
    ...{ viewerId, inviteHash, onlyListed, ids: listText(ids), now: now.toISOString() },
  });
  const byId = new Map(rows.map((row) => [row.plan.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Looking {
  viewerId: string;
  inviteHash: string | null;
}

/** One plan as each of these people sees it, in their order; undefined where it is not there for them. One query, however many. */
export async function planViewsOfEach(
  db: Db,
  looking: readonly Looking[],
  planId: string,
  now: Date,
): Promise<(PlanViewRow | undefined)[]> {
  const [one, ...others] = looking;
  if (!one) return [];
  // For one alone the other query is a quarter faster.
  if (others.length === 0) {
    const { viewerId, inviteHash } = one;
    return planViews(db, viewerId, { ids: [planId], inviteHash }, now);
  }
  const rows = await viewsOfEach(db).execute({
    viewerIds: listText(looking.map(({ viewerId }) => viewerId)),
    // No hash is empty.
    inviteHashes: listText(looking.map(({ inviteHash }) => inviteHash ?? '')),
    ...{ planId, ids: listText([planId]), onlyListed: false, now: now.toISOString() },
  });
  const crowd = rows.find((row) => row.crowd !== null)?.crowd;
  if (!crowd) return looking.map(() => undefined);
  const byPlace = new Map(rows.map(({ crowd: _crowd, number, ...row }) => [number, row]));
  return looking.map(({ viewerId }, index) => {
    const row = byPlace.get(index + 1);
    return row && { ...row, ...seenInCrowd(crowd, viewerId) };
  });
}

/** Of the people of a plan what is the same for all who look at it together. */
interface Crowd {
  /** Those going whose account stands, the host first. */
  people: PlanViewRow['people'];
  waitingCount: number;
  /** Who blocked whom, between somebody going and somebody who looks. */
  blocks: [goingId: string, blockerId: string, blockedId: string][];
}

function seenInCrowd({ people: all, waitingCount, blocks }: Crowd, viewerId: string) {
  const hidden = new Set<string>();
  let blockedAmong = false;
  for (const [goingId, blockerId, blockedId] of blocks) {
    if (viewerId !== (blockerId === goingId ? blockedId : blockerId)) continue;
    hidden.add(goingId);
    blockedAmong ||= blockerId === viewerId;
  }
  const people = hidden.size === 0 ? all : all.filter(({ id }) => !hidden.has(id));
  return { people, waitingCount, blockedAmong };
}

const hashPlaceholder = sql.placeholder('inviteHash');
const viewsOfVisitors = madeOnce((db) => viewsFor(db, { id: null, inviteHash: hashPlaceholder }));
const viewsOfPeople = madeOnce((db) =>
  viewsFor(db, { id: sql.placeholder('viewerId'), inviteHash: hashPlaceholder }),
);
const viewsOfEach = madeOnce((db) => {
  const [viewerIds, hashes] = [sql.placeholder('viewerIds'), sql.placeholder('inviteHashes')];
  const rows = sql`unnest(${viewerIds}::text::text[], ${hashes}::text::text[]) WITH ORDINALITY v(id, invite_hash, number)`;
  return viewsFor(db, { id: sql`v.id`, inviteHash: sql`v.invite_hash`, together: { rows, viewerIds } });
});

interface Viewers {
  id: Viewer;
  inviteHash: SQLWrapper;
  /** Of several who look at one plan: both are columns of `rows`, which have the number of each viewer as well. */
  together?: { rows: SQL; viewerIds: Placeholder };
}

function viewsFor(db: Db, { id: viewerId, inviteHash, together }: Viewers) {
  const [p, s, me, h] = [
    alias(plans, 'p'),
    alias(planSpots, 's'),
    alias(planPeople, 'me'),
    alias(users, 'h'),
  ];
  const now = sql.placeholder('now');
  const query = db
    .select({
      ...(together && { number: sql<number>`v.number::int`, crowd: crowdAt(together.viewerIds) }),
      ...(together ? unknownYet : peopleFor(viewerId)),
      plan: p,
      spot: s,
      me,
      host: { id: h.id, name: h.name, avatarUrl: h.avatarUrl },
      place: sql<
        number | null
      >`CASE WHEN me.standing = 'waiting' THEN (SELECT count(*)::int FROM ${planPeople} w
        WHERE w.plan_id = p.id AND w.standing = 'waiting' AND (w.queued_at, w.id) <= (me.queued_at, me.id)) END`,
      facts: joinFacts(viewerId, now),
      fromPostId: fromPost(viewerId, now),
      ...copies(viewerId),
    })
    .from(p)
    .$dynamic();
  return (together ? query.crossJoin(together.rows) : query)
    .leftJoin(s, eq(s.planId, p.id))
    .leftJoin(me, and(eq(me.planId, p.id), viewerId === null ? sql`false` : eq(me.userId, viewerId)))
    .leftJoin(h, and(eq(h.id, p.hostId), accountStands(h.id)))
    .where(
      and(
        eq(p.id, anyOfText(sql.placeholder('ids'))),
        visibleTo(viewerId, inviteHash, now),
        sql`(NOT ${sql.placeholder('onlyListed')}::boolean
          OR (p.listed AND p.called_off_at IS NULL AND p.starts_at > ${instant(now)}))`,
      ),
    )
    .prepare('plan_views');
}

function peopleFor(viewerId: Viewer) {
  return {
    people: peopleShownTo(viewerId),
    waitingCount: sql<number>`(SELECT count(*)::int FROM ${planPeople} w WHERE w.plan_id = p.id AND w.standing = 'waiting')`,
    blockedAmong: blockedAmong(viewerId),
  };
}

/** What each sees of the people is made of what all of them share. */
const unknownYet = {
  people: sql<PlanViewRow['people']>`NULL`,
  waitingCount: sql<number>`NULL`,
  blockedAmong: sql<boolean>`NULL`,
};

/**
 * Looked up once for all who look at one plan, and sent with the first row alone: asked for each of them it would take most
 * of the time of the query.
 */
function crowdAt(viewerIds: Placeholder): SQL<Crowd | null> {
  const goingIn = sql`w.plan_id = ${sql.placeholder('planId')} AND w.standing = 'going'`;
  return sql`CASE WHEN row_number() OVER () = 1 THEN json_build_object(
    'people', (SELECT coalesce(json_agg(${shownPerson} ORDER BY (w.user_id = o.host_id) DESC NULLS LAST, w.since, w.id), '[]')
      FROM ${planPeople} w JOIN ${plans} o ON o.id = w.plan_id JOIN ${users} u ON u.id = w.user_id
      WHERE ${goingIn} AND ${accountStands(sql`w.user_id`)}),
    'waitingCount', (SELECT count(*)::int FROM ${planPeople} w
      WHERE w.plan_id = ${sql.placeholder('planId')} AND w.standing = 'waiting'),
    'blocks', (SELECT coalesce(json_agg(json_build_array(w.user_id, b.blocker_id, b.blocked_id)), '[]')
      FROM ${planPeople} w CROSS JOIN LATERAL (${blocksBetween(sql`w.user_id`, anyOfText(viewerIds))}) b
      WHERE ${goingIn})) END`;
}

const shownPerson = sql`json_build_object('id', u.id, 'name', u.name, 'avatarUrl', u.avatar_url)`;

function peopleShownTo(viewerId: Viewer): SQL<PlanViewRow['people']> {
  if (viewerId === null) return sql`'[]'::json`;
  return sql`coalesce((SELECT json_agg(${shownPerson}
      ORDER BY (w.user_id = p.host_id) DESC NULLS LAST, w.since, w.id)
    FROM ${planPeople} w JOIN ${users} u ON u.id = w.user_id
    WHERE w.plan_id = p.id AND w.standing = 'going' AND ${notHidden(viewerId, sql`w.user_id`)}), '[]')`;
}

/** The post that a plan was made of, while it stands and its author is not hidden from the viewer. */
const fromPost = (viewerId: Viewer, now: SQLWrapper) => sql<
  string | null
>`(SELECT l.post_id FROM ${planPosts} l
  JOIN ${posts} o ON o.id = l.post_id AND o.is_active
    AND (o.expires_at IS NULL OR o.expires_at > ${instant(now)})
  WHERE l.plan_id = p.id AND ${notHidden(viewerId, sql`o.user_id`)})`;

/** For those who were in the earlier of the two; of one whose host is hidden from them they learn nothing. */
function copies(viewerId: Viewer) {
  const isRepeated = sql<boolean>`EXISTS (SELECT 1 FROM ${planCopies} c WHERE c.from_id = p.id)`;
  if (viewerId === null) {
    const none = sql<string | null>`NULL`;
    return { copiedFromId: none, copiedToId: none, isRepeated };
  }
  return {
    copiedFromId: sql<string | null>`(SELECT c.from_id FROM ${planCopies} c JOIN ${planPeople} w
      ON w.plan_id = c.from_id AND w.user_id = ${viewerId} AND w.standing = 'going' WHERE c.to_id = p.id)`,
    copiedToId: sql<string | null>`CASE WHEN me.standing = 'going' THEN (SELECT c.to_id FROM ${planCopies} c
      JOIN ${plans} t ON t.id = c.to_id AND (t.host_id IS NULL OR ${notHidden(viewerId, sql`t.host_id`)})
      WHERE c.from_id = p.id AND NOT EXISTS (SELECT 1 FROM ${planPeople} w
        WHERE w.plan_id = c.to_id AND w.user_id = ${viewerId} AND w.standing = 'removed')) END`,
    isRepeated,
  };
}

function blockedAmong(viewerId: Viewer): SQL<boolean> {
  if (viewerId === null) return sql`false`;
  return sql`EXISTS (SELECT 1 FROM ${planPeople} w WHERE w.plan_id = p.id AND w.standing = 'going'
    AND ${hasBlocked(viewerId, sql`w.user_id`)})`;
}

interface OwnPage {
  after: { startsAt: string; id: string } | null;
  limit: number;
}

/** Ids of somebody's plans to come, soonest first, or of what is over or called off, the latest first. */
export async function ownPlans(
  db: Db,
  userId: string,
  part: 'ahead' | 'past',
  now: Date,
  { after, limit }: OwnPage,
): Promise<{ id: string; startsAt: Date }[]> {
  const isOver = or(lte(plans.endsAt, now), isNotNull(plans.calledOffAt));
  const isAhead = and(gt(plans.endsAt, now), isNull(plans.calledOffAt));
  const beyond =
    after &&
    (part === 'ahead'
      ? sql`(${plans.startsAt}, ${plans.id}) > (${after.startsAt}::timestamptz, ${after.id})`
      : sql`(${plans.startsAt}, ${plans.id}) < (${after.startsAt}::timestamptz, ${after.id})`);
  const order =
    part === 'ahead' ? [asc(plans.startsAt), asc(plans.id)] : [desc(plans.startsAt), desc(plans.id)];
  return db
    .select({ id: plans.id, startsAt: plans.startsAt })
    .from(planPeople)
    .innerJoin(plans, eq(plans.id, planPeople.planId))
    .where(
      and(
        eq(planPeople.userId, userId),
        inArray(planPeople.standing, part === 'ahead' ? [...livingStandings] : ['going']),
        part === 'ahead' ? isAhead : isOver,
        beyond ?? undefined,
      ),
    )
    .orderBy(...order)
    .limit(limit);
}

/**
 * Ids of plans to come that both are in. Somebody who has blocked the viewer is in none with them: of that nothing is to
 * be noticed.
 */
export async function commonPlans(db: Db, userId: string, otherId: string, now: Date): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT p.id FROM ${plans} p
      JOIN ${planPeople} one ON one.plan_id = p.id AND one.user_id = ${userId} AND one.standing = 'going'
      JOIN ${planPeople} other ON other.plan_id = p.id AND other.user_id = ${otherId} AND other.standing = 'going'
      WHERE p.ends_at > ${now.toISOString()}::timestamptz AND p.called_off_at IS NULL
        AND NOT ${hasBlocked(otherId, sql`one.user_id`)}
      ORDER BY p.starts_at, p.id`,
  );
  return rows.map(({ id }) => id);
}

/** Of a post the plan that is neither over nor called off, as far as somebody may see it. */
export async function planOfPost(
  db: Db,
  viewerId: string | null,
  postId: string,
  now: Date,
): Promise<string | null> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT p.id FROM ${planPosts} l JOIN ${plans} p ON p.id = l.plan_id
      LEFT JOIN ${planPeople} me ON me.plan_id = p.id AND me.user_id = ${viewerId}
      WHERE l.post_id = ${postId} AND p.called_off_at IS NULL AND p.ends_at > ${now.toISOString()}::timestamptz
        AND ${visibleTo(viewerId, null, now)}`,
  );
  return rows[0]?.id ?? null;
}

/** What the conversation of a plan shows of it. */
export async function plansOfConversations(db: Db, conversationIds: readonly string[]): Promise<PlanRow[]> {
  if (conversationIds.length === 0) return [];
  return db
    .select({ ...getTableColumns(plans), title: saidBy(plans.hostId, plans.title) })
    .from(plans)
    .where(eq(plans.conversationId, anyOf(conversationIds)));
}
