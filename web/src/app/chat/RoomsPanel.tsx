import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import { useTranslation } from 'react-i18next';
import { RoomCard } from '#features/chat/rooms/RoomCard.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useSteady } from '#ui/use-steady.ts';

interface RoomsPanelProps {
  /** Undefined while nothing is known yet. */
  rooms: readonly NearbyRoom[] | undefined;
  /** Where the nearest one stands that the map does not show, when it shows none. */
  elsewhere: Position | null;
  failed: boolean;
  user: User | null;
  /** Whether distances are from where somebody really is. */
  located: boolean;
  selectedId: string | null;
  onOpen(room: NearbyRoom): void;
  /** Only where there is a mouse. */
  onHover?(room: NearbyRoom | null): void;
  onRetry(): void;
  onCreate(): void;
  onGoTo(place: Position): void;
}

/** Of what the map shows the own rooms and those whose radius reaches one, nearest first. */
export function RoomsPanel(props: RoomsPanelProps) {
  const { rooms, elsewhere, failed, user, located, selectedId, onRetry, onCreate, onGoTo } = props;
  const { t } = useTranslation();
  const open = useSteady(props.onOpen);
  const hover = useSteady((room: NearbyRoom | null) => props.onHover?.(room));
  if (!rooms || rooms.length === 0) {
    if (elsewhere) {
      return (
        <EmptyState drawing="map" title={t('rooms.noneHere')} text={t('rooms.noneHereText')}>
          <Button kind="primary" onClick={() => onGoTo(elsewhere)}>
            {t('rooms.goToNearest')}
          </Button>
        </EmptyState>
      );
    }
    if (failed) return <InlineError text={t('rooms.loadFailed')} onRetry={onRetry} />;
    if (!rooms) return <WaitingRooms />;
    return (
      <EmptyState drawing="nearby" title={t('rooms.none')} text={t('rooms.noneText')}>
        <Button kind="primary" onClick={onCreate}>
          {t('app.createGroup')}
        </Button>
      </EmptyState>
    );
  }
  return rooms.map((room) => (
    <RoomCard
      key={room.id}
      room={room}
      user={user}
      located={located}
      selected={room.id === selectedId}
      onOpen={open}
      {...(props.onHover && { onHover: hover })}
    />
  ));
}

function WaitingRooms() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {[72, 58, 66].map((width) => (
        <div key={width} className="entry rooms-card">
          <Skeleton width="48px" height="48px" />
          <div className="stack">
            <Skeleton width="50%" />
            <Skeleton width={`${width}%`} />
            <Skeleton width="30%" />
          </div>
        </div>
      ))}
    </div>
  );
}
