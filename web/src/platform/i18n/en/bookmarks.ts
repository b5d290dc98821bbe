export const bookmarks = {
  add: 'Bookmark',
  remove: 'Bookmarked',
  signIn: 'Please sign in to bookmark messages.',
  failed: 'Failed to update bookmark. Please try again.',
} as const;
