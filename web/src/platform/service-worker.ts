/** Shows what is pushed, and opens Dazi without a network. */
export const workerPath = '/service-worker.js';

export const registerWorker = () => navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' });

const isOwn = (name: string) => name.startsWith(`${window.location.origin}/`);

/** Tells the worker what this page has loaded without it, so that it opens the next time without a network. */
export async function keepForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  await registerWorker();
  const { active } = await serviceWorker.ready;
  let isThereSince = Number.POSITIVE_INFINITY;
  const noteIt = () => {
    if (serviceWorker.controller) isThereSince = performance.now();
  };
  noteIt();
  serviceWorker.addEventListener('controllerchange', noteIt);
  const tell = (loaded: PerformanceEntryList) => {
    const own = loaded.filter(({ name, startTime }) => isOwn(name) && startTime < isThereSince);
    const paths = new Set(own.map(({ name }) => new URL(name).pathname));
    if (paths.size > 0) active?.postMessage({ type: 'keep', paths: [...paths] });
  };
  tell(performance.getEntriesByType('resource'));
  // What was on its way when the worker came.
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource' });
}
