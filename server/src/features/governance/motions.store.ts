import type { BallotVote, Motion, MotionStatus } from '@dazi/contract/governance/governance';
import { boardSize } from '@dazi/contract/governance/governance.rules';
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { accountIsThere } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Removal } from '#platform/area.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { BallotLink, CastBallot, ResolutionLink } from './governance.rules.ts';
import { ballotDetails, ballots, motions, resolutions } from './governance.tables.ts';

export type MotionRow = typeof motions.$inferSelect;

export async function insertMotion(db: Db, row: MotionRow): Promise<void> {
  await db.insert(motions).values(row);
}

export async function findMotion(db: Db, id: string): Promise<MotionRow | undefined> {
  const [row] = await db.select().from(motions).where(eq(motions.id, id));
  return row;
}

const isPending = sql`m.status = 'PENDING'`;

/** Its words as everybody reads them: none once it was taken away. */
const wordsOf = sql`CASE WHEN m.removal IS NULL THEN m.title ELSE '' END AS title,
  CASE WHEN m.removal IS NULL THEN m.content ELSE '' END AS content,
  CASE WHEN m.removal IS NOT NULL THEN json_build_object('rule', m.removal->'rule') END AS removed`;

/** Pending motions that have as many YES as there are seats, whoever holds these now. */
export function findRipe(db: Db): Promise<{ id: string; title: string; content: string }[]> {
  return rowsOf(
    db,
    sql`SELECT m.id, m.title, m.content FROM ${motions} m
      WHERE ${isPending} AND m.removal IS NULL AND (SELECT count(*) FROM ${ballots} b WHERE b.motion_id = m.id) >= ${boardSize}
      ORDER BY m.created_at, m.id`,
  );
}

export function findBallots(
  db: Db,
  motionIds: readonly string[],
): Promise<(CastBallot & { motionId: string })[]> {
  return rowsOf(
    db,
    sql`SELECT b.motion_id AS "motionId", b.number, b.vote, d.voter_id AS "voterId"
      FROM ${ballots} b LEFT JOIN ${ballotDetails} d ON d.number = b.number
      WHERE b.motion_id = ${anyOf(motionIds)}
      ORDER BY b.number`,
  );
}

export async function insertBallot(
  db: Db,
  { voterId, salt, ...link }: BallotLink & { hash: string; voterId: string; salt: string },
): Promise<void> {
  await db.insert(ballots).values(link);
  await db.insert(ballotDetails).values({ number: link.number, motionId: link.motionId, voterId, salt });
}

export async function settleMotion(db: Db, id: string, status: MotionStatus, now: Date): Promise<void> {
  await db.update(motions).set({ status, updatedAt: now }).where(eq(motions.id, id));
}

/** Takes its words away, or gives them back. False when that is so already. */
export async function putRemoval(db: Db, id: string, removal: Removal | null, now: Date): Promise<boolean> {
  const rows = await db
    .update(motions)
    .set({ removal, removedAt: removal ? now : null, updatedAt: now })
    .where(and(eq(motions.id, id), removal ? isNull(motions.removal) : isNotNull(motions.removal)))
    .returning({ id: motions.id });
  return rows.length > 0;
}

export async function touchMotion(db: Db, id: string, now: Date): Promise<void> {
  await db.update(motions).set({ updatedAt: now }).where(eq(motions.id, id));
}

export async function insertResolution(db: Db, row: ResolutionLink & { hash: string }): Promise<void> {
  await db.insert(resolutions).values(row);
}

export interface PersonRow {
  id: string;
  name: string;
  avatarUrl: string | null;
}

export interface VoteRow {
  id: string;
  voter: PersonRow | null;
  vote: BallotVote;
  votedAt: string;
}

export interface MotionViewRow {
  id: string;
  title: string;
  content: string;
  removed: Motion['removed'];
  status: MotionStatus;
  creator: PersonRow | null;
  votes: VoteRow[];
  createdAt: Date;
  updatedAt: Date;
}

/** Somebody as everybody sees them; null when their account is gone. */
const personOf = (
  userId: SQL,
) => sql`(SELECT json_build_object('id', u.id, 'name', u.name, 'avatarUrl', u.avatar_url)
  FROM ${users} u WHERE u.id = ${userId} AND ${accountIsThere(sql`u.id`)})`;

