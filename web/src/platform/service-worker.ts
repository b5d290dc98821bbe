import { whenIdle } from '#platform/idle.ts';

/** Shows what is pushed, and opens Dazi without a network. */
export const workerPath = '/service-worker.js';

export const registerWorker = () => navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' });

/** What somebody waits for comes first. */
const pause_ms = 3000;

const isOwn = (name: string) => name.startsWith(`${window.location.origin}/`);

/** Tells the worker what this page has loaded, so that it opens the next time without a network. */
export function keepForOffline(): void {
  // Pages that are not served safely have no workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const keep = async () => {
    try {
      await registerWorker();
      const { active } = await navigator.serviceWorker.ready;
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const paths = new Set(loaded.filter(isOwn).map((name) => new URL(name).pathname));
      active?.postMessage({ type: 'keep', paths: [...paths] });
    } catch {
      // Where workers are forbidden Dazi opens with a network only.
    }
  };
  setTimeout(() => whenIdle(() => void keep()), pause_ms);
}
