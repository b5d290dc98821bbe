import { policy } from '#app/policy/texts/zh.ts';
import { shell } from '#app/shell/texts/zh.ts';
import { welcome } from '#app/welcome/texts/zh.ts';
import { administration } from '#features/administration/texts/zh.ts';
import { conversations, conversationsErrors } from '#features/chat/conversations/texts/zh.ts';
import { presence, presenceErrors } from '#features/chat/presence/texts/zh.ts';
import { rooms, roomsErrors } from '#features/chat/rooms/texts/zh.ts';
import { demoTown, demoTownErrors } from '#features/demo-town/texts/zh.ts';
import { discovery } from '#features/discovery/texts/zh.ts';
import { governance, governanceErrors } from '#features/governance/texts/zh.ts';
import {
  account,
  admission,
  devices,
  identity,
  identityErrors,
  invitations,
} from '#features/identity/texts/zh.ts';
import { live, liveErrors } from '#features/live/texts/zh.ts';
import { media, mediaErrors } from '#features/media/texts/zh.ts';
import { quiz } from '#features/mini-apps/apps/compatibility-quiz/texts/zh.ts';
import { ice } from '#features/mini-apps/apps/ice-breaker/texts/zh.ts';
import { meeting } from '#features/mini-apps/apps/meeting-point/texts/zh.ts';
import { poll } from '#features/mini-apps/apps/poll/texts/zh.ts';
import { miniApps, miniAppsErrors } from '#features/mini-apps/texts/zh.ts';
import { moderation, moderationErrors, standing, transparency } from '#features/moderation/texts/zh.ts';
import { notifications, notificationsErrors } from '#features/notifications/texts/zh.ts';
import { blocks, blocksErrors } from '#features/people/blocks/texts/zh.ts';
import { profiles, profilesErrors } from '#features/people/profiles/texts/zh.ts';
import { places, placesErrors } from '#features/places/texts/zh.ts';
import { plans, plansErrors } from '#features/plans/texts/zh.ts';
import { bookmarks, bookmarksErrors } from '#features/posts/bookmarks/texts/zh.ts';
import { comments, commentsErrors } from '#features/posts/comments/texts/zh.ts';
import { posts, postsErrors } from '#features/posts/posts/texts/zh.ts';
import { reactions, reactionsErrors } from '#features/posts/reactions/texts/zh.ts';
import { wallet, walletErrors } from '#features/wallet/texts/zh.ts';
import { map } from '#map/texts/zh.ts';
import { duration, failure, generalErrors } from '#platform/texts/zh.ts';
import { ui } from '#ui/texts/zh.ts';

export const zh = {
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
