export const bookmarks = {
  add: 'Bookmark',
  remove: 'Bookmarked',
  signIn: 'Please sign in to bookmark messages.',
  failed: 'Failed to update bookmark. Please try again.',
} as const;

export const bookmarksErrors = {
  BOOKMARK_SIGN_IN_REQUIRED: 'User must be authenticated to bookmark messages',
  UNBOOKMARK_SIGN_IN_REQUIRED: 'User must be authenticated to remove bookmarks',
  OWN_POST_BOOKMARK: 'You cannot bookmark your own message',
} as const;
