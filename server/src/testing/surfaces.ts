import { areas, endpoints } from '@dazi/contract/registry';
import { conversationViewsSurface } from '#features/chat/conversation-views/conversation-views.surface.ts';
import { conversationsSurface } from '#features/chat/conversations/conversations.surface.ts';
import { privateSurface } from '#features/chat/conversations/private.surface.ts';
import { presenceSurface } from '#features/chat/presence/presence.surface.ts';
import { roomsSurface } from '#features/chat/rooms/rooms.surface.ts';
import { demoTownSurface } from '#features/demo-town/demo-town.surface.ts';
import { discoverySurface } from '#features/discovery/discovery.surface.ts';
import { governanceSurface } from '#features/governance/governance.surface.ts';
import { identitySurface } from '#features/identity/identity.surface.ts';
import { liveSurface } from '#features/live/live.surface.ts';
import { mediaSurface } from '#features/media/media.surface.ts';
import { miniAppsSurface } from '#features/mini-apps/mini-apps.surface.ts';
import { moderationSurface } from '#features/moderation/moderation.surface.ts';
import { notificationsSurface } from '#features/notifications/notifications.surface.ts';
import { blocksSurface } from '#features/people/blocks/blocks.surface.ts';
import { profilesSurface } from '#features/people/profiles/profiles.surface.ts';
import { placesSurface } from '#features/places/places.surface.ts';
import { bookmarksSurface } from '#features/posts/bookmarks/bookmarks.surface.ts';
import { commentsSurface } from '#features/posts/comments/comments.surface.ts';
import { postViewsSurface } from '#features/posts/post-views/post-views.surface.ts';
import { postsSurface } from '#features/posts/posts/posts.surface.ts';
import { reactionsSurface } from '#features/posts/reactions/reactions.surface.ts';
import { walletSurface } from '#features/wallet/wallet.surface.ts';
import { serviceSurface } from '#platform/http/service.surface.ts';
import type { CallRow, Surface } from './surface.ts';

/** The surfaces of the platform and of all areas, in the order of contract/src/areas.ts. */
export const surfaces: readonly Surface[] = [
  serviceSurface,
  identitySurface,
  placesSurface,
  liveSurface,
  mediaSurface,
  profilesSurface,
  blocksSurface,
  postsSurface,
  reactionsSurface,
  commentsSurface,
  bookmarksSurface,
  postViewsSurface,
  governanceSurface,
  privateSurface,
  conversationsSurface,
  roomsSurface,
  presenceSurface,
  conversationViewsSurface,
  walletSurface,
  miniAppsSurface,
  moderationSurface,
  discoverySurface,
  notificationsSurface,
  demoTownSurface,
];

export const callRows: readonly CallRow[] = surfaces.flatMap(({ calls }) => calls);

/** What to do about the calls that have no row. */
export function endpointsWithout(field: keyof CallRow, what: string): string[] {
  const known = new Set(callRows.map(({ endpoint }) => endpoint.name));
  return endpoints
    .filter(({ name }) => !known.has(name))
    .map(({ name, method, path }) => {
      const area = areas.find((each) => each.endpoints.some((one) => one.name === name))?.name;
      const place = area ? `of server/src/features/${area}` : 'server/src/platform/http/service.surface.ts';
      return `${name} (${method} ${path}) has no row: add one to the *.surface.ts ${place}, and in its field \`${field}\` ${what}.`;
    });
}
