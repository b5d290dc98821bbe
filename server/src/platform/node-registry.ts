import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { ConfigError, version } from './config.ts';
import { advisoryLocks } from './database/advisory-locks.ts';
import type { HeldLocks } from './database/connection.ts';
import type { Deps } from './deps.ts';
import * as store from './node-registry.store.ts';

const sayEvery_ms = 5000;
/** Whoever was not seen for so long is down. */
const alive_s = 20;

export interface RunningNode {
  name: string;
  version: string;
  startedAt: string;
  seenAt: string;
  isAlive: boolean;
  isHere: boolean;
  /** Not where this one keeps them: it serves no pictures that came here. */
  hasOtherMedia: boolean;
}

export interface NodeRegistry {
  list(): Promise<RunningNode[]>;
  leave(): Promise<void>;
}

/** The sign-in of demo mode knows people whom the other nodes do not. */
async function requireMode({ config }: Deps, locks: HeldLocks): Promise<void> {
  if (await locks.hold(advisoryLocks.mode, config.provider ? 'together' : 'alone')) return;
  throw new ConfigError(
    config.provider
      ? 'DATABASE_URL: a node in demo mode runs on this database, which it shares with nobody. Stop it first.'
      : 'OIDC_ISSUER: another node runs on this database, and the sign-in of demo mode belongs to one alone. Name a provider with OIDC_ISSUER and OIDC_CLIENT_ID on all nodes, or stop the other one.',
  );
}

/** Says to the other nodes that this one is there. Throws ConfigError where it may not be. */
export async function registerNode(deps: Deps, locks: HeldLocks): Promise<NodeRegistry> {
  await requireMode(deps, locks);
  const { config, db, log } = deps;
  const row: store.NodeRow = {
    id: createHash('sha256').update(`${hostname()}\n${config.dataDir}`).digest('hex').slice(0, 16),
    name: config.nodeName,
    version,
    media: await deps.files.identity(),
    startedAt: deps.clock(),
  };
  await store.putNode(db, row);

  const list = async () =>
    (await store.listNodes(db, alive_s)).map(
      ({ id, media, startedAt, seenAt, ...seen }): RunningNode => ({
        ...seen,
        startedAt: new Date(startedAt).toISOString(),
        seenAt: new Date(seenAt).toISOString(),
        isHere: id === row.id,
        hasOtherMedia: media !== row.media,
      }),
    );
  for (const { name, isAlive, isHere, hasOtherMedia } of await list()) {
    if (isHere || !isAlive || !hasOtherMedia) continue;
    log.warn(
      `The node ${name} keeps its media in another place: pictures that come to one are missing on the other. Let MEDIA_DIR be one directory of all nodes, or name a bucket with S3_BUCKET.`,
    );
  }
  deps.measures.gauge('nodes', async () => (await list()).filter(({ isAlive }) => isAlive).length);

  let isSaying: Promise<unknown> | null = null;
  const say = () => {
    isSaying ??= Promise.all([requireMode(deps, locks), store.putNode(db, row), store.forgetOldNodes(db)])
      .catch((error) => log.warn({ err: error }, 'the other nodes do not see this one'))
      .finally(() => {
        isSaying = null;
      });
  };
  const timer = setInterval(say, sayEvery_ms);
  return {
    list,
    async leave() {
      clearInterval(timer);
      await isSaying;
      await store.deleteNode(db, row.id).catch(() => {});
    },
  };
}
