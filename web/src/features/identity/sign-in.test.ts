// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PersonalDrafts } from '#platform/personal-drafts.ts';
import { chooseKeep, comeBy, startSignIn, takeSignInResult } from './sign-in.ts';

afterEach(() => vi.restoreAllMocks());

test('AUTH-044 a failed sign-in is logged, and leaves the address', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  window.history.replaceState(null, '', '/my-posts?tab=x&signIn=failed&code=PROFILE_FETCH_FAILED&status=500');
  takeSignInResult();
  expect(window.location.pathname + window.location.search).toBe('/my-posts?tab=x');
  expect(warn).toHaveBeenCalledWith(
    'Sign in failed',
    expect.objectContaining({ cause: { code: 'PROFILE_FETCH_FAILED', status: '500', until: '' } }),
  );
  warn.mockClear();
  takeSignInResult();
  expect(warn).not.toHaveBeenCalled();
});

test('one that was refused at the door too, with the day on which it would not be', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const until = '2027-11-26T01:50:37.000Z';
  window.history.replaceState(null, '', `/invitation/x?y=1&signInError=IDENTITY_BLOCKED&until=${until}#z`);
  takeSignInResult();
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe('/invitation/x?y=1#z');
  expect(warn).toHaveBeenCalledWith(
    'Sign in failed',
    expect.objectContaining({ cause: { code: 'IDENTITY_BLOCKED', status: '', until } }),
  );
});

test('a visitor’s words go along to the provider and back, and stay nowhere else', () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const drafts = new PersonalDrafts('words', 1);
  const backToThePageAsItWas = () =>
    void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  drafts.pass('a', 'Hello');
  startSignIn();
  takeSignInResult();
  expect(drafts.passing('a')).toBe('Hello');
  expect(sessionStorage.length).toBe(0);
  backToThePageAsItWas();

  startSignIn();
  backToThePageAsItWas();
  takeSignInResult();
  expect(drafts.passing('a')).toBe('');
});

test('whoever wants to stay says so to the server, and nobody else does', () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const backToThePageAsItWas = () =>
    void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  const asked = () => new URL(String(left.mock.lastCall?.[0]), 'http://ours').searchParams.get('keep');
  backToThePageAsItWas();
  startSignIn();
  expect(asked()).toBeNull();
  backToThePageAsItWas();
  chooseKeep(true);
  startSignIn();
  expect(asked()).toBe('1');
  backToThePageAsItWas();
  chooseKeep(false);
  startSignIn();
  expect(asked()).toBeNull();
});

test('an invitation goes along to the server', () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  comeBy('x');
  startSignIn('/invitation/x');
  const asked = new URL(String(left.mock.lastCall?.[0]), 'http://ours').searchParams;
  expect([asked.get('invitation'), asked.get('returnTo')]).toEqual(['x', '/invitation/x']);
});
