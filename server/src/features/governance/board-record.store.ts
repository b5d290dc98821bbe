import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { accountIsThere } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { boardCandidates, boardVoteDetails, boardVoteLog, boardVotes } from './governance.tables.ts';

interface RecordPerson {
  id: string;
  name: string;
  avatarUrl: string | null;
  email: string | null;
}

export interface RecordRow {
  number: number;
  id: string;
  createdAt: Date;
  voter: RecordPerson;
  candidate: RecordPerson;
}

const face = (alias: SQL) =>
  sql`json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'avatarUrl', ${alias}.avatar_url, 'email', ${alias}.email)`;

export function pageOfRecords(db: Db, below: number | null, limit: number): Promise<RecordRow[]> {
  const older = below === null ? sql`` : sql` AND v.number < ${below}`;
  return rowsOf<RecordRow>(
    db,
    sql`SELECT v.number, l.id, l.created_at AS "createdAt", ${face(sql`voter`)} AS voter, ${face(sql`candidate`)} AS candidate
      FROM ${boardVotes} v JOIN ${boardVoteLog} l ON l.number = v.number
        JOIN ${users} voter ON voter.id = v.voter_id JOIN ${users} candidate ON candidate.id = v.candidate_id
      WHERE NOT v.is_withdrawn AND ${accountIsThere(sql`v.voter_id`)} AND ${accountIsThere(sql`v.candidate_id`)}${older}
      ORDER BY v.number DESC LIMIT ${limit}`,
  );
}

export async function findCandidacy(db: Db, userId: string) {
  return db.select().from(boardCandidates).where(eq(boardCandidates.userId, userId));
}

export async function pageOfHistory(db: Db, voterId: string, after: number, limit: number) {
  return db
    .select({
      number: boardVoteLog.number,
      id: boardVoteLog.id,
      action: boardVoteLog.action,
      candidateId: boardVoteDetails.candidateId,
      createdAt: boardVoteLog.createdAt,
    })
    .from(boardVoteDetails)
    .innerJoin(boardVoteLog, eq(boardVoteLog.number, boardVoteDetails.number))
    .where(and(eq(boardVoteDetails.voterId, voterId), gt(boardVoteDetails.number, after)))
    .orderBy(asc(boardVoteDetails.number))
    .limit(limit);
}
