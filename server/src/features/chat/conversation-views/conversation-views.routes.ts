import {
  countUnread,
  getConversation,
  getConversationOfRoom,
  getRoom,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { FastifyInstance } from 'fastify';
import { regionOf } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as views from './conversation-views.service.ts';
import * as nearby from './rooms-nearby.service.ts';

export function conversationViewsRoutes(
  app: FastifyInstance,
  deps: Deps,
  plansOf: views.PlansOfConversations,
): void {
  handle(app, listConversations, async ({ viewer, query }) => {
    if (query.includeNearby === 'true') {
      const { latitude, longitude, locationDisplay, west, south, east, north } = query;
      const { box } = regionOf({ west, south, east, north });
      if (latitude === undefined || longitude === undefined) throw new AppError('PUBLIC_POSITION_REQUIRED');
      const asked = { latitude, longitude, locationDisplay };
      const rooms = await nearby.nearbyRooms(deps, viewer, asked, box);
      return { data: rooms, nextCursor: null };
    }
    if (!viewer) throw new AppError('SIGN_IN_REQUIRED');
    const { archived, requests } = query;
    const wanted = { ...query, archived: archived === 'true', requests: requests === 'true' };
    const { conversations, nextCursor } = await views.listConversations(deps, viewer, wanted, plansOf);
    return { data: conversations, nextCursor };
  });

  handle(app, countUnread, async ({ actor, query }) => ({
    data: await views.countUnread(deps, actor, query.onScreen),
  }));

  handle(app, getConversation, async ({ actor, params, query }) => ({
    data: await views.getConversation(deps, actor, params.conversationId, {
      limit: query.limit ?? messageLimits.page,
      unfolded: query.unfolded === 'true',
      plansOf,
    }),
  }));

  handle(app, getConversationOfRoom, async ({ actor, body }) => ({
    data: await views.conversationOfRoom(deps, actor, body.chatRoomId),
  }));

  handle(app, getRoom, async ({ viewer, params, query: { latitude, longitude, locationDisplay } }) => {
    const isPlaced = latitude !== undefined && longitude !== undefined;
    if (!isPlaced && (latitude ?? longitude) !== undefined) throw new AppError('PUBLIC_POSITION_REQUIRED');
    const asked = isPlaced ? { latitude, longitude, locationDisplay } : null;
    return { data: await nearby.getRoom(deps, viewer, params.roomId, asked) };
  });
}
