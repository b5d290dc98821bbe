import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import type { useRoomSelection } from '#app/chat/use-room-selection.ts';
import { PostPopover } from '#app/posts/PostPopover.tsx';
import type { usePostSelection } from '#app/posts/use-post-selection.ts';
import { RoomPopover } from '#features/chat/rooms/RoomPopover.tsx';
import type { MapPopoverContent } from '#map/MapPopover.tsx';

interface PopoverInput {
  selection: ReturnType<typeof usePostSelection>;
  posts: readonly Post[] | undefined;
  roomSelection: ReturnType<typeof useRoomSelection>;
  rooms: readonly NearbyRoom[];
  onOpenRoom(room: NearbyRoom): void;
  user: User | null;
  from: Position | null;
}

/**
 * The popover of the selected post or room, or the preview of the one under the mouse; null when there is none. A
 * preview of a post, which comes at once, goes before that of a room, which lingers.
 */
export function usePopover(input: PopoverInput): MapPopoverContent | null {
  const ofPost = usePostPopover(input);
  const ofRoom = useRoomPopover(input);
  return input.roomSelection.selectedId === null ? (ofPost ?? ofRoom) : ofRoom;
}

/** The room whose popover, preview or reach is shown. */
export function roomInView(
  { roomSelection }: Pick<PopoverInput, 'roomSelection'>,
  rooms: readonly NearbyRoom[],
): NearbyRoom | undefined {
  const { detailId, selectedId, previewId } = roomSelection;
  if (detailId !== null) return undefined;
  const shownId = selectedId ?? previewId;
  return rooms.find(({ id }) => id === shownId);
}

function useRoomPopover(input: PopoverInput): MapPopoverContent | null {
  const { roomSelection, selection, rooms, user, from, onOpenRoom } = input;
  const { t } = useTranslation();
  const room =
    selection.selectedId === null && selection.openId === null ? roomInView(input, rooms) : undefined;
  if (!room) return null;
  const isPreview = roomSelection.selectedId === null;
  const close = () => {
    roomSelection.select(null);
    roomSelection.endPreview();
  };
  return {
    pinId: room.id,
    label: t('rooms.byName', { name: room.title ?? '' }),
    isPreview,
    content: (
      <RoomPopover
        room={room}
        user={user}
        located={from !== null}
        preview={isPreview}
        onOpen={() => onOpenRoom(room)}
        onClose={close}
      />
    ),
    onClose: close,
    onHover: (inside) => (inside ? roomSelection.keepPreview() : isPreview && roomSelection.preview(null)),
  };
}

function usePostPopover({ selection, posts, user, from }: PopoverInput): MapPopoverContent | null {
  const { t } = useTranslation();
  const shownId = selection.selectedId ?? selection.previewId;
  const post = selection.openId === null ? posts?.find(({ id }) => id === shownId) : undefined;
  if (!post) return null;
  const isPreview = selection.selectedId === null;
  const close = () => {
    selection.select(null);
    selection.preview(null);
  };
  return {
    pinId: post.id,
    label: t('posts.by', { name: post.user.name }),
    isPreview,
    content: (
      <PostPopover
        post={post}
        user={user}
        from={from}
        preview={isPreview}
        onOpen={() => selection.open(post.id)}
        onClose={close}
      />
    ),
    onClose: close,
    onHover: (inside) => (inside ? selection.keepPreview() : selection.preview(null)),
  };
}
