export const commentLimits = {
  content: 1000,
  /** A comment on the post has depth 0, a reply to it 1; replies go to depth 3. */
  depth: 3,
  /** Replies under one comment on the post; then somebody begins a new one. */
  replies: 200,
} as const;

/** Who took a comment away; the account of whoever wrote it counts as the author. */
export const commentRemovers = ['author', 'post-author', 'moderators'] as const;
