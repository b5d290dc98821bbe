// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

test('nothing is asked over the network that a test does not answer', async () => {
  const refused = 'Tests of the web have no server';
  await expect(fetch('/api/health')).rejects.toThrow(refused);
  vi.stubGlobal('fetch', async () => new Response('answered'));
  expect(await (await fetch('/api/health')).text()).toBe('answered');
  vi.unstubAllGlobals();
  await expect(window.fetch(`${location.origin}/api/health`)).rejects.toThrow(refused);
});
