import { useEffect, useRef } from 'react';
import { type AreaHandlers, type AreaSubscription, subscribeToAreas } from '#platform/stream.ts';

/** The areas are those of `areasOf`; an empty list or `null` listens to none, for instance when the map is too far out. */
export function useAreas(cells: readonly number[] | null, handlers: AreaHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const subscription = useRef<AreaSubscription | null>(null);
  const wanted = cells && cells.length > 0 ? [...cells].sort((a, b) => a - b).join(',') : '';

  useEffect(() => {
    if (!wanted) {
      subscription.current?.close();
      subscription.current = null;
      return;
    }
    const list = wanted.split(',').map(Number);
    if (subscription.current) subscription.current.update(list);
    else {
      subscription.current = subscribeToAreas(list, {
        events: (events, cell) => latest.current.events(events, cell),
        changed: (changed) => latest.current.changed(changed),
      });
    }
  }, [wanted]);

  useEffect(
    () => () => {
      subscription.current?.close();
      subscription.current = null;
    },
    [],
  );
}
