// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { takeSignInResult } from './sign-in.ts';

afterEach(() => vi.restoreAllMocks());

test('AUTH-044 a failed sign-in is logged, and leaves the address', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  window.history.replaceState(null, '', '/my-posts?tab=x&signIn=failed&code=PROFILE_FETCH_FAILED&status=500');
  takeSignInResult();
  expect(window.location.pathname + window.location.search).toBe('/my-posts?tab=x');
  expect(warn).toHaveBeenCalledWith(
    'Sign in failed',
    expect.objectContaining({ cause: { code: 'PROFILE_FETCH_FAILED', status: '500' } }),
  );
  warn.mockClear();
  takeSignInResult();
  expect(warn).not.toHaveBeenCalled();
});
