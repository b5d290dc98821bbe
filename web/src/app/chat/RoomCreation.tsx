import { CreateRoomDialog, type CreateRoomDialogProps } from '#features/chat/rooms/CreateRoomDialog.tsx';
import { PlaceFinder } from '#features/places/PlaceFinder.tsx';
import type { MapSurroundings } from '#map/map-kind.ts';

interface RoomCreationProps extends Omit<CreateRoomDialogProps, 'findPlace'> {
  /** The map that it lies over. */
  map: MapSurroundings['map'];
}

export function RoomCreation({ map, ...form }: RoomCreationProps) {
  return (
    <CreateRoomDialog
      {...form}
      findPlace={(onPlace) => (
        <PlaceFinder
          map={map}
          size="s"
          onFound={({ latitude, longitude }) => onPlace({ latitude, longitude })}
        />
      )}
    />
  );
}
