import { policy } from '#app/policy/texts/ja.ts';
import { shell } from '#app/shell/texts/ja.ts';
import { welcome } from '#app/welcome/texts/ja.ts';
import { administration } from '#features/administration/texts/ja.ts';
import { conversations, conversationsErrors } from '#features/chat/conversations/texts/ja.ts';
import { presence, presenceErrors } from '#features/chat/presence/texts/ja.ts';
import { rooms, roomsErrors } from '#features/chat/rooms/texts/ja.ts';
import { demoTown, demoTownErrors } from '#features/demo-town/texts/ja.ts';
import { discovery } from '#features/discovery/texts/ja.ts';
import { governance, governanceErrors } from '#features/governance/texts/ja.ts';
import {
  account,
  admission,
  devices,
  identity,
  identityErrors,
  invitations,
} from '#features/identity/texts/ja.ts';
import { live, liveErrors } from '#features/live/texts/ja.ts';
import { media, mediaErrors } from '#features/media/texts/ja.ts';
import { quiz } from '#features/mini-apps/apps/compatibility-quiz/texts/ja.ts';
import { ice } from '#features/mini-apps/apps/ice-breaker/texts/ja.ts';
import { meeting } from '#features/mini-apps/apps/meeting-point/texts/ja.ts';
import { poll } from '#features/mini-apps/apps/poll/texts/ja.ts';
import { miniApps, miniAppsErrors } from '#features/mini-apps/texts/ja.ts';
import { moderation, moderationErrors, standing, transparency } from '#features/moderation/texts/ja.ts';
import { notifications, notificationsErrors } from '#features/notifications/texts/ja.ts';
import { blocks, blocksErrors } from '#features/people/blocks/texts/ja.ts';
import { profiles, profilesErrors } from '#features/people/profiles/texts/ja.ts';
import { places, placesErrors } from '#features/places/texts/ja.ts';
import { plans, plansErrors } from '#features/plans/texts/ja.ts';
import { bookmarks, bookmarksErrors } from '#features/posts/bookmarks/texts/ja.ts';
import { comments, commentsErrors } from '#features/posts/comments/texts/ja.ts';
import { posts, postsErrors } from '#features/posts/posts/texts/ja.ts';
import { reactions, reactionsErrors } from '#features/posts/reactions/texts/ja.ts';
import { wallet, walletErrors } from '#features/wallet/texts/ja.ts';
import { map } from '#map/texts/ja.ts';
import { duration, failure, generalErrors } from '#platform/texts/ja.ts';
import { ui } from '#ui/texts/ja.ts';

export const ja = {
  app: { ...shell, welcome, policy },
  ui,
  account,
  duration,
  failure,
  identity: { ...identity, devices, invitations, ...admission },
  places,
  live,
  media,
  profiles,
  blocks,
  posts,
  reactions,
  comments,
  bookmarks,
  governance,
  conversations,
  rooms,
  presence,
  plans,
  wallet,
  miniApps: { ...miniApps, quiz, poll, meeting, ice },
  moderation,
  standing,
  transparency,
  administration,
  discovery,
  notifications,
  demoTown,
  map,
  errors: {
    ...generalErrors,
    ...identityErrors,
    ...placesErrors,
    ...liveErrors,
    ...mediaErrors,
    ...profilesErrors,
    ...blocksErrors,
    ...postsErrors,
    ...reactionsErrors,
    ...commentsErrors,
    ...bookmarksErrors,
    ...governanceErrors,
    ...conversationsErrors,
    ...roomsErrors,
    ...presenceErrors,
    ...plansErrors,
    ...walletErrors,
    ...miniAppsErrors,
    ...moderationErrors,
    ...notificationsErrors,
    ...demoTownErrors,
  },
};
