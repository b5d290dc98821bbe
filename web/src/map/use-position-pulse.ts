import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OwnPosition } from '#map/map-types.ts';

/** Whoever asks for their position sees it pulse: as soon as it is known, or when the map has come to rest. */
export function usePositionPulse(ownPosition: OwnPosition | null) {
  const [pulse, setPulse] = useState(0);
  const isWanted = useRef(false);
  const pulseIfWanted = () => {
    if (!isWanted.current || ownPosition === null) return;
    isWanted.current = false;
    setPulse((count) => count + 1);
  };
  const pulseForPosition = useEffectEvent(pulseIfWanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a position that arrives ends the wait
  useEffect(() => pulseForPosition(), [ownPosition]);
  return {
    pulse,
    pulseIfWanted,
    want() {
      isWanted.current = true;
    },
  };
}
