import { afterEach, expect, test, vi } from 'vitest';
import { localId } from './local-id.ts';

afterEach(() => vi.unstubAllGlobals());

test('names are made on pages by plain http too, where browsers make no UUIDs', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const names = Array.from({ length: 100 }, localId);
  for (const name of names) {
    expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(names).size).toBe(100);
});
