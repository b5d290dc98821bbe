import { afterEach } from 'vitest';

/** What a test has drawn is gone before the next; tests without a page draw nothing. */
if ('document' in globalThis) {
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
