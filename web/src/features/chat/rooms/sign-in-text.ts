/** How the room dialog tells of a sign-in that came back without success, by the server's code. */
export function signInTextOf(code: string): 'signInNotReady' | 'signInFailed' | 'signInError' {
  if (code === 'SIGN_IN_NOT_INITIALISED' || code === 'SIGN_IN_UNREACHABLE') return 'signInNotReady';
  return code === 'SIGN_IN_FAILED' || code === 'SIGN_IN_CANCELLED' ? 'signInFailed' : 'signInError';
}
