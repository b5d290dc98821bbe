import { afterEach, vi } from 'vitest';

/** A clock that a test has held runs again: the files after it, in the same process, would wait for it for ever. */
afterEach(() => {
  vi.useRealTimers();
});

/** What a test has drawn is gone before the next; tests without a page draw nothing. */
if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react');
  // For what hangs: a busy machine takes its time to load the code of what is looked for.
  configure({ asyncUtilTimeout: 30_000 });
  afterEach(cleanup);
}
