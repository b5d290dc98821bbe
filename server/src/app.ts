import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { House } from '#platform/area.ts';
import { type Bus, inProcessBus } from '#platform/bus.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { type Config, ConfigError, version } from '#platform/config.ts';
import { builderOn } from '#platform/database/builder.ts';
import { migrateConfigured } from '#platform/database/configured.ts';
import type { Database, Signals } from '#platform/database/connection.ts';
import { measuring } from '#platform/database/measured.ts';
import { fits, readMigrations } from '#platform/database/migrate.ts';
import { loggingSlow } from '#platform/database/slow-statements.ts';
import { type Deps, makeDeps } from '#platform/deps.ts';
import { Gazetteer } from '#platform/gazetteer.ts';
import { RedisHeartbeats } from '#platform/heartbeats.ts';
import { longestWriting_s } from '#platform/horizon.store.ts';
import { Horizon } from '#platform/horizon.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { clientErrorRoutes } from '#platform/http/client-errors.ts';
import { answerNotFound } from '#platform/http/errors.ts';
import { installGuards } from '#platform/http/guards.ts';
import { answerProbes, Readiness } from '#platform/http/probes.ts';
import { RedisRequestCounts } from '#platform/http/redis-request-counts.ts';
import { makeServer } from '#platform/http/server.ts';
import { demoTownOfferedPort, serviceRoutes } from '#platform/http/service.routes.ts';
import { viewerFinderPort } from '#platform/http/viewer.ts';
import { previewsPort, serveWeb } from '#platform/http/web-pages.ts';
import { type Ids, randomIds } from '#platform/ids.ts';
import { rememberOnce } from '#platform/installation.store.ts';
import { type JobRuns, platformJobs, startJobs } from '#platform/jobs.ts';
import type { LogDestination } from '#platform/log.ts';
import { type Measures, noMeasures } from '#platform/measures.ts';
import { registerNode } from '#platform/node-registry.ts';
import { CatchingUp } from '#platform/nodes/catching-up.ts';
import { configuredChannel } from '#platform/nodes/configured-channel.ts';
import { busOfNodes, type NodeBus } from '#platform/nodes/node-bus.ts';
import { readFingerprint } from '#platform/operations/contents.store.ts';
import { fingerprintOf, positionSecretIn, readPositionSecret } from '#platform/position-secret.ts';
import { PushSender, pushKeysOf } from '#platform/push.ts';
import type { SharedRedis } from '#platform/redis.ts';
import { demoAccountsPort, mountDemoProvider } from '#platform/sign-in/demo-provider.ts';
import type { ProviderAccess } from '#platform/sign-in/known-provider.ts';
import { openStorage } from '#platform/storage/configured-storage.ts';
import { streetsRoutes } from '#platform/streets/streets.routes.ts';
import { openStreets } from '#platform/streets/streets.ts';
import { accountParts, areas, mediaGuards, notices, ports, reportTargets } from './areas.ts';

/** Balancers ask every second or two. */
const noticed_ms = 3000;

export interface AppOptions {
  config: Config;
  database: Database;
  migrationsDirectory: string;
  /** The built list of towns, from which places have their names. */
  gazetteerFile: string;
  /** The built web; null serves the API alone (tests). */
  webDirectory: string | null;
  clock?: Clock;
  /** Ids and secrets that are drawn are nobody's to foretell (tests count them). */
  ids?: Ids;
  /** False leaves what is done regularly to whoever calls it (tests). */
  runJobs?: boolean;
  /** Host and port of a push service that lies in a private network (tests). */
  trustedPushHost?: string;
  /** Where log lines go; standard output by default. */
  logTo?: LogDestination;
}

export interface App {
  server: FastifyInstance;
  deps: Deps;
  /** Ends everything in order; `onStep` hears what is being waited for. */
  close(onStep?: (step: string) => void): Promise<void>;
}

