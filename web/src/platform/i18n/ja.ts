import { account } from '#platform/i18n/ja/account.ts';
import { app } from '#platform/i18n/ja/app.ts';
import { blocks } from '#platform/i18n/ja/blocks.ts';
import { bookmarks } from '#platform/i18n/ja/bookmarks.ts';
import { comments } from '#platform/i18n/ja/comments.ts';
import { conversations } from '#platform/i18n/ja/conversations.ts';
import { demoTown } from '#platform/i18n/ja/demo-town.ts';
import { discovery } from '#platform/i18n/ja/discovery.ts';
import { errors } from '#platform/i18n/ja/errors.ts';
import { governance } from '#platform/i18n/ja/governance.ts';
import { identity } from '#platform/i18n/ja/identity.ts';
import { live } from '#platform/i18n/ja/live.ts';
import { map } from '#platform/i18n/ja/map.ts';
import { media } from '#platform/i18n/ja/media.ts';
import { miniApps } from '#platform/i18n/ja/mini-apps.ts';
import { moderation } from '#platform/i18n/ja/moderation.ts';
import { notifications } from '#platform/i18n/ja/notifications.ts';
import { places } from '#platform/i18n/ja/places.ts';
import { posts } from '#platform/i18n/ja/posts.ts';
import { presence } from '#platform/i18n/ja/presence.ts';
import { profiles } from '#platform/i18n/ja/profiles.ts';
import { reactions } from '#platform/i18n/ja/reactions.ts';
import { rooms } from '#platform/i18n/ja/rooms.ts';
import { ui } from '#platform/i18n/ja/ui.ts';
import { wallet } from '#platform/i18n/ja/wallet.ts';

export const ja = {
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
