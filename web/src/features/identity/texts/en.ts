export const account = {
  title: 'Your account',
  download: {
    title: 'Download my data',
    text: 'A zip archive of everything Dazi has stored about you, pictures included.',
    start: 'Download',
    running: 'Preparing your data',
    received: '{size} received',
    cancel: 'Cancel download',
    done: 'Your data was downloaded',
    failed: 'Your data could not be downloaded.',
    again: 'Download again',
  },
  deletion: {
    title: 'Delete account',
    text: 'Hidden at once, erased for good within 30 days.',
    action: 'Delete',
    question: 'Delete your account?',
    atOnce:
      'At once nobody sees your profile, posts, comments, reactions and pictures any more, and you are signed out everywhere.',
    until: 'For 29 days you can sign in again and restore everything.',
    afterwards: 'Then your data is erased for good. What others have answered stays, without your name.',
    word: 'delete',
    confirm: 'Type "{word}" to confirm',
    failed: 'Your account could not be deleted.',
  },
  farewell: {
    title: 'Your account is deleted',
    text: 'Nobody sees it any more. Until {date} you can sign in and restore it; after that your data is erased for good.',
    close: 'OK',
  },
  restore: {
    title: 'Restore your account?',
    text: '{name}, you deleted this account on {left}. Until {date} you can restore it, and everything will be as it was. After that your data is erased for good.',
    action: 'Restore',
    done: 'Your account is back, as it was.',
    failed: 'Your account could not be restored.',
  },
} as const;

export const identityErrors = {
  NO_CREDENTIAL: 'No credential received from {provider}',
  INVALID_IDENTITY_TOKEN: 'Invalid {provider} token',
  SIGN_IN_CANCELLED: 'Sign-in cancelled by user',
  SIGN_IN_FAILED: 'Sign-in failed. Please try again.',
  PROFILE_FETCH_FAILED: 'Profile fetch failed: {status}',
  USER_CREATION_FAILED: 'Authentication failed: Unable to create user in database. Please try again.',
  SIGN_IN_NOT_INITIALISED: 'Google identity service not initialized',
  SIGN_IN_UNREACHABLE: 'Failed to load Google identity service',
  ACCOUNT_NOT_LEFT: 'This account is not deleted',
  EXPORT_RUNNING: 'Your data is being downloaded already',
} as const;
