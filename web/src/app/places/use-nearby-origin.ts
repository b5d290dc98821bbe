import type { Position } from '@dazi/contract/places/places';
import { useState } from 'react';
import { nearbyOrigin } from '#features/chat/rooms/nearby-origin.ts';

/** From where rooms and plans are counted. `from` is the own position, or where somebody looks around without one. */
export function useNearbyOrigin(from: Position): Position {
  const [origin, setOrigin] = useState(() => nearbyOrigin(null, from));
  const next = nearbyOrigin(origin, from);
  if (next !== origin) setOrigin(next);
  return next;
}
