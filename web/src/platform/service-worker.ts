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
  const tell = (loaded: PerformanceEntryList, isAll: boolean) => {
    const paths = new Set(loaded.filter(({ name }) => isFileOf(name)).map(({ name }) => pathOf(name)));
    if (paths.size > 0) active?.postMessage({ type: 'keep', paths: [...paths], isAll });
  };
  tell(performance.getEntriesByType('resource'), true);
  // What goes through the worker it keeps by itself. The rest was on its way when the worker came, or began before the
  // worker saw this page, which after a reload past all copies it never does. When a file began does not tell: of the
  // script of a thread Chromium says that it began when it had come.
  const wentThrough = (entry: PerformanceEntry) => (entry as PerformanceResourceTiming).workerStart > 0;
  new PerformanceObserver((list) =>
    tell(
      list.getEntries().filter((entry) => !wentThrough(entry)),
      false,
    ),
  ).observe({ type: 'resource' });
}
