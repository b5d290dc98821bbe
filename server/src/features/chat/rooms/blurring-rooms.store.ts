import type { Position } from '@dazi/contract/places/places';
import { and, asc, count, eq, lte } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import type { RoomRow } from './rooms.store.ts';
import { rooms } from './rooms.tables.ts';

const isExact = (userId: string, upTo: Date) =>
  and(eq(rooms.creatorId, userId), eq(rooms.display, 'exact'), rooms.isActive, lte(rooms.createdAt, upTo));

export async function countExact(db: Db, userId: string, upTo: Date): Promise<number> {
  const [row] = await db.select({ count: count() }).from(rooms).where(isExact(userId, upTo));
  return row!.count;
}

/** The first of them, their rows locked. */
export async function lockExact(db: Db, userId: string, upTo: Date, limit: number): Promise<RoomRow[]> {
  return db
    .select()
    .from(rooms)
    .where(isExact(userId, upTo))
    .orderBy(asc(rooms.id))
    .limit(limit)
    .for('update');
}

export async function moveRoom(
  db: Db,
  roomId: string,
  moved: Position & Pick<RoomRow, 'updatedAt'>,
): Promise<void> {
  await db
    .update(rooms)
    .set({ ...moved, display: 'approximate' })
    .where(eq(rooms.id, roomId));
}
