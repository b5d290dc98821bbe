import { statfs } from 'node:fs/promises';
import type {
  listAccounts as accountsEndpoint,
  getServerState as stateEndpoint,
} from '@dazi/contract/administration/administration';
import { administrationLimits } from '@dazi/contract/administration/administration.rules';
import type { DataOf, QueryOf } from '@dazi/contract/kernel/endpoint';
import { officeHolders, standingsOf } from '#features/identity/identity.service.ts';
import { openReportsAbout } from '#features/moderation/moderation.service.ts';
import type { RunningServer } from '#platform/area.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import * as store from './administration.store.ts';

const hour_ms = 60 * 60 * 1000;
const instant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());

export async function getServerState(
  deps: Deps,
  { version, startedAt, database, jobs, nodes }: RunningServer,
): Promise<DataOf<typeof stateEndpoint>> {
  const now = deps.clock().getTime();
  const [row, running, { bavail, blocks, bsize }] = await Promise.all([
    store.readState(deps.db, { hourAgo: new Date(now - hour_ms), dayAgo: new Date(now - 24 * hour_ms) }),
    nodes(),
    statfs(deps.config.dataDir),
  ]);
  return {
    version,
    node: process.versions.node,
    startedAt: startedAt.toISOString(),
    database: {
      kind: database,
      version: row.databaseVersion,
      bytes: row.databaseBytes,
      schema: row.schema.replace(/\.sql$/, ''),
    },
    disk: { total_bytes: blocks * bsize, free_bytes: bavail * bsize },
    media: { files: row.files, bytes: row.fileBytes },
    accounts: {
      all: row.accounts,
      ofLastHour: row.ofLastHour,
      ofLastDay: row.ofLastDay,
      active: row.active,
    },
    queues: { notifications: row.notifications, pushes: row.pushes, uploads: row.uploads },
    nodes: [...running],
    jobs: jobs.map(({ name, every_ms, begunAt, endedAt, hasFailed, isElsewhere }) => ({
      name,
      every_s: Math.ceil(every_ms / 1000),
      begunAt: instant(begunAt),
      endedAt: instant(endedAt),
      hasFailed,
      isElsewhere,
    })),
    settings: [...deps.config.settings],
  };
}

export async function listAccounts(
  deps: Deps,
  { query = '', cursor }: QueryOf<typeof accountsEndpoint>,
): Promise<{ accounts: DataOf<typeof accountsEndpoint>; nextCursor: string | null }> {
  const limit = administrationLimits.page;
  const rows = await store.pageOfAccounts(deps.db, {
    query: query.trim(),
    before: cursor === undefined ? null : frontierOf(cursor),
    limit,
  });
  const ids = rows.map(({ id }) => id);
  const standingOf = await standingsOf(deps, ids);
  const holders = new Map((await officeHolders(deps)).map(({ id, role }) => [id, role]));
  const openReports = await openReportsAbout(deps, ids);
  const last = rows.at(-1);
  return {
    accounts: rows.map(({ emailVerified, createdAt, lastActiveAt, leftAt, ...row }) => ({
      ...row,
      isEmailVerified: emailVerified,
      createdAt: new Date(createdAt).toISOString(),
      lastActiveAt: new Date(lastActiveAt).toISOString(),
      standing: standingOf(row.id),
      leftAt: instant(leftAt),
      role: holders.get(row.id) ?? null,
      openReports: openReports.get(row.id) ?? 0,
    })),
    nextCursor:
      rows.length === limit && last
        ? cursorOf({ createdAt: new Date(last.createdAt).toISOString(), id: last.id })
        : null,
  };
}
