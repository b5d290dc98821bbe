import { and, asc, eq, or } from 'drizzle-orm';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { leaderVotes } from './rooms.tables.ts';

export async function putVote(
  db: Db,
  row: typeof leaderVotes.$inferInsert & { createdAt: Date },
): Promise<void> {
  const { candidateId, createdAt } = row;
  await db
    .insert(leaderVotes)
    .values(row)
    .onConflictDoUpdate({
      target: [leaderVotes.conversationId, leaderVotes.voterId],
      set: { candidateId, createdAt },
    });
}

export interface Vote {
  voterId: string;
  /** When the voter became a member. */
  joinedAt: Date;
  candidateId: string;
  candidateName: string;
}

export async function listVotes(db: Db, conversationId: string): Promise<Vote[]> {
  return db
    .select({
      voterId: leaderVotes.voterId,
      joinedAt: conversationMembers.joinedAt,
      candidateId: leaderVotes.candidateId,
      candidateName: users.name,
    })
    .from(leaderVotes)
    .innerJoin(users, eq(users.id, leaderVotes.candidateId))
    .innerJoin(
      conversationMembers,
      and(
        eq(conversationMembers.conversationId, leaderVotes.conversationId),
        eq(conversationMembers.userId, leaderVotes.voterId),
      ),
    )
    .where(
      and(
        eq(leaderVotes.conversationId, conversationId),
        accountStands(leaderVotes.voterId),
        accountStands(leaderVotes.candidateId),
      ),
    )
    .orderBy(asc(leaderVotes.createdAt), asc(leaderVotes.voterId));
}

export async function deleteVotes(db: Db, conversationId: string): Promise<void> {
  await db.delete(leaderVotes).where(eq(leaderVotes.conversationId, conversationId));
}

/** What somebody voted, and what was voted for them. */
export async function deleteVotesOf(db: Db, conversationId: string, userId: string): Promise<void> {
  await db
    .delete(leaderVotes)
    .where(
      and(
        eq(leaderVotes.conversationId, conversationId),
        or(eq(leaderVotes.voterId, userId), eq(leaderVotes.candidateId, userId)),
      ),
    );
}
