import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import { answeredByComments } from './comments.store.ts';

export const commentAdded = noticeKind<{ postId: string; commentId: string; personId: string }>(
  'comment_added',
);
export const commentRemoved = noticeKind<{ commentId: string }>('comment_removed', 'thing');

export const commentsNotices: AreaNotices = {
  codes: {
    post_commented: codeFacts('NEW_MESSAGE', { gathered: 'comments', byPerson: true }),
    comment_answered: codeFacts('NEW_MESSAGE', { gathered: 'replies' }),
  },
  rules: [
    noticeRule([commentAdded], {
      find: answeredByComments,
      compose: ({ postId, commentId, personId }, { code }) => ({ code, postId, commentId, personId }),
    }),
  ],
  invalidating: [commentRemoved],
};
