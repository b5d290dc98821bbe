import { administration } from '#features/administration/texts/en.ts';
import { conversations, conversationsErrors } from '#features/chat/conversations/texts/en.ts';
import { presence, presenceErrors } from '#features/chat/presence/texts/en.ts';
import { rooms, roomsErrors } from '#features/chat/rooms/texts/en.ts';
import { demoTown, demoTownErrors } from '#features/demo-town/texts/en.ts';
import { discovery } from '#features/discovery/texts/en.ts';
import { governance, governanceErrors } from '#features/governance/texts/en.ts';
import { account, admission, devices, identityErrors, invitations } from '#features/identity/texts/en.ts';
import { liveErrors } from '#features/live/texts/en.ts';
import { media, mediaErrors } from '#features/media/texts/en.ts';
import { quiz } from '#features/mini-apps/apps/compatibility-quiz/texts/en.ts';
import { ice } from '#features/mini-apps/apps/ice-breaker/texts/en.ts';
import { meeting } from '#features/mini-apps/apps/meeting-point/texts/en.ts';
import { poll } from '#features/mini-apps/apps/poll/texts/en.ts';
import { miniApps, miniAppsErrors } from '#features/mini-apps/texts/en.ts';
import { moderation, moderationErrors, standing, transparency } from '#features/moderation/texts/en.ts';
import { notifications, notificationsErrors } from '#features/notifications/texts/en.ts';
import { blocks, blocksErrors } from '#features/people/blocks/texts/en.ts';
import { profiles, profilesErrors } from '#features/people/profiles/texts/en.ts';
import { places, placesErrors } from '#features/places/texts/en.ts';
import { plans, plansErrors } from '#features/plans/texts/en.ts';
import { bookmarks, bookmarksErrors } from '#features/posts/bookmarks/texts/en.ts';
import { comments, commentsErrors } from '#features/posts/comments/texts/en.ts';
import { posts, postsErrors } from '#features/posts/posts/texts/en.ts';
import { reactions, reactionsErrors } from '#features/posts/reactions/texts/en.ts';
import { wallet, walletErrors } from '#features/wallet/texts/en.ts';
import { map } from '#map/texts/en.ts';
import { duration, failure, generalErrors } from '#platform/texts/en.ts';
import { enFirst } from './en-first.ts';

/** All texts by what says them. English is the measure: the other languages have the same keys. */
export const en = {
  ...enFirst,
  identity: { ...enFirst.identity, devices, invitations, ...admission },
  account,
  duration,
  failure,
  places,
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
} as const;
