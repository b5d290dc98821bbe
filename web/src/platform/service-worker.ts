/** Shows what is pushed, and opens Dazi without a network. */
export const workerPath = '/service-worker.js';

export const registerWorker = () => navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' });

const pathOf = (name: string) => new URL(name).pathname;
const isFileOf = (name: string) =>
  name.startsWith(`${window.location.origin}/`) && !pathOf(name).startsWith('/api/');

/** Tells the worker what this page has loaded, so that it opens the next time without a network. */
export async function keepForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  await registerWorker();
  const { active } = await serviceWorker.ready;
  // From then on the worker sees by itself what is loaded; after a reload past all copies it never does.
  let isThereSince = performance.now();
  const noteIt = () => {
    isThereSince = performance.now();
  };
  serviceWorker.addEventListener('controllerchange', noteIt, { once: true });
  const tell = (loaded: PerformanceEntryList, isAll: boolean) => {
    const files = loaded.filter(({ name, startTime }) => isFileOf(name) && startTime < isThereSince);
    const paths = new Set(files.map(({ name }) => pathOf(name)));
    if (paths.size > 0) active?.postMessage({ type: 'keep', paths: [...paths], isAll });
  };
  tell(performance.getEntriesByType('resource'), true);
  // What was on its way when the worker came.
  new PerformanceObserver((list) => tell(list.getEntries(), false)).observe({ type: 'resource' });
}
