import { defineNotices } from '../kernel/notices.ts';

export const peopleNotices = defineNotices()({
  codes: ['person_blocked', 'person_unblocked'],
  texts: {
    person_blocked: {
      en: ({ name }) => ['User blocked', `${name} has been blocked.`],
      ja: ({ name }) => ['ブロックしました', `${name}さんをブロックしました。`],
      zh: ({ name }) => ['已拉黑用户', `已拉黑 ${name}。`],
    },
    person_unblocked: {
      en: ({ name }) => ['User unblocked', `${name} has been unblocked.`],
      ja: ({ name }) => ['ブロックを解除しました', `${name}さんのブロックを解除しました。`],
      zh: ({ name }) => ['已取消拉黑', `已取消拉黑 ${name}。`],
    },
  },
});
