import { useMemo, useState } from 'react';
import { providerFor } from '#map/choose-provider.ts';
import type { CreateMapProvider } from '#map/map-provider.ts';
import { NO_STREETS } from '#map/street-sources.ts';
import { useSettings } from '#platform/settings.ts';
import { VisitMark } from '#platform/visit-mark.ts';

const builtInWanted = new VisitMark('builtInMap');

/**
 * The map of this installation; null until its settings are there. A server that cannot be asked leaves the
 * built-in one. Who changed over to that keeps it for the visit.
 */
export function useMapProvider(): {
  createProvider: CreateMapProvider | null;
  changeOver: (() => void) | undefined;
} {
  const { data: settings, failureCount, isError } = useSettings();
  const [builtIn, setBuiltIn] = useState(() => builtInWanted.isSet);
  const isKnown = settings !== undefined || failureCount > 0 || isError;
  const googleKey = builtIn ? null : (settings?.map.googleKey ?? null);
  const streets = settings?.map ?? NO_STREETS;
  const createProvider = useMemo(
    () => (isKnown ? providerFor(googleKey, streets) : null),
    [isKnown, googleKey, streets],
  );
  const changeOver = () => {
    setBuiltIn(true);
    builtInWanted.set();
  };
  return { createProvider, changeOver: googleKey === null ? undefined : changeOver };
}
