import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { useState } from 'react';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { openSettings } from '#app/shell/settings-opening.ts';
import type { AskedFrom } from '#features/chat/rooms/rooms.api.ts';
import { useSession } from '#features/identity/identity.api.ts';
import type { MapSurroundings } from '#map/map-kind.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { memberOrder } from './member-order.tsx';
import { messagePerson } from './message-person.tsx';
import { reportGoneRoom, reportRoom } from './report-room.tsx';
import type { useRoomCreation } from './use-room-creation.ts';
import type { useRoomSelection } from './use-room-selection.ts';

const RoomDetail = lazyPart('RoomDetail', () => import('#features/chat/rooms/RoomDetail.tsx'));
const ReturnNote = lazyPart('ReturnNote', () => import('#features/wallet/ReturnNote.tsx'));
const RoomManagement = lazyPart('RoomManagement', () => import('#features/chat/rooms/RoomManagement.tsx'));
const RoomCreation = lazyPart('RoomCreation', () => import('./RoomCreation.tsx'));

interface RoomDialogsProps {
  user: User | null;
  from: AskedFrom | null;
  selection: ReturnType<typeof useRoomSelection>;
  creation: ReturnType<typeof useRoomCreation>;
  map: MapSurroundings['map'];
  onChoosePlace(): void;
  onCreated(room: Room): void;
}

/** What opens over the map about rooms; the code of each comes when it opens. */
export function RoomDialogs(props: RoomDialogsProps) {
  const { user, from, selection, creation, map, onChoosePlace, onCreated } = props;
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
          whenGone={reportGoneRoom(user)}
          onClose={selection.close}
        />
      )}
      {used.management && (
        <RoomManagement
          walletNote={(conversationId, isEnding) => (
            <ReturnNote conversationId={conversationId} isEnding={isEnding} />
          )}
          roomId={managedId}
          user={user}
          isWaiting={status === 'loading'}
          signInFirst={(text) => <SignInFirst title={text} />}
          personAction={messagePerson}
          memberOrder={memberOrder}
          onClose={selection.close}
        />
      )}
      {user && creation.isUsed && (
        <RoomCreation
          user={user}
          open={creation.state === 'open'}
          draft={creation.draft}
          onDraft={creation.change}
          onOpenChange={(open) => creation.setState(open ? 'open' : 'closed')}
          map={map}
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