const votesOf = (which: SQL) => sql`(SELECT coalesce(json_agg(json_build_object('id', b.id, 'vote', b.vote,
    'votedAt', b.voted_at, 'voter', ${personOf(sql`d.voter_id`)}) ORDER BY b.number), '[]'::json)
  FROM ${ballots} b LEFT JOIN ${ballotDetails} d ON d.number = b.number WHERE ${which})`;

function readMotions(db: Db, rest: SQL): Promise<MotionViewRow[]> {
  return rowsOf<MotionViewRow>(
    db,
    sql`SELECT m.id, ${wordsOf}, m.status, ${personOf(sql`m.created_by`)} AS creator,
        ${votesOf(sql`b.motion_id = m.id`)} AS votes, m.created_at AS "createdAt", m.updated_at AS "updatedAt"
      FROM ${motions} m ${rest}`,
  );
}

export async function findMotionView(db: Db, id: string): Promise<MotionViewRow | undefined> {
  const [row] = await readMotions(db, sql`WHERE m.id = ${id}`);
  return row;
}

interface MotionPage {
  after: (Frontier & { isPending: boolean }) | null;
  except: MotionStatus | undefined;
  limit: number;
}

/** Pending motions first, then the newest; the few left out are walked over. */
export function pageOfMotions(db: Db, { after, except, limit }: MotionPage): Promise<MotionViewRow[]> {
  const further = after
    ? sql`(${isPending}, m.created_at, m.id) < (${after.isPending}::boolean, ${after.createdAt}::timestamptz, ${after.id}::text)`
    : sql`true`;
  const others = except ? sql`AND m.status <> ${except}` : sql``;
  return readMotions(
    db,
    sql`WHERE m.removal IS NULL AND ${further} ${others} ORDER BY (${isPending}) DESC, m.created_at DESC, m.id DESC LIMIT ${limit}`,
  );
}

export interface ResolutionRow {
  number: number;
  motionId: string;
  title: string;
  content: string;
  removed: Motion['removed'];
  passedAt: Date;
  creator: PersonRow | null;
  createdAt: Date;
  votes: VoteRow[];
}

export function pageOfResolutions(db: Db, below: number | null, limit: number): Promise<ResolutionRow[]> {
  const older = below === null ? sql`` : sql`WHERE r.number < ${below}`;
  return readResolutions(db, sql`${older} ORDER BY r.number DESC LIMIT ${limit}`);
}

export async function findResolutionOf(db: Db, motionId: string): Promise<ResolutionRow | undefined> {
  const [row] = await readResolutions(db, sql`WHERE r.motion_id = ${motionId}`);
  return row;
}

function readResolutions(db: Db, rest: SQL): Promise<ResolutionRow[]> {
  return rowsOf<ResolutionRow>(
    db,
    sql`SELECT r.number, m.id AS "motionId", ${wordsOf}, r.passed_at AS "passedAt",
        ${personOf(sql`m.created_by`)} AS creator, m.created_at AS "createdAt",
        ${votesOf(sql`b.number IN (SELECT jsonb_array_elements_text(r.ballot_numbers)::bigint)`)} AS votes
      FROM ${resolutions} r JOIN ${motions} m ON m.id = r.motion_id ${rest}`,
  );
}

export async function pageOfMotionsBy(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(motions)
    .where(and(eq(motions.createdBy, userId), gt(motions.id, after)))
    .orderBy(asc(motions.id))
    .limit(limit);
}

export async function pageOfBallotsBy(db: Db, voterId: string, after: number, limit: number) {
  return db
    .select({
      number: ballots.number,
      id: ballots.id,
      motionId: ballots.motionId,
      vote: ballots.vote,
      votedAt: ballots.votedAt,
    })
    .from(ballotDetails)
    .innerJoin(ballots, eq(ballots.number, ballotDetails.number))
    .where(and(eq(ballotDetails.voterId, voterId), gt(ballotDetails.number, after)))
    .orderBy(asc(ballotDetails.number))
    .limit(limit);
}

/** The ballots stay, nobody's; so do the motions. */
export async function forgetVoter(db: Db, userId: string): Promise<void> {
  await db.delete(ballotDetails).where(eq(ballotDetails.voterId, userId));
  await db.update(motions).set({ createdBy: null }).where(eq(motions.createdBy, userId));
}

export async function findMotions(db: Db, ids: readonly string[]): Promise<MotionRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(motions)
    .where(eq(motions.id, anyOf(ids)));
}
