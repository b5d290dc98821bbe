// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stored, writeStored } from '#platform/storage.ts';
import { useDraft } from './use-draft.ts';

const mika = { id: 'u1', email: null, name: 'Mika', avatarUrl: null, gender: null, verified: true };
const { key } = stored.postDraft('u1');

beforeEach(() => {
  localStorage.clear();
  writeStored(stored.user, mika as never);
});

/** Another tab, which had the same words, has sent them. */
function isSentElsewhere() {
  const oldValue = localStorage.getItem(key);
  localStorage.removeItem(key);
  act(() => void dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null })));
}

test('what another tab sent is not there to be sent once more', () => {
  const { result } = renderHook(() => useDraft('u1'));
  act(() => result.current.change({ content: 'Half a thought' }));
  isSentElsewhere();
  expect(result.current.content).toBe('');
});

test('other words stay', () => {
  const { result } = renderHook(() => useDraft('u1'));
  act(() => result.current.change({ content: 'Half a thought' }));
  localStorage.setItem(key, JSON.stringify({ content: 'Another thought', lifetime: 'never' }));
  isSentElsewhere();
  expect(result.current.content).toBe('Half a thought');
});
