// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { i18n, i18nReady } from '#platform/i18n/i18n.ts';
import { stored } from '#platform/storage.ts';
import { setTheme } from '#platform/theme.ts';

/** The texts of a language are read when they are wanted, which takes a busy machine its time. */
const patiently = { timeout: 10_000 };

/** As a browser tells a tab of what another one has kept. */
function keptElsewhere(key: string, value: string) {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

test('what is chosen in one tab is chosen in all', async () => {
  await i18nReady;
  setTheme('light');
  keptElsewhere(stored.theme.key, 'dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  keptElsewhere(stored.language.key, 'ja');
  await expect.poll(() => i18n.language, patiently).toBe('ja');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  // Other files of this process read the texts too.
  await expect.poll(() => i18n.language, patiently).toBe('en');
});
