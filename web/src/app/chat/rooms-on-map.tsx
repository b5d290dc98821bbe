import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { useTranslation } from 'react-i18next';
import { useNearbyOrigin } from '#app/places/use-nearby-origin.ts';
import { useStartRoom } from '#app/shell/use-start-room.ts';
import { useAskedFrom, useRoom } from '#features/chat/rooms/rooms.api.ts';
import { useLiveMemberships } from '#features/chat/rooms/rooms.live.ts';
import type { KindOnMap, LookedAt, MapKind, MapSurroundings } from '#map/map-kind.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { showToast } from '#ui/toast-store.ts';
import { RoomDialogs } from './RoomDialogs.tsx';
import { RoomsPanel } from './RoomsPanel.tsx';
import { useRoomCircle } from './use-room-circle.ts';
import { useRoomCreation } from './use-room-creation.ts';
import { useRoomPins } from './use-room-pins.ts';
import { useRoomPopover } from './use-room-popover.tsx';
import { useRoomSelection } from './use-room-selection.ts';
import { useShownRooms } from './use-shown-rooms.ts';

const PlacePicker = lazyPart('PlacePicker', () => import('#app/places/PlacePicker.tsx'));

export const roomsOnMap: MapKind<OpenedRoom> = {
  name: 'room',
  useOpened: useOpenedRoom,
  useOnMap: useRoomsOnMap,
};

type OpenedRoom = ReturnType<typeof useOpenedRoom>;

function useOpenedRoom({ user, centre, position }: MapSurroundings) {
  const selection = useRoomSelection();
  const origin = useAskedFrom(user?.id ?? null, useNearbyOrigin(centre));
  // From where the list counts too, so that both say the same.
  const countedFrom = position && origin;
  const { detailId, managedId } = selection;
  const room = useRoom(detailId ?? managedId, detailId === null ? null : countedFrom);
  return { place: room.data, selection, origin, countedFrom };
}

/** The room whose popover, preview or reach is shown. */
function roomInView(
  { detailId, selectedId, previewId }: OpenedRoom['selection'],
  rooms: readonly NearbyRoom[],
): NearbyRoom | undefined {
  if (detailId !== null) return undefined;
  const shownId = selectedId ?? previewId;
  return rooms.find(({ id }) => id === shownId);
}

function useRoomsOnMap(
  around: MapSurroundings,
  { view, cells }: LookedAt,
  { selection, origin, countedFrom }: OpenedRoom,
): KindOnMap {
  const { t } = useTranslation();
  const { user, position, map, isAwaited } = around;
  const creation = useRoomCreation();
  const startRoom = useStartRoom(true);
  useLiveMemberships(user?.id ?? null);
  const { near, rooms, listed, elsewhere } = useShownRooms(view, isAwaited ? null : origin, cells);
  const open = (room: NearbyRoom) => {
    if (room.chatRoom) selection.open(room.chatRoom.id);
    else showToast({ type: 'error', message: t('rooms.detail.notLinked') });
  };
  const inView = roomInView(selection, rooms);
  const placeRoom = () => {
    const middle = map.current?.getView();
    if (middle) creation.change({ place: { latitude: middle.latitude, longitude: middle.longitude } });
    creation.setState('open');
  };
  return {
    pins: useRoomPins(rooms),
    selectedPinId: selection.selectedId,
    popover: useRoomPopover(around, selection, inView, open),
    isOpen: selection.detailId !== null,
    circle: useRoomCircle(around, creation, inView),
    click: (id) => {
      const room = rooms.find((one) => one.id === id);
      if (room && id === selection.selectedId) open(room);
      else selection.select(id);
    },
    hover: (id, isElsewhere) => (isElsewhere ? selection.endPreview() : selection.preview(id)),
    deselect: () => selection.select(null),
    dismiss: selection.dismiss,
    panel: {
      label: t('rooms.groups'),
      count: listed?.length,
      summary: t(position ? 'rooms.reachingYou' : 'rooms.reachingFallback'),
      content: (
        <RoomsPanel
          rooms={listed}
          elsewhere={elsewhere}
          failed={near.isError}
          user={user}
          located={position !== null}
          selectedId={selection.selectedId}
          onOpen={open}
          {...(around.previewsRows && {
            onHover: (room: NearbyRoom | null) => selection.preview(room?.id ?? null),
          })}
          onRetry={() => void near.refetch()}
          onCreate={startRoom}
          onGoTo={around.showPlace}
        />
      ),
    },
    question: creation.state === 'placing' && (
      <PlacePicker padding={around.padding} onPick={placeRoom} onCancel={() => creation.setState('open')} />
    ),
    dialogs: (
      <RoomDialogs
        user={user}
        from={countedFrom}
        selection={selection}
        creation={creation}
        map={map}
        onChoosePlace={() => {
          creation.setState('placing');
          around.makeRoomForMap();
        }}
        onCreated={(room) => {
          around.showPlace(room);
          selection.select(room.conversationId);
          around.makeRoomForMap();
        }}
      />
    ),
  };
}
