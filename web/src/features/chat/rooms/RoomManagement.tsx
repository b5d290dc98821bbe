import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { untilText } from '#platform/passing-time.ts';
import { useNow } from '#platform/time.ts';
import { Badge } from '#ui/Badge.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { showToast } from '#ui/toast-store.ts';
import { DeleteRoom } from './DeleteRoom.tsx';
import { InviteLink } from './InviteLink.tsx';
import { JoinRequests } from './JoinRequests.tsx';
import { isNoRoom, NoRoom } from './NoRoom.tsx';
import { type MemberOrderSlot, Participants, type PersonAction } from './Participants.tsx';
import { RoomCollage } from './RoomCollage.tsx';
import { RoomTitle } from './RoomFacts.tsx';
import { useRoom } from './rooms.api.ts';
import { SlowMode } from './SlowMode.tsx';
import './rooms.css';

interface RoomManagementProps {
  /** Null is closed. */
  roomId: string | null;
  user: User | null;
  /** Whether somebody may still turn out to be signed in. */
  isWaiting: boolean;
  /** What visitors find, by what they should do. */
  signInFirst(text: string): ReactNode;
  /** What can be done about a participant besides removing them. */
  personAction?: PersonAction;
  memberOrder: MemberOrderSlot;
  /** Of what becomes of a room's wallet when it is deleted. */
  walletNote(conversationId: string, isEnding: boolean): ReactNode;
  onClose(): void;
}

/** For the owner of a room: who asks to join, who is in it, the invite link, and its end. */
export function RoomManagement(props: RoomManagementProps) {
  const { roomId, user, isWaiting, signInFirst, personAction, memberOrder, walletNote, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      open={roomId !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('rooms.manage.action')}
      className="rooms-management"
    >
      {roomId && user && (
        <Management
          key={roomId}
          roomId={roomId}
          user={user}
          personAction={personAction}
          memberOrder={memberOrder}
          walletNote={walletNote}
          onClose={onClose}
        />
      )}
      {roomId && !user && isWaiting && <Waiting />}
      {roomId && !user && !isWaiting && signInFirst(t('errors.MANAGE_SIGN_IN_REQUIRED'))}
    </Dialog>
  );
}

const Waiting = () => (
  <div className="dialog-waiting">
    <Spinner />
  </div>
);

interface OfRoom {
  roomId: string;
  user: User;
  personAction: PersonAction | undefined;
  memberOrder: MemberOrderSlot;
  walletNote(conversationId: string, isEnding: boolean): ReactNode;
  onClose(): void;
}

function Management({ roomId, user, personAction, memberOrder, walletNote, onClose }: OfRoom) {
  const { t } = useTranslation();
  const { data: room, error, isPending, refetch } = useRoom(roomId);
  const wasOwner = useRef(false);
  if (room?.can.manage) wasOwner.current = true;

  /** Whoever loses the room while it is open here is told so, and has nothing more to do here. */
  const lose = useCallback(() => {
    showToast({ type: 'error', message: t('rooms.manage.authorOnly') });
    onClose();
  }, [t, onClose]);
  const isLost = room !== undefined && !room.can.manage && wasOwner.current;
  useEffect(() => {
    if (isLost) lose();
  }, [isLost, lose]);

  if (isNoRoom(error)) return <NoRoom wasShown={room !== undefined} />;
  if (!room) {
    if (isPending) return <Waiting />;
    return <InlineError text={t('rooms.manage.loadFailed')} onRetry={() => void refetch()} />;
  }
  if (!room.can.manage) {
    return isLost ? null : (
      <EmptyState
        drawing="lock"
        title={t('rooms.manage.accessDenied')}
        text={t('errors.NOT_THE_ROOM_AUTHOR')}
      />
    );
  }
  return (
    <OwnRoom
      room={room}
      user={user}
      personAction={personAction}
      memberOrder={memberOrder}
      walletNote={(isEnding) => walletNote(room.conversationId, isEnding)}
      onLost={lose}
    />
  );
}

type ManagementTab = 'requests' | 'participants';

interface OwnRoomProps {
  room: Room;
  user: User;
  personAction: PersonAction | undefined;
  memberOrder: MemberOrderSlot;
  walletNote(isEnding: boolean): ReactNode;
  onLost(): void;
}

function OwnRoom({ room, user, personAction, memberOrder, walletNote, onLost }: OwnRoomProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [tab, setTab] = useState<ManagementTab>('requests');
  const waiting = room.pendingRequests ?? 0;
  const now = useNow();
  const until = room.leaderRestrictedUntil;
  const restrictedUntil = until !== null && Date.parse(until) > now ? until : null;
  return (
    <>
      <div className="rooms-head">
        <RoomCollage members={room.participants} />
        <h3 className="grow">
          <RoomTitle name={room.name} memberCount={room.memberCount} />
        </h3>
        <DeleteRoom room={room} user={user} walletNote={walletNote} onLost={onLost} />
      </div>
      {restrictedUntil && (
        <Note icon="hourglass">
          {t('rooms.vote.restricted', { date: untilText(restrictedUntil, now, language) })}
        </Note>
      )}
      <Tabs<ManagementTab>
        label={t('rooms.manage.action')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'requests',
            label: t('rooms.manage.tabs.requests'),
            aside: <Badge count={waiting} />,
          },
          {
            value: 'participants',
            label: t('rooms.manage.tabs.participants'),
            aside: <span className="t3 num">{new Intl.NumberFormat(language).format(room.memberCount)}</span>,
          },
        ]}
      >
        {tab === 'requests' ? (
          <JoinRequests room={room} user={user} onLost={onLost} />
        ) : (
          <>
            <InviteLink room={room} user={user} onLost={onLost} />
            <SlowMode room={room} user={user} onLost={onLost} />
            <Participants {...{ room, user, personAction, memberOrder, onLost }} />
          </>
        )}
      </Tabs>
    </>
  );
}
