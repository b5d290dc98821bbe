import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { conversationViewsRoutes } from '#features/chat/conversation-views/conversation-views.routes.ts';
import { getRoom } from '#features/chat/conversation-views/conversation-views.service.ts';
import { conversationsAccount } from '#features/chat/conversations/conversations.account.ts';
import { conversationsJobs } from '#features/chat/conversations/conversations.jobs.ts';
import { conversationsRoutes } from '#features/chat/conversations/conversations.routes.ts';
import {
  hearings,
  mayReadMessageMedia,
  reportableMessage,
} from '#features/chat/conversations/conversations.service.ts';
import { presenceAccount } from '#features/chat/presence/presence.account.ts';
import { presenceJobs } from '#features/chat/presence/presence.jobs.ts';
import { presenceRoutes } from '#features/chat/presence/presence.routes.ts';
import { activityChanged, clearPresence, noteOpen } from '#features/chat/presence/presence.service.ts';
import { roomsAccount } from '#features/chat/rooms/rooms.account.ts';
import { roomsRoutes } from '#features/chat/rooms/rooms.routes.ts';
import { reportableRoom } from '#features/chat/rooms/rooms.service.ts';
import { demoTownRoutes } from '#features/demo-town/demo-town.routes.ts';
import { demoAccounts, isOffered } from '#features/demo-town/demo-town.service.ts';
import { discoveryRoutes } from '#features/discovery/discovery.routes.ts';
import { getProfile } from '#features/discovery/discovery.service.ts';
import { previewOfPost, previewOfRoom } from '#features/discovery/link-preview.service.ts';
import { peopleRoutes } from '#features/discovery/people.routes.ts';
import { governanceAccount } from '#features/governance/governance.account.ts';
import { governanceRoutes } from '#features/governance/governance.routes.ts';
import { identityAccount } from '#features/identity/identity.account.ts';
import { identityJobs } from '#features/identity/identity.jobs.ts';
import { identityRoutes } from '#features/identity/identity.routes.ts';
import { type AccountPart, viewerFinder } from '#features/identity/identity.service.ts';
import { liveRoutes } from '#features/live/live.routes.ts';
import { LiveHub } from '#features/live/live.service.ts';
import { mediaAccount } from '#features/media/media.account.ts';
import { mediaJobs } from '#features/media/media.jobs.ts';
import { mediaRoutes } from '#features/media/media.routes.ts';
import { uploadsRoutes } from '#features/media/uploads.routes.ts';
import { miniAppsAccount } from '#features/mini-apps/mini-apps.account.ts';
import { miniAppsJobs } from '#features/mini-apps/mini-apps.jobs.ts';
import { miniAppsRoutes } from '#features/mini-apps/mini-apps.routes.ts';
import { miniAppTakenBack } from '#features/mini-apps/mini-apps.service.ts';
import { WaitingEnds } from '#features/mini-apps/waiting.service.ts';
import { moderationAccount } from '#features/moderation/moderation.account.ts';
import { moderationRoutes } from '#features/moderation/moderation.routes.ts';
import { mayReadReportedMedia } from '#features/moderation/moderation.service.ts';
import { NotificationMaker } from '#features/notifications/making.service.ts';
import { notificationsAccount } from '#features/notifications/notifications.account.ts';
import { notificationsJobs } from '#features/notifications/notifications.jobs.ts';
import { notificationsRoutes } from '#features/notifications/notifications.routes.ts';
import { Pusher } from '#features/notifications/push.service.ts';
import { blocksAccount } from '#features/people/blocks/blocks.account.ts';
import { blocksRoutes } from '#features/people/blocks/blocks.routes.ts';
import { hiddenFrom, mayReadAvatar, reportablePerson } from '#features/people/blocks/blocks.service.ts';
import { profilesAccount } from '#features/people/profiles/profiles.account.ts';
import { profilesRoutes } from '#features/people/profiles/profiles.routes.ts';
import { placesAccount } from '#features/places/places.account.ts';
import { placesRoutes } from '#features/places/places.routes.ts';
import { bookmarksAccount } from '#features/posts/bookmarks/bookmarks.account.ts';
import { bookmarksRoutes } from '#features/posts/bookmarks/bookmarks.routes.ts';
import { commentsAccount } from '#features/posts/comments/comments.account.ts';
import { commentsRoutes } from '#features/posts/comments/comments.routes.ts';
import { postViewsRoutes } from '#features/posts/post-views/post-views.routes.ts';
import { getPost } from '#features/posts/post-views/post-views.service.ts';
import { postsAccount } from '#features/posts/posts/posts.account.ts';
import { postsJobs } from '#features/posts/posts/posts.jobs.ts';
import { postsRoutes } from '#features/posts/posts/posts.routes.ts';
import { mayReadPostMedia, reportablePost } from '#features/posts/posts/posts.service.ts';
import { reactionsAccount } from '#features/posts/reactions/reactions.account.ts';
import { reactionsRoutes } from '#features/posts/reactions/reactions.routes.ts';
import { walletAccount } from '#features/wallet/wallet.account.ts';
import { walletJobs } from '#features/wallet/wallet.jobs.ts';
import { walletRoutes } from '#features/wallet/wallet.routes.ts';
import { returnFromGroup } from '#features/wallet/wallet.service.ts';
import { inProcessBus } from '#platform/bus.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Signals } from '#platform/database/connection.ts';
import { migrate, readMigrations } from '#platform/database/migrate.ts';
import { type Deps, makeDeps } from '#platform/deps.ts';
import { Gazetteer } from '#platform/gazetteer.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { answerNotFound } from '#platform/http/errors.ts';
import { installGuards } from '#platform/http/guards.ts';
import { makeServer } from '#platform/http/server.ts';
import { serviceRoutes } from '#platform/http/service.routes.ts';
import { serveWeb } from '#platform/http/web-pages.ts';
import { randomIds } from '#platform/ids.ts';
import { rememberOnce } from '#platform/installation.store.ts';
import { platformJobs, startJobs } from '#platform/jobs.ts';
import type { LogDestination } from '#platform/log.ts';
import { busBetweenNodes } from '#platform/nodes.ts';
import { fingerprintOf, positionSecretIn } from '#platform/position-secret.ts';
import { PushSender, pushKeysIn } from '#platform/push.ts';
import { mountDemoProvider } from '#platform/sign-in/demo-provider.ts';
import { type ProviderAccess, relyingParty } from '#platform/sign-in/relying-party.ts';
import { directoryStorage } from '#platform/storage/file-storage.ts';
import { streetsRoutes } from '#platform/streets/streets.routes.ts';
import { openStreets } from '#platform/streets/streets.ts';

