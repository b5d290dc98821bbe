import type { NearbyRoom } from '@dazi/contract/conversation-views';
import type { AreaEvent, MembershipEvent } from '@dazi/contract/live';
import { membershipStatusOf } from '@dazi/contract/rooms';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreas } from '#features/live/live.api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import { showToast } from '#ui/toast-store.ts';
import {
  patchMemberCount,
  patchMembership,
  refreshOpenRoom,
  refreshRooms,
  refreshShownRooms,
  roomKeys,
} from './rooms.api.ts';

/** Rooms that fill quickly tell of each who comes: everybody around asks once for all of them. */
const gather_ms = 1000;

/** Asks for the rooms again when one of them changed in the areas of the map, or something was missed there. */
export function useLiveRooms(cells: readonly number[] | null): void {
  const client = useQueryClient();
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gathering.current), []);
  const handlers = useMemo(() => {
    const refreshSoon = () => {
      gathering.current ??= setTimeout(() => {
        gathering.current = undefined;
        void refreshShownRooms(client);
      }, gather_ms);
    };
    return {
      events: (events: readonly AreaEvent[]) => {
        if (events.some(({ type }) => type === 'room_changed' || type === 'person_changed')) refreshSoon();
      },
      changed: refreshSoon,
    };
  }, [client]);
  useAreas(cells, handlers);
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
    const subscription = subscribeToPersonal({
      told: (event) => {
        if (event.type === 'membership') stand(event);
        else if (event.type === 'member_join' || event.type === 'member_leave') {
          patchMemberCount(client, event.conversationId, event.memberCount);
          void refreshOpenRoom(client);
        } else if (event.type === 'conversation_update') {
          const { kind } = event.change;
          if (kind === 'requests') void refreshOpenRoom(client);
          if (kind === 'details' || kind === 'closed') void refreshRooms(client);
        }
      },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) void refreshRooms(client);
      },
    });
    return () => subscription.close();
  }, [client, userId, t]);
}
