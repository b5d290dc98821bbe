import { account } from '#platform/i18n/en/account.ts';
import { app } from '#platform/i18n/en/app.ts';
import { blocks } from '#platform/i18n/en/blocks.ts';
import { bookmarks } from '#platform/i18n/en/bookmarks.ts';
import { comments } from '#platform/i18n/en/comments.ts';
import { conversations } from '#platform/i18n/en/conversations.ts';
import { demoTown } from '#platform/i18n/en/demo-town.ts';
import { discovery } from '#platform/i18n/en/discovery.ts';
import { errors } from '#platform/i18n/en/errors.ts';
import { governance } from '#platform/i18n/en/governance.ts';
import { identity } from '#platform/i18n/en/identity.ts';
import { live } from '#platform/i18n/en/live.ts';
import { map } from '#platform/i18n/en/map.ts';
import { media } from '#platform/i18n/en/media.ts';
import { miniApps } from '#platform/i18n/en/mini-apps.ts';
import { moderation } from '#platform/i18n/en/moderation.ts';
import { notifications } from '#platform/i18n/en/notifications.ts';
import { places } from '#platform/i18n/en/places.ts';
import { posts } from '#platform/i18n/en/posts.ts';
import { presence } from '#platform/i18n/en/presence.ts';
import { profiles } from '#platform/i18n/en/profiles.ts';
import { reactions } from '#platform/i18n/en/reactions.ts';
import { rooms } from '#platform/i18n/en/rooms.ts';
import { ui } from '#platform/i18n/en/ui.ts';
import { wallet } from '#platform/i18n/en/wallet.ts';

/** The texts by area. English is the measure: the other languages have the same keys. */
export const en = {
  app,
  ui,
  identity,
  account,
  profiles,
  live,
  errors,
  map,
  places,
  media,
  blocks,
  posts,
  reactions,
  comments,
  bookmarks,
  conversations,
  rooms,
  presence,
  wallet,
  governance,
  miniApps,
  notifications,
  moderation,
  discovery,
  demoTown,
} as const;
