// @vitest-environment happy-dom

import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { takeSignInResult } from './sign-in.ts';
import { useSignInError } from './use-sign-in-error.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function saidAt(address: string) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { providerName: 'Google' } }));
  window.history.replaceState(null, '', address);
  takeSignInResult();
  const { result } = await drawHook(() => useSignInError());
  await act(() => vi.waitUntil(() => result.current !== null));
  return result.current;
}

test('until when an account is refused is said, and a day that is none ends no page', async () => {
  const refused = '/?signInError=IDENTITY_BLOCKED&until=';
  expect(await saidAt(`${refused}2027-11-26T12:00:00.000Z`)).toContain('November 26, 2027');
  const plain = await saidAt('/?signInError=IDENTITY_BLOCKED');
  expect(await saidAt(`${refused}tomorrow`)).toBe(plain);
});
