/** At the latest then, where the browser cannot say when it has nothing to do. */
const wait_ms = 2000;

/** Does something when the browser has nothing better to do; the answer calls it off. */
export function whenIdle(act: () => void): () => void {
  // Safari does not know it.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, wait_ms);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}