export async function makeApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const runsJobs = options.runJobs !== false;
  let nodes: NodeBus | null = null;
  let counts: RedisRequestCounts | null = null;
  const server = await makeServer(config, options.logTo, () => counts);
  const metrics =
    config.metrics && (await (await import('#platform/metrics.ts')).openMetrics(config.metrics, server.log));
  metrics?.follow(server);
  const measures: Measures = metrics ?? noMeasures;
  const redis = config.redisUrl
    ? await (await import('#platform/redis.ts')).openRedis(config.redisUrl, server.log)
    : null;
  const mailer = config.mail && (await import('#platform/mail.ts')).openMailer(config.mail);
  const files = await openStorage(config, (text) => server.log.warn(text));
  const migrations = readMigrations(options.migrationsDirectory);
  await migrateConfigured(config, options.database, migrations);
  // A backup under way holds up whoever asks, and is no reason to send people elsewhere or to start anew.
  const isCopied = () => options.database.isDumping?.() === true;
  const readiness = new Readiness({
    database: async () => isCopied() || (await options.database.query('SELECT 1', [], 'arrays')).length > 0,
    migrations: async () => isCopied() || fits(options.database, migrations),
    media: () => files.isWritable(),
    bus: async () => nodes?.isHeard() ?? true,
  });
  answerProbes(server, readiness);
  const size = options.database.kind === 'embedded' ? 1 : config.database.pool;
  const measured = metrics ? measuring(options.database, size, metrics) : options.database;
  const database = loggingSlow(measured, config.logSlow_ms, server.log);
  const here = inProcessBus((error) => server.log.error({ err: error }, 'listener failed'));
  nodes = isShared(database)
    ? await joinNodes(here, database, { config, redis, log: server.log, measures, looksByItself: runsJobs })
    : null;
  const bus = nodes ?? here;
  const positionSecret = await secretFor(database, config);
  const deps = makeDeps(database, {
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    files,
    gazetteer: new Gazetteer(options.gazetteerFile),
    log: server.log,
    config,
    positionSecret,
    bus,
    measures,
    heartbeats: redis && new RedisHeartbeats(redis, positionSecret),
  });
  await refuseOtherSecret(deps);
  if (redis) {
    counts = new RedisRequestCounts(redis, positionSecret);
    measures.gauge('redis_up', () => Number(redis.isUp()));
  }
  const registry = runsJobs && database.locks ? await registerNode(deps, database.locks) : null;

  installGuards(server, deps, ports.get(viewerFinderPort)(deps));
  await serveApiDocs(server, version);
  const provider: ProviderAccess = config.provider
    ? { ...config.provider, alwaysAsk: false }
    : await mountDemoProvider(server, config, ports.get(demoAccountsPort));
  const keys = await pushKeysOf(deps.db, config.dataDir, config.push);
  const push = new PushSender(keys, config.pushSubject, options.trustedPushHost);
  const jobRuns: JobRuns[] = [];
  const running = {
    version,
    startedAt: deps.clock(),
    database: database.kind,
    jobs: jobRuns,
    nodes: registry?.list ?? none,
  };
  const gathered = { accountParts, mediaGuards, reportTargets, notices };
  const house: House = { deps, ports, provider, push, mailer, ...gathered, running };

  const streets = await openStreets(deps);
  serviceRoutes(server, deps, {
    version,
    database: database.kind,
    demoTownOffered: () => ports.get(demoTownOfferedPort)(deps),
    extracts: streets.extracts,
  });
  clientErrorRoutes(server, deps);
  streetsRoutes(server, streets);
  for (const area of areas) await area.routes?.(server, house);
  if (options.webDirectory) await serveWeb(server, deps, options.webDirectory, ports.get(previewsPort));
  else server.setNotFoundHandler(answerNotFound);

  const jobs = [...platformJobs, ...streets.jobs, ...areas.flatMap((area) => area.jobs?.(house) ?? [])];
  const stopJobs = startJobs(deps, runsJobs ? jobs : [], jobRuns, database.locks);
  // So that the first map need not wait for it, and the start does not either.
  if (runsJobs) server.addHook('onListen', () => void streets.style?.style());
  const background = areas.flatMap(({ name, start }) =>
    runsJobs && start ? { name, running: start(house) } : [],
  );
  return {
    server,
    deps,
    async close(onStep = () => {}) {
      if (readiness.stop()) {
        onStep('balancers to look elsewhere');
        await new Promise((resolve) => setTimeout(resolve, noticed_ms));
      }
      onStep('connections');
      await server.close();
      onStep('jobs');
      await stopJobs((job) => onStep(`job: ${job}`));
      for (const { name, running } of background) {
        onStep(name);
        await running.stop();
      }
      mailer?.close();
      onStep('map extracts');
      await streets.extracts.close();
      await registry?.leave();
      await nodes?.leave();
      await redis?.close();
      await metrics?.close();
      onStep('database');
      await database.close();
    },
  };
}

const none = async () => [];

const isShared = (database: Database): database is Database & { signals: Signals } =>
  database.signals !== undefined;

interface Joining {
  config: Config;
  redis: SharedRedis | null;
  log: FastifyBaseLogger;
  measures: Measures;
  looksByItself: boolean;
}

async function joinNodes(
  here: Bus,
  database: Database & { signals: Signals },
  { config, redis, log, ...others }: Joining,
): Promise<NodeBus> {
  const db = builderOn(database);
  others.measures.gauge('horizon_age_seconds', () => longestWriting_s(db));
  const needs = { signals: database.signals, redis, ids: randomIds, log };
  return busOfNodes(here, {
    channel: await configuredChannel(config, db, needs),
    catchingUp: new CatchingUp(db, new Horizon(db, 'several')),
    gather_ms: config.gather_ms,
    ids: randomIds,
    log,
    ...others,
  });
}

/** Made for a database that knows none. A new one beside a database that knows another would be taken for it. */
async function secretFor(database: Database, { dataDir, positionSecret }: Config): Promise<string> {
  if (readPositionSecret(dataDir, positionSecret) === null && (await readFingerprint(database)) !== null) {
    throw new ConfigError(
      'POSITION_SECRET: the position secret that this database was used with is not here. Put it into secrets/position-secret of the data directory, or name it with POSITION_SECRET.',
    );
  }
  return positionSecretIn(dataDir, positionSecret);
}

/** With another secret the same place would get a second shift, and two shifts tell more than one. */
async function refuseOtherSecret(deps: Deps) {
  const mine = fingerprintOf(deps.positionSecret);
  if ((await rememberOnce(deps.db, 'position secret fingerprint', mine)) !== mine) {
    throw new ConfigError(
      'POSITION_SECRET: this database was used with another position secret. Start with that one: it lies in secrets/position-secret of the data directory, or was given as POSITION_SECRET.',
    );
  }
}
