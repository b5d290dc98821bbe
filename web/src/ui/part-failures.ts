import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';

interface PartFailure {
  retry(): void;
  dismiss(): void;
}

/** The parts that did not come and are still asked for, in the order in which that was known. */
let failures: readonly PartFailure[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly PartFailure[]): void {
  failures = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const first = () => failures[0];

/** Without a network parts fail together: the first one says so, and what is pressed there is done for all of them. */
export function useIsFirstFailure(retry: () => void, dismiss: () => void): boolean {
  const own = useMemo(() => ({ retry, dismiss }), [retry, dismiss]);
  useLayoutEffect(() => {
    keep([...failures, own]);
    return () => keep(failures.filter((each) => each !== own));
  }, [own]);
  return useSyncExternalStore(subscribe, first) === own;
}

export function retryAll(): void {
  for (const { retry } of failures) retry();
}

export function dismissAll(): void {
  for (const { dismiss } of failures) dismiss();
}
