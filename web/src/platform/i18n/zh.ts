import { account } from '#platform/i18n/zh/account.ts';
import { app } from '#platform/i18n/zh/app.ts';
import { blocks } from '#platform/i18n/zh/blocks.ts';
import { bookmarks } from '#platform/i18n/zh/bookmarks.ts';
import { comments } from '#platform/i18n/zh/comments.ts';
import { conversations } from '#platform/i18n/zh/conversations.ts';
import { demoTown } from '#platform/i18n/zh/demo-town.ts';
import { discovery } from '#platform/i18n/zh/discovery.ts';
import { errors } from '#platform/i18n/zh/errors.ts';
import { governance } from '#platform/i18n/zh/governance.ts';
import { identity } from '#platform/i18n/zh/identity.ts';
import { live } from '#platform/i18n/zh/live.ts';
import { map } from '#platform/i18n/zh/map.ts';
import { media } from '#platform/i18n/zh/media.ts';
import { miniApps } from '#platform/i18n/zh/mini-apps.ts';
import { moderation } from '#platform/i18n/zh/moderation.ts';
import { notifications } from '#platform/i18n/zh/notifications.ts';
import { places } from '#platform/i18n/zh/places.ts';
import { posts } from '#platform/i18n/zh/posts.ts';
import { presence } from '#platform/i18n/zh/presence.ts';
import { profiles } from '#platform/i18n/zh/profiles.ts';
import { reactions } from '#platform/i18n/zh/reactions.ts';
import { rooms } from '#platform/i18n/zh/rooms.ts';
import { ui } from '#platform/i18n/zh/ui.ts';
import { wallet } from '#platform/i18n/zh/wallet.ts';

export const zh = {
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
};
