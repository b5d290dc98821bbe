import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { ReportAllTheSame, ReportButton } from '#features/moderation/ReportButton.tsx';

export const reportRoom = (user: User | null) => (room: Room) => (
  <ReportButton
    thing={{ targetType: 'room', targetId: room.id, name: room.name }}
    ownerId={room.ownerId}
    user={user}
  />
);

/** Where a room would be that is not there, or not shown to the reader. */
export const reportGoneRoom = (user: User | null) => (roomId: string) => (
  <ReportAllTheSame target={{ targetType: 'room', targetId: roomId }} user={user} />
);
