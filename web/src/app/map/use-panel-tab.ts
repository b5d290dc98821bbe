import { useEffect, useState } from 'react';
import type { MapPin } from '#map/map-types.ts';
import { mapKinds } from './map-kinds.ts';

type Tab = MapPin['kind'];

let lastTab: Tab = mapKinds[0].name;

/** Which list stands beside the map; whoever comes back, as from a conversation, finds the one that they left. */
export function usePanelTab(): [Tab, (tab: Tab) => void] {
  const [tab, setTab] = useState(lastTab);
  useEffect(() => {
    lastTab = tab;
  }, [tab]);
  return [tab, setTab];
}
