import { expect, test } from 'vitest';
import { signInTextOf } from './sign-in-text.ts';

test.each([
  ['SIGN_IN_NOT_INITIALISED', 'signInNotReady'],
  ['SIGN_IN_UNREACHABLE', 'signInNotReady'],
  ['SIGN_IN_FAILED', 'signInFailed'],
  ['SIGN_IN_CANCELLED', 'signInFailed'],
  ['USER_CREATION_FAILED', 'signInError'],
  ['', 'signInError'],
])('JOIN-036 %s is told as %s', (code, text) => expect(signInTextOf(code)).toBe(text));
