import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { ReportButton } from '#features/moderation/ReportButton.tsx';

/** Reports a room, for everybody but its owner. */
export const reportRoom = (user: User | null) => (room: Room) => (
  <ReportButton
    target={{ targetType: 'room', targetId: room.id }}
    ownerId={room.ownerId}
    name={room.name}
    user={user}
  />
);
