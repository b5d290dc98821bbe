import { MemberOrder, MutedMark } from '#features/chat/conversations/MemberOrder.tsx';
import type { MemberOrderSlot } from '#features/chat/rooms/Participants.tsx';

/** In the management of a room, where removing and banning stand beside it. */
export const memberOrder: MemberOrderSlot = {
  menu: ({ id: roomId, conversationId }, { id: userId }, member, onDone) => (
    <MemberOrder
      room={{ conversationId, roomId, userId }}
      member={member}
      appoints
      takesOut={false}
      onDone={onDone}
    />
  ),
  mark: (member) => <MutedMark member={member} />,
};