export const version = '0.1.0';

/** What the features keep of a person, in their order; who keeps something says so here. */
export const accountParts: readonly AccountPart[] = [
  identityAccount,
  placesAccount,
  mediaAccount,
  profilesAccount,
  blocksAccount,
  postsAccount,
  reactionsAccount,
  commentsAccount,
  bookmarksAccount,
  conversationsAccount,
  walletAccount,
  roomsAccount(returnFromGroup),
  presenceAccount,
  miniAppsAccount,
  governanceAccount,
  moderationAccount,
  notificationsAccount,
];

export interface AppOptions {
  config: Config;
  database: Database;
  migrationsDirectory: string;
  /** The built list of towns, from which places have their names. */
  gazetteerFile: string;
  /** The built web; null serves the API alone (tests). */
  webDirectory: string | null;
  clock?: Clock;
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

/** Puts the house together: database, platform, features in their order, and what plugs them together. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { config, database } = options;
  await migrate(database, readMigrations(options.migrationsDirectory));
  const server = await makeServer(config, options.logTo);
  const here = inProcessBus((error) => server.log.error({ err: error }, 'listener failed'));
  const nodes = isShared(database)
    ? await busBetweenNodes(here, database, { ids: randomIds, log: server.log })
    : null;
  const bus = nodes ?? here;
  const deps = makeDeps(database, {
    clock: options.clock ?? systemClock,
    ids: randomIds,
    files: directoryStorage(join(config.dataDir, 'media')),
    gazetteer: new Gazetteer(options.gazetteerFile),
    log: server.log,
    config,
    positionSecret: positionSecretIn(config.dataDir, config.positionSecret),
    bus,
  });
  await refuseOtherSecret(deps);

  installGuards(server, config, viewerFinder(deps));
  await serveApiDocs(server, version);
  const provider: ProviderAccess = config.provider
    ? { ...config.provider, alwaysAsk: false }
    : await mountDemoProvider(server, config, demoAccounts);
  const keys = pushKeysIn(config.dataDir, config.push);
  const sender = new PushSender(keys, config.pushSubject, options.trustedPushHost);
  const hub = new LiveHub(deps, hiddenFrom, hearings, noteOpen);

  const streets = await openStreets(deps);
  serviceRoutes(server, deps, {
    version,
    database: database.kind,
    demoTownOffered: () => isOffered(deps),
    extracts: streets.extracts,
  });
  streetsRoutes(server, streets);
  identityRoutes(server, deps, relyingParty(config, provider), clearPresence, accountParts);
  placesRoutes(server, deps);
  liveRoutes(server, hub);
  mediaRoutes(server, deps, {
    post: mayReadPostMedia,
    avatar: mayReadAvatar,
    message: async (...asked) => (await mayReadMessageMedia(...asked)) || mayReadReportedMedia(...asked),
  });
  await uploadsRoutes(server, deps);
  profilesRoutes(server, deps, getProfile, { sharingEnded: clearPresence, activityChanged });
  blocksRoutes(server, deps);
  postsRoutes(server, deps, getPost);
  reactionsRoutes(server, deps);
  commentsRoutes(server, deps);
  bookmarksRoutes(server, deps);
  conversationsRoutes(server, deps, miniAppTakenBack);
  walletRoutes(server, deps);
  roomsRoutes(server, deps, getRoom, returnFromGroup);
  presenceRoutes(server, deps);
  miniAppsRoutes(server, deps);
  governanceRoutes(server, deps);
  moderationRoutes(server, deps, {
    post: reportablePost,
    person: reportablePerson,
    message: reportableMessage(miniAppTakenBack),
    room: reportableRoom(returnFromGroup),
  });
  postViewsRoutes(server, deps);
  discoveryRoutes(server, deps);
  conversationViewsRoutes(server, deps);
  peopleRoutes(server, deps);
  notificationsRoutes(server, deps, sender);
  demoTownRoutes(server, deps, provider.issuer);
  if (options.webDirectory) {
    const previews = {
      post: (postId: string) => previewOfPost(deps, postId),
      room: (roomId: string) => previewOfRoom(deps, roomId),
    };
    await serveWeb(server, options.webDirectory, config.map.googleKey, config.publicUrl, previews);
  } else server.setNotFoundHandler(answerNotFound);

  const jobs = [
    ...platformJobs,
    ...streets.jobs,
    ...identityJobs(accountParts),
    ...mediaJobs,
    ...postsJobs,
    ...conversationsJobs,
    ...walletJobs,
    ...presenceJobs,
    ...miniAppsJobs,
    ...notificationsJobs(sender),
  ];
  const stopJobs = startJobs(deps, options.runJobs === false ? [] : jobs);
  const pusher = new Pusher(deps, sender);
  const maker = options.runJobs === false ? null : new NotificationMaker(deps, () => pusher.wake());
  const waitingEnds = options.runJobs === false ? null : new WaitingEnds(deps);
  return {
    server,
    deps,
    async close(onStep = () => {}) {
      onStep('connections');
      await server.close();
      onStep('jobs');
      await stopJobs((job) => onStep(`job: ${job}`));
      onStep('mini apps');
      await waitingEnds?.stop();
      onStep('notifications');
      await maker?.stop();
      await pusher.stop();
      onStep('map extracts');
      await streets.extracts.close();
      nodes?.leave();
      onStep('database');
      await database.close();
    },
  };
}

const isShared = (database: Database): database is Database & { signals: Signals } =>
  database.signals !== undefined;

/** With another secret the same place would get a second shift, and two shifts tell more than one. */
async function refuseOtherSecret(deps: Deps) {
  const mine = fingerprintOf(deps.positionSecret);
  if ((await rememberOnce(deps.db, 'position secret fingerprint', mine)) !== mine) {
    throw new Error(
      'This database was used with another position secret. Start with that one: it lies in secrets/position-secret of the data directory, or was given as POSITION_SECRET.',
    );
  }
}
