import { and, asc, eq, gt } from 'drizzle-orm';
import { anyOf, type Db } from '#platform/database/builder.ts';
import type { MiniAppRow } from './mini-apps.store.ts';
import { miniAppParticipations, miniApps } from './mini-apps.tables.ts';

export async function pageOfCreated(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(miniApps)
    .where(and(eq(miniApps.createdBy, userId), gt(miniApps.id, after)))
    .orderBy(asc(miniApps.id))
    .limit(limit);
}

export async function pageOfOwnParticipations(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(miniAppParticipations)
    .where(and(eq(miniAppParticipations.userId, userId), gt(miniAppParticipations.miniAppId, after)))
    .orderBy(asc(miniAppParticipations.miniAppId))
    .limit(limit);
}

export async function findMiniApps(db: Db, ids: readonly string[]): Promise<MiniAppRow[]> {
  return db
    .select()
    .from(miniApps)
    .where(eq(miniApps.id, anyOf(ids)));
}
