import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { MapPin } from '#map/map-types.ts';
import { mapKinds } from './map-kinds.ts';

type Tab = MapPin['kind'];

const addressName = 'list';
const words: Record<Tab, string> = { post: 'posts', room: 'groups', plan: 'soon' };
const usual: Tab = mapKinds[0].name;

let lastTab = usual;
/** Entries of the history whose list is known. */
const seenEntries = new Set<string>();

/** The list that the address names; null for none and for what is none. */
function tabInAddress(): Tab | null {
  const named = new URLSearchParams(window.location.search).get(addressName);
  return mapKinds.find(({ name }) => words[name] === named)?.name ?? null;
}

/** The map writes its view beside the router, too: what else stands in the address stays as it is. */
function keepInAddress(tab: Tab): void {
  const address = new URL(window.location.href);
  const word = tab === usual ? null : words[tab];
  if (address.searchParams.get(addressName) === word) return;
  if (word === null) address.searchParams.delete(addressName);
  else address.searchParams.set(addressName, word);
  window.history.replaceState(window.history.state, '', address);
}

/**
 * Which list stands beside the map. The address tells it, so that whoever loads the page anew or goes back finds it again;
 * by a link that names none, as from a conversation, one finds the list that one left.
 */
export function usePanelTab(): [Tab, (tab: Tab) => void] {
  const { key } = useLocation();
  const tabHere = () => tabInAddress() ?? (seenEntries.has(key) ? usual : lastTab);
  const [tab, setTab] = useState(tabHere);
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    setTab(tabHere());
  }
  useEffect(() => {
    lastTab = tab;
    seenEntries.add(key);
    keepInAddress(tab);
  }, [tab, key]);
  return [tab, setTab];
}
