import { defineNotices } from '../kernel/notices.ts';

export const postsNotices = defineNotices()({
  codes: ['post_commented', 'comment_answered', 'post_reacted', 'post_nearby'],
  texts: {
    post_commented: {
      en: ({ who, preview }) => ['New comment', `${who} commented on your post: ${preview}`],
      ja: ({ who, preview }) => ['新しいコメント', `${who}があなたの投稿にコメントしました：${preview}`],
      zh: ({ who, preview }) => ['新评论', `${who}评论了你的帖子：${preview}`],
    },
    comment_answered: {
      en: ({ who, preview }) => ['New reply', `${who} replied to your comment: ${preview}`],
      ja: ({ who, preview }) => ['新しい返信', `${who}があなたのコメントに返信しました：${preview}`],
      zh: ({ who, preview }) => ['新回复', `${who}回复了你的评论：${preview}`],
    },
    post_reacted: {
      en: ({ who }) => ['New reaction', `${who} reacted to your post`],
      ja: ({ who }) => ['新しいリアクション', `${who}があなたの投稿にリアクションしました`],
      zh: ({ who }) => ['新回应', `${who}对你的帖子作出了回应`],
    },
    post_nearby: {
      en: ({ name, preview }) => ['New post near you', `${name}: ${preview}`],
      ja: ({ name, preview }) => ['近くの新しい投稿', `${name}：${preview}`],
      zh: ({ name, preview }) => ['附近有新帖子', `${name}：${preview}`],
    },
  },
});
