import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { MembershipEvent } from '@dazi/contract/chat/room-events';
import type { Room } from '@dazi/contract/chat/rooms';
import { membershipStatusOf } from '@dazi/contract/chat/rooms.rules';
import { cellOf } from '@dazi/contract/places/cells';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreas } from '#features/live/live.api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import { showToast } from '#ui/toast-store.ts';
import {
  patchMemberCount,
  patchMembership,
  refreshOpenRoom,
  refreshRoom,
  refreshRooms,
  refreshShownRooms,
  roomKeys,
} from './rooms.api.ts';

/** Rooms that fill quickly tell of each who comes: everybody around asks once for all of them. */
const gather_ms = 1000;

function useSoon(refresh: () => void): () => void {
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gathering.current), []);
  const latest = useRef(refresh);
  latest.current = refresh;
  return useCallback(() => {
    gathering.current ??= setTimeout(() => {
      gathering.current = undefined;
      latest.current();
    }, gather_ms);
  }, []);
}

/** Asks for the rooms again when one of them changed in the areas of the map, or something was missed there. */
export function useLiveRooms(cells: readonly number[] | null): void {
  const client = useQueryClient();
  const refreshSoon = useSoon(() => void refreshShownRooms(client));
  useAreas(cells, {
    events: (events) => {
      if (events.some(({ type }) => type === 'room_changed' || type === 'person_changed')) refreshSoon();
    },
    changed: refreshSoon,
  });
}

/** Follows one room that is looked at, wherever the map is: it may change, and end. */
export function useLiveRoom(room: Room | undefined): void {
  const client = useQueryClient();
  const refreshSoon = useSoon(() => void (room && refreshRoom(client, room.id)));
  useAreas(room ? [cellOf(room, 12)] : null, {
    events: (events) => {
      if (events.some((event) => event.type === 'room_changed' && event.roomId === room?.id)) refreshSoon();
    },
    changed: refreshSoon,
  });
}

function knownRoom(client: QueryClient, roomId: string): NearbyRoom | undefined {
  return client
    .getQueriesData<readonly NearbyRoom[]>({ queryKey: roomKeys.lists })
    .flatMap(([, rooms]) => rooms ?? [])
    .find(({ chatRoom }) => chatRoom?.id === roomId);
}

/** Follows where whoever is signed in stands with rooms, and who comes to and leaves theirs. */
export function useLiveMemberships(userId: string | null): void {
  const client = useQueryClient();
  const { t } = useTranslation();
  useEffect(() => {
    if (userId === null) return;
    const stand = ({ roomId, userMembershipStatus }: MembershipEvent) => {
      const status = membershipStatusOf(userMembershipStatus);
      const room = knownRoom(client, roomId);
      if (room?.userMembershipStatus === 'pending' && status === 'member') {
        showToast({ type: 'success', message: t('rooms.join.approved', { name: room.title ?? '' }) });
      }
      patchMembership(client, roomId, status);
      void refreshRooms(client);
    };
    const count = ({ conversationId, memberCount }: { conversationId: string; memberCount: number }) => {
      patchMemberCount(client, conversationId, memberCount);
      void refreshOpenRoom(client);
    };
    const subscription = subscribeToPersonal({
      takes: {
        membership: stand,
        member_join: count,
        member_leave: count,
        conversation_update: ({ change: { kind } }) => {
          if (kind === 'requests') void refreshOpenRoom(client);
          if (kind === 'details' || kind === 'closed') void refreshRooms(client);
        },
      },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) void refreshRooms(client);
      },
    });
    return () => subscription.close();
  }, [client, userId, t]);
}
