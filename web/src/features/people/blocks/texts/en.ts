export const blocks = {
  title: 'Blocked people',
  text: 'People you have blocked cannot write to you, and neither of you sees the other.',
  show: 'Show',
  showAll: 'Show blocked people',
  none: 'Nobody is blocked',
  noneText: 'You can block somebody on their profile.',
  loadFailed: 'The blocked people could not be loaded.',
  more: 'Load more',
  since: 'Blocked on {date}',
  block: 'Block',
  unblock: 'Unblock',
  unblockOf: 'Unblock {name}',
  question: 'Block {name}?',
  confirm: "Are you sure you want to block {name}? They won't be able to send you messages.",
  publicPosts: 'Public posts stay visible to anybody who is signed out, yours and theirs.',
  untold: '{name} is not told. You can unblock them here or in the settings at any time.',
  reason: 'Reason (optional)',
  reasonHint: 'Only you will see it.',
  blocked: '{name} has been blocked.',
  unblocked: '{name} has been unblocked.',
  blockFailed: 'Failed to block user. Please try again.',
  unblockFailed: 'Failed to unblock user. Please try again.',
  you: 'You have blocked {name}.',
} as const;

export const blocksErrors = {
  BLOCK_YOURSELF: 'Cannot block yourself',
} as const;
