import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { membershipStatusOf } from '@dazi/contract/chat/rooms.rules';
import type { User } from '@dazi/contract/identity/identity';
import { memo, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { classNames } from '#ui/class-names.ts';
import { UserText } from '#ui/UserText.tsx';
import { useInView } from '#ui/use-in-view.ts';
import { milesText } from './distance-text.ts';
import { JoinButton, JoinStatus, useJoinState } from './JoinButton.tsx';
import { RoomCollage } from './RoomCollage.tsx';
import { RoomTitle } from './RoomFacts.tsx';
import './rooms.css';

interface RoomCardProps {
  room: NearbyRoom;
  user: User | null;
  located: boolean;
  selected: boolean;
  onOpen(room: NearbyRoom): void;
  onHover?(room: NearbyRoom | null): void;
}

export const RoomCard = memo(function RoomCard(props: RoomCardProps) {
  const { room, user, located, selected, onOpen, onHover } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const within = located ? room.withinJoinRadius : null;
  const standing = { status: membershipStatusOf(room.userMembershipStatus), within };
  const state = useJoinState('list', standing);
  const name = room.title ?? '';
  const card = useInView(selected);
  return (
    <article
      ref={card}
      className={classNames('entry', 'rooms-card', selected && 'on')}
      aria-label={t('rooms.byName', { name })}
      {...(onHover && {
        onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && onHover(room),
        onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && onHover(null),
      })}
    >
      <RoomCollage members={room.members} />
      <div className="entry-main">
        <div className="row between">
          <button type="button" className="entry-open b" onClick={() => onOpen(room)}>
            <RoomTitle name={name} memberCount={room.memberCount} />
          </button>
          {located && room.distance !== null && (
            <span className="meta num">
              {t('rooms.about', { distance: milesText(room.distance, language) })}
            </span>
          )}
        </div>
        {room.description && (
          <UserText as="p" className="t2 clamp2">
            {room.description}
          </UserText>
        )}
        <div className="row between rooms-foot">
          <JoinStatus state={state} within={within} />
          <JoinButton
            user={user}
            place="list"
            size="s"
            target={{ roomId: room.chatRoom?.id ?? null, conversationId: room.id }}
            standing={standing}
            name={name}
          />
        </div>
      </div>
    </article>
  );
});
