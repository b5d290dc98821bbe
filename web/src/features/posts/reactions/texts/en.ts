export const reactions = {
  title: 'Reactions',
  add: 'Add reaction',
  countOf: '{kind}: {count}',
  kinds: { agree: 'Agree', heart: 'Love', laugh: 'Funny', surprise: 'Wow', sad: 'Sad', like: 'like' },
  addFailed: 'Failed to add reaction',
  removeFailed: 'Failed to remove reaction',
} as const;

export const reactionsErrors = {
  REACTION_SIGN_IN_REQUIRED: 'Please log in to add reactions',
} as const;
