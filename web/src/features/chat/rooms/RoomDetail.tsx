import type { Room } from '@dazi/contract/chat/rooms';
import { membershipStatusOf, roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { User } from '@dazi/contract/identity/identity';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSignInFailure } from '#features/identity/identity.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { AreaField } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import { JoinButton, JoinStatus, useJoinState } from './JoinButton.tsx';
import { isNoRoom, NoRoom } from './NoRoom.tsx';
import { RoomCollage } from './RoomCollage.tsx';
import { RoomMeta, RoomReach, RoomTitle } from './RoomFacts.tsx';
import { type AskedFrom, useRoom } from './rooms.api.ts';
import { useLiveRoom } from './rooms.live.ts';
import { signInTextOf } from './sign-in-text.ts';
import './rooms.css';

/** What somebody writes to the owner of a room while they have not asked to join. */
const requests = new PersonalDrafts('joinRequests', 20);

interface RoomDetailProps {
  /** Null is closed. */
  roomId: string | null;
  invite: string | null;
  /** The invitation opens nothing: from now on it is as if there were none. */
  onInviteLost?(): void;
  /** Opened on the map, or at its own address. */
  place: 'detail' | 'page';
  user: User | null;
  /** The reader's own position. */
  from: AskedFrom | null;
  /** What else can be done with the room that is shown. */
  actions(room: Room): ReactNode;
  /** What can still be done where it is gone. */
  whenGone(roomId: string): ReactNode;
  onClose(): void;
}

export function RoomDetail(props: RoomDetailProps) {
  const { roomId, from, whenGone, onClose } = props;
  const { t } = useTranslation();
  const { data: room, error, isPending, isFetching, refetch } = useRoom(roomId, from);
  const isGone = isNoRoom(error);
  useLiveRoom(room);
  return (
    <Dialog
      open={roomId !== null}
      onOpenChange={(open) => !open && onClose()}
      title={room ? `${room.name} (${room.memberCount})` : t('rooms.group')}
      hideTitle
      className="rooms-detail"
    >
      {isGone && roomId && <NoRoom wasShown={room !== undefined}>{whenGone(roomId)}</NoRoom>}
      {room && !isGone && <OpenRoom key={room.id} {...props} room={room} />}
      {!room && isPending && (
        <div className="dialog-waiting">
          <Spinner />
        </div>
      )}
      {!room && error && !isGone && (
        <EmptyState drawing="talk" title={t('rooms.detail.loadFailed')}>
          <Button kind="primary" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </EmptyState>
      )}
    </Dialog>
  );
}

function OpenRoom({ room, invite, onInviteLost, place, user, actions }: RoomDetailProps & { room: Room }) {
  const { t } = useTranslation();
  const [message, setMessage] = usePersonalDraft(requests, user?.id ?? null, room.id);
  const isAnswered = room.userMembershipStatus === 'pending' || room.userMembershipStatus === 'member';
  useEffect(() => {
    if (isAnswered && message !== '') setMessage('');
  }, [isAnswered, message, setMessage]);
  const signInFailure = useSignInFailure();
  const { distance, withinJoinRadius: within } = room;
  const standing = { status: membershipStatusOf(room.userMembershipStatus), within };
  const state = useJoinState(place, standing, invite);
  const isInvited = invite !== null && (state.action === 'join' || state.action === 'sign-in');
  const asksOwner = state.action === 'join' && state.kind === 'room';
  return (
    <>
      <div className="rooms-detail-scroll">
        <div className="rooms-head">
          <RoomCollage members={room.participants} size="l" />
          <div className="grow">
            {/* Read out as the title of the dialog. */}
            <div className="rooms-name" aria-hidden="true">
              <RoomTitle name={room.name} memberCount={room.memberCount} />
            </div>
            <RoomMeta distance={distance} address={room.address} addressNames={room.addressNames} />
          </div>
        </div>
        {room.description && (
          <UserText as="p" className="content">
            {room.description}
          </UserText>
        )}
        <RoomReach joinRadius={room.joinRadius} within={within} />
        {isInvited && <Note icon="link">{t('rooms.detail.invited')}</Note>}
        <Participants room={room} />
        <div className="row between">
          <p className="hint row rooms-place">
            <Icon name="pin" size="s" />
            {t(room.display === 'approximate' ? 'rooms.approximatePlace' : 'rooms.exactPlace')}
          </p>
          {actions(room)}
        </div>
        {asksOwner && (
          <AreaField
            label={t('rooms.join.message')}
            hint={t('rooms.join.messageHint')}
            counter={`${message.length}/${roomLimits.note}`}
            maxLength={roomLimits.note}
            rows={2}
            dir="auto"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
        {room.can.manage && <ManageButton room={room} />}
        {signInFailure && state.action === 'sign-in' && (
          <Note kind="err" icon="error">
            {t(`rooms.join.${signInTextOf(signInFailure.code)}`)}
          </Note>
        )}
      </div>
      <div className="rooms-answer">
        <span className="grow" role="status">
          <JoinStatus state={state} within={within} />
          {state.action === 'join' && (
            <span className="rooms-join-status sm t3">
              <Icon name="lock" size="s" />
              {t('rooms.positionHidden')}
            </span>
          )}
        </span>
        <JoinButton
          user={user}
          place={place}
          size="l"
          target={{ roomId: room.id, conversationId: room.conversationId }}
          standing={standing}
          invite={invite}
          onInviteLost={onInviteLost}
          {...(asksOwner && { message })}
        />
      </div>
    </>
  );
}

function ManageButton({ room }: { room: Room }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const waiting = room.pendingRequests ?? 0;
  const manage = () => navigate(`/chat-rooms/${room.id}/manage`, { state: { goesBack: true } });
  return (
    <Button icon="settings" className="rooms-manage" onClick={manage}>
      {t('rooms.manage.action')}
      <Badge count={waiting} />
      {waiting > 0 && <span className="unseen">{t('rooms.manage.pending', { count: waiting })}</span>}
    </Button>
  );
}

function Participants({ room }: { room: Room }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rest = room.memberCount - room.participants.length;
  return (
    <section aria-label={t('rooms.participants')}>
      <h3>{t('rooms.participants')}</h3>
      <ul className="rooms-people">
        {room.participants.map(({ userId, user }) => (
          <li key={userId}>
            <PersonLink userId={userId}>
              <Avatar name={user.name} url={user.avatarUrl} />
              <UserText className="xs12 ell">{user.name}</UserText>
            </PersonLink>
          </li>
        ))}
        {rest > 0 && (
          <li className="rooms-people-rest num">
            <span aria-hidden="true">
              +{new Intl.NumberFormat(language, { notation: 'compact' }).format(rest)}
            </span>
            <span className="unseen">{t('rooms.moreMembers', { count: rest })}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
