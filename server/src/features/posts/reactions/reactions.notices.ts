import { type AreaNotices, codeFacts, noticeKind, noticeRule } from '#platform/notices.ts';
import { authorsOfReacted } from './reactions.store.ts';

interface OfPost {
  postId: string;
  personId: string;
}

export const postReacted = noticeKind<OfPost>('post_reacted');
export const postReactionRemoved = noticeKind<OfPost>('post_reaction_removed', 'thing');

export const reactionsNotices: AreaNotices = {
  codes: {
    post_reacted: codeFacts('MESSAGE_REACTION', { priority: 'low', gathered: 'reactions', byPerson: true }),
  },
  rules: [
    noticeRule([postReacted], {
      find: authorsOfReacted,
      compose: ({ postId, personId }) => ({ code: 'post_reacted', postId, personId }),
    }),
  ],
  invalidating: [postReactionRemoved],
};
