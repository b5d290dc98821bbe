export const identity = {
  adult: 'I am 18 or older and accept the rules and the terms.',
  signIn: 'Sign in',
  signingIn: 'Signing in',
  signedIn: 'Signed in',
  signOut: 'Sign out',
  signingOut: 'Signing out',
  signOutFailed: 'Sign out failed',
  signInError: 'Sign-in error. Please try again.',
  menu: 'Your menu',
  welcomeBack: 'Welcome, {name}',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;
