import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { type LookedAround, useFoundPlaces } from './found-places.ts';
import type { FoundPlace } from './places.api.ts';

/** What is typed is asked for when it rests this long. */
const askAfter_ms = 200;
/** Most answers come before, and need no sign that they will. */
const slowAfter_ms = 700;

function lookedAroundOn(map: MapHandle | null): LookedAround | null {
  const middle = map?.getView();
  return map && middle ? { middle, names: map.getNames() } : null;
}

/** What stands in the field of a place search, and what was found for it; what was found before stays until then. */
export function useTypedPlace(map: RefObject<MapHandle | null>, onPick: (place: FoundPlace) => void) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [around, setAround] = useState<LookedAround | null>(null);
  /** Enter came before what was found. */
  const [isTaken, setTaken] = useState(false);
  const { data, isError, isPending, isPlaceholderData: isOld, refetch } = useFoundPlaces(asked, around);
  const { places, problem } = (asked === '' ? undefined : data) ?? { places: undefined, problem: null };
  const isAnswered = typed.trim() === asked && !isPending && !isOld;

  const isWaiting = typed.trim() !== '' && !isAnswered;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), slowAfter_ms);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);

  const ask = () => {
    if (typed.trim() === asked) return;
    setAround(lookedAroundOn(map.current));
    setAsked(typed.trim());
  };
  const askInTime = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it rests anew after each key
  useEffect(() => {
    const timer = setTimeout(() => askInTime(), askAfter_ms);
    return () => clearTimeout(timer);
  }, [typed]);
  const takeFirst = useEffectEvent(() => {
    setTaken(false);
    if (places?.[0]) onPick(places[0]);
  });
  useEffect(() => {
    if (isTaken && isAnswered) takeFirst();
  }, [isTaken, isAnswered]);

  const type = (text: string) => {
    setTyped(text);
    setTaken(false);
  };
  /** Goes to one of those that are listed, or to the first that will be, or asks again for what did not come. */
  const enter = (index: number) => {
    const place = places?.[index];
    if (!isAnswered) {
      ask();
      setTaken(true);
    } else if (isError) void refetch();
    else if (place) onPick(place);
  };
  return { typed, type, around, data, places, problem, isError, isOld, isSlow, enter };
}
