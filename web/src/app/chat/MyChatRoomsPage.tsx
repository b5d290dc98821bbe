import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { RoomDetail } from '#features/chat/rooms/RoomDetail.tsx';
import { RoomManagement } from '#features/chat/rooms/RoomManagement.tsx';
import { useAskedFrom, useRoom } from '#features/chat/rooms/rooms.api.ts';
import { useLiveMemberships } from '#features/chat/rooms/rooms.live.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { ReturnNote } from '#features/wallet/ReturnNote.tsx';
import { ApiError } from '#platform/api.ts';
import { usePosition } from '#platform/location.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { memberOrder } from './member-order.tsx';
import { messagePerson } from './message-person.tsx';
import { reportGoneRoom, reportRoom } from './report-room.tsx';

/** One of the own rooms: its management for the owner, its detail for everybody else, and back to the messages. */
export function MyChatRoomsPage() {
  const { roomId } = useParams();
  return roomId ? <OneRoom roomId={roomId} /> : <Navigate to="/messages" replace />;
}

function OneRoom({ roomId }: { roomId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status, user } = useSession();
  const { position } = usePosition();
  useLiveMemberships(user?.id ?? null);
  const from = useAskedFrom(user?.id ?? null, position);
  const { data: room, isPending, error, refetch } = useRoom(roomId, from);
  const isGone = error instanceof ApiError && error.status === 404;
  const isFailed = error !== null && !room && !isGone;
  // As it was when it opened: who loses the room meanwhile hears of it from the management.
  const [isOwn, setOwn] = useState<boolean | null>(null);
  if (isOwn === null && !isPending && !isFailed) setOwn(room?.can.manage ?? false);
  const close = () => navigate('/messages');
  return (
    <Page title={t('rooms.mine.title')} hideTitle>
      {isFailed && isOwn === null && (
        <InlineError text={t('rooms.detail.loadFailed')} onRetry={() => void refetch()} />
      )}
      {isOwn === null && !isFailed && <Spinner />}
      {isOwn && (
        <RoomManagement
          walletNote={(conversationId, isEnding) => (
            <ReturnNote conversationId={conversationId} isEnding={isEnding} />
          )}
          roomId={roomId}
          user={user}
          isWaiting={status === 'loading'}
          signInFirst={(text) => <SignInFirst title={text} />}
          personAction={messagePerson}
          memberOrder={memberOrder}
          onClose={close}
        />
      )}
      {isOwn === false && (
        <RoomDetail
          roomId={roomId}
          invite={null}
          place="page"
          user={user}
          from={from}
          actions={reportRoom(user)}
          whenGone={reportGoneRoom(user)}
          onClose={close}
        />
      )}
    </Page>
  );
}
