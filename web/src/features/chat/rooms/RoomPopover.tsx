import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { membershipStatusOf, roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { JoinButton, JoinStatus, useJoinState } from './JoinButton.tsx';
import { RoomCollage } from './RoomCollage.tsx';
import { FirstMembers, RoomMeta, RoomReach, RoomTitle } from './RoomFacts.tsx';
import './rooms.css';

interface RoomPopoverProps {
  room: NearbyRoom;
  user: User | null;
  /** Whether distances are from where somebody really is. */
  located: boolean;
  /** A preview under the mouse: to look at only. */
  preview: boolean;
  onOpen(): void;
  onClose(): void;
}

export function RoomPopover({ room, user, located, preview, onOpen, onClose }: RoomPopoverProps) {
  const { t } = useTranslation();
  const within = located ? room.withinJoinRadius : null;
  const standing = { status: membershipStatusOf(room.userMembershipStatus), within };
  const state = useJoinState('popover', standing);
  const name = room.title ?? '';
  return (
    <div className="rooms-popover">
      <div className="rooms-head">
        <RoomCollage members={room.members} />
        <div className="grow">
          <button type="button" className="entry-open b" onClick={onOpen}>
            <RoomTitle name={name} memberCount={room.memberCount} />
          </button>
          <RoomMeta
            distance={located ? room.distance : null}
            address={room.address}
            addressNames={room.addressNames}
          />
        </div>
        {!preview && <IconButton icon="close" size="s" label={t('ui.close')} onClick={onClose} />}
      </div>
      {room.description && (
        <button type="button" className="entry-open" onClick={onOpen}>
          <UserText as="span" className="content">
            {room.description}
          </UserText>
        </button>
      )}
      <RoomReach joinRadius={room.joinRadius ?? 0} within={within} />
      <FirstMembers members={room.members.slice(0, roomLimits.membersShown)} memberCount={room.memberCount} />
      {state.status && <JoinStatus state={state} within={within} />}
      {!preview && (
        <div className="rooms-popover-actions">
          <Button onClick={onOpen}>{t('rooms.details')}</Button>
          <JoinButton
            user={user}
            place="popover"
            target={{ roomId: room.chatRoom?.id ?? null, conversationId: room.id }}
            standing={standing}
          />
        </div>
      )}
    </div>
  );
}
