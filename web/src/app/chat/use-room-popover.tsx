import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { useTranslation } from 'react-i18next';
import { RoomPopover } from '#features/chat/rooms/RoomPopover.tsx';
import type { MapPopoverContent } from '#map/MapPopover.tsx';
import type { MapSurroundings } from '#map/map-kind.ts';
import type { useRoomSelection } from './use-room-selection.ts';

export function useRoomPopover(
  { user, position }: MapSurroundings,
  selection: ReturnType<typeof useRoomSelection>,
  room: NearbyRoom | undefined,
  onOpen: (room: NearbyRoom) => void,
): MapPopoverContent | null {
  const { t } = useTranslation();
  if (!room) return null;
  const isPreview = selection.selectedId === null;
  const close = () => {
    selection.select(null);
    selection.endPreview();
  };
  return {
    pinId: room.id,
    label: t('rooms.byName', { name: room.title ?? '' }),
    isPreview,
    content: (
      <RoomPopover
        room={room}
        user={user}
        located={position !== null}
        preview={isPreview}
        onOpen={() => onOpen(room)}
        onClose={close}
      />
    ),
    onClose: close,
    onHover: (inside) => (inside ? selection.keepPreview() : isPreview && selection.preview(null)),
  };
}
