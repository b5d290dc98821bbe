import { eq, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database/builder.ts';
import { nodes } from './node-registry.tables.ts';

export type NodeRow = Omit<typeof nodes.$inferSelect, 'seenAt'>;

export async function putNode(db: Db, row: NodeRow): Promise<void> {
  const { id: _key, ...changes } = row;
  const seenAt = sql`now()`;
  await db
    .insert(nodes)
    .values({ ...row, seenAt })
    .onConflictDoUpdate({ target: nodes.id, set: { ...changes, seenAt } });
}

/** What has not been seen for a day is not told of any more. */
export async function forgetOldNodes(db: Db): Promise<void> {
  await db.delete(nodes).where(sql`${nodes.seenAt} < now() - interval '1 day'`);
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.delete(nodes).where(eq(nodes.id, id));
}

export interface SeenNode extends Omit<NodeRow, 'startedAt'> {
  startedAt: string;
  seenAt: string;
  /** Seen within so many seconds. */
  isAlive: boolean;
}

export const listNodes = (db: Db, alive_s: number): Promise<SeenNode[]> =>
  rowsOf<SeenNode>(
    db,
    sql`SELECT id, name, version, media, started_at AS "startedAt", seen_at AS "seenAt",
        seen_at > now() - make_interval(secs => ${alive_s}) AS "isAlive"
      FROM ${nodes} ORDER BY name, id`,
  );
