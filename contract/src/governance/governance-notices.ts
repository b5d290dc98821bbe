import { defineNotices } from '../kernel/notices.ts';

export const governanceNotices = defineNotices()({
  codes: ['motion_put', 'motion_passed', 'motion_failed', 'election'],
  texts: {
    motion_put: {
      en: ({ preview }) => ['A motion awaits your vote', preview],
      ja: ({ preview }) => ['新しい動議があなたの投票を待っています', preview],
      zh: ({ preview }) => ['有新动议等待你投票', preview],
    },
    motion_passed: {
      en: ({ preview }) => ['A motion has passed', preview],
      ja: ({ preview }) => ['動議が可決されました', preview],
      zh: ({ preview }) => ['动议已通过', preview],
    },
    motion_failed: {
      en: ({ preview }) => ['A motion has failed', preview],
      ja: ({ preview }) => ['動議が否決されました', preview],
      zh: ({ preview }) => ['动议未通过', preview],
    },
    election: {
      en: ({ name }) => ['City update', `${name} was elected to the board`],
      ja: ({ name }) => ['街のお知らせ', `${name}さんが理事に選ばれました`],
      zh: ({ name }) => ['城市动态', `${name} 当选为理事`],
    },
  },
});
