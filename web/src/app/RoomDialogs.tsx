import type { User } from '@dazi/contract/identity';
import type { Position } from '@dazi/contract/places';
import type { Room } from '@dazi/contract/rooms';
import { useState } from 'react';
import { messagePerson } from '#app/message-person.tsx';
import { reportRoom } from '#app/report-room.tsx';
import { SignInFirst } from '#app/SignInFirst.tsx';
import { openSettings } from '#app/settings-opening.ts';
import type { useRoomCreation } from '#app/use-room-creation.ts';
import type { useRoomSelection } from '#app/use-room-selection.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { lazyPart } from '#platform/lazy-part.ts';

const RoomDetail = lazyPart('RoomDetail', () => import('#features/rooms/RoomDetail.tsx'));
const ReturnNote = lazyPart('ReturnNote', () => import('#features/wallet/ReturnNote.tsx'));
const RoomManagement = lazyPart('RoomManagement', () => import('#features/rooms/RoomManagement.tsx'));
const CreateRoomDialog = lazyPart('CreateRoomDialog', () => import('#features/rooms/CreateRoomDialog.tsx'));

interface RoomDialogsProps {
  user: User | null;
  from: Position | null;
  selection: ReturnType<typeof useRoomSelection>;
  creation: ReturnType<typeof useRoomCreation>;
  onChoosePlace(): void;
  onCreated(room: Room): void;
}

/** What opens over the map about rooms; the code of each comes when it opens. */
export function RoomDialogs(props: RoomDialogsProps) {
  const { user, from, selection, creation, onChoosePlace, onCreated } = props;
  const { status } = useSession();
  const { detailId, managedId } = selection;
  const [used, setUsed] = useState({ detail: false, management: false });
  if (detailId !== null && !used.detail) setUsed({ ...used, detail: true });
  if (managedId !== null && !used.management) setUsed({ ...used, management: true });
  return (
    <>
      {used.detail && (
        <RoomDetail
          roomId={detailId}
          invite={selection.invite}
          onInviteLost={selection.dropInvite}
          place={selection.place}
          user={user}
          from={from}
          actions={reportRoom(user)}
          onClose={selection.close}
        />
      )}
      {used.management && (
        <RoomManagement
          walletNote={(conversationId) => <ReturnNote conversationId={conversationId} />}
          roomId={managedId}
          user={user}
          isWaiting={status === 'loading'}
          signInFirst={(text) => <SignInFirst title={text} />}
          personAction={messagePerson}
          onClose={selection.close}
        />
      )}
      {user && creation.isUsed && (
        <CreateRoomDialog
          user={user}
          open={creation.state === 'open'}
          draft={creation.draft}
          onDraft={creation.change}
          onOpenChange={(open) => creation.setState(open ? 'open' : 'closed')}
          onChoosePlace={onChoosePlace}
          onChangeDisplay={openSettings}
          onCreated={(room) => {
            creation.finish();
            onCreated(room);
          }}
        />
      )}
    </>
  );
}
