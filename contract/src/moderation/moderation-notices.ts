import { defineNotices } from '../kernel/notices.ts';
import type { Pressure } from './moderation.rules.ts';
import type { moderationNoticeParams } from './moderation-notice-params.ts';

const within = {
  en: { hour: 'within 1 h', day: 'today', week: 'this week', overdue: 'overdue' },
  ja: { hour: '1時間以内', day: '今日中', week: '今週中', overdue: '期限超過' },
  zh: { hour: '须在1小时内处理', day: '须在今天处理', week: '须在本周处理', overdue: '已超时' },
} as const satisfies Record<string, Record<Pressure, string>>;

export const moderationNotices = defineNotices<typeof moderationNoticeParams>()({
  codes: [
    'decision_made',
    'appeal_decided',
    'measure_ended',
    'report_upheld',
    'report_dismissed',
    'moderation_waiting',
    'appeal_waiting',
    'moderator_appointed',
    'moderator_ended',
  ],
  texts: {
    decision_made: {
      en: () => ['The moderators decided', 'It is about you. Read what, why, and how to appeal.'],
      ja: () => [
        'モデレーターの判断',
        'あなたに関するものです。内容、理由、異議申し立ての方法をご確認ください。',
      ],
      zh: () => ['审核员作出了决定', '此事与你有关。请查看内容、理由和申诉方法。'],
    },
    appeal_decided: {
      en: () => ['Your appeal was decided', 'Read the answer'],
      ja: () => ['異議申し立ての結果', '回答をご確認ください'],
      zh: () => ['你的申诉已有结果', '请查看答复'],
    },
    measure_ended: {
      en: ({ params }) => [
        'Nothing stands against you any more',
        `The moderators ended it: ${params.words ?? ''}`,
      ],
      ja: ({ params }) => ['あなたへの措置は解除されました', `モデレーターからの説明：${params.words ?? ''}`],
      zh: ({ params }) => ['对你的措施已解除', `审核员的说明：${params.words ?? ''}`],
    },
    report_upheld: {
      en: ({ params }) => [
        'Your report was upheld',
        `What you reported broke rule ${params.rule}. We have acted.`,
      ],
      ja: ({ params }) => [
        '報告が認められました',
        `報告されたものは約束${params.rule}に反していました。対応しました。`,
      ],
      zh: ({ params }) => ['你的举报成立', `你举报的内容违反了公约第${params.rule}条，我们已采取措施。`],
    },
    report_dismissed: {
      en: () => ['Your report was looked at', 'We found no rule broken. You can still block the person.'],
      ja: () => ['報告を確認しました', '約束違反は見つかりませんでした。相手をブロックすることはできます。'],
      zh: () => ['你的举报已查看', '我们没有发现违反公约之处。你仍可以拉黑对方。'],
    },
    moderation_waiting: {
      en: ({ params }) => [
        'Reports wait',
        `${params.count} ${params.count === 1 ? 'case' : 'cases'}, the most urgent ${within.en[params.urgency ?? 'week']}`,
      ],
      ja: ({ params }) => [
        '報告が届いています',
        `${params.count}件、最も急ぎのものは${within.ja[params.urgency ?? 'week']}`,
      ],
      zh: ({ params }) => [
        '有举报待处理',
        `${params.count}件，最紧急的${within.zh[params.urgency ?? 'week']}`,
      ],
    },
    appeal_waiting: {
      en: () => ['An appeal waits', 'You can decide it'],
      ja: () => ['異議申し立てが届いています', 'あなたが判断できます'],
      zh: () => ['有申诉待处理', '你可以处理'],
    },
    moderator_appointed: {
      en: ({ name }) => ['You are a moderator', `${name} asked you to look at reports`],
      ja: ({ name }) => ['モデレーターになりました', `${name}さんがあなたに報告の確認を任せました`],
      zh: ({ name }) => ['你已成为审核员', `${name} 请你处理举报`],
    },
    moderator_ended: {
      en: () => ['You are not a moderator any more', 'Thank you for looking after others'],
      ja: () => ['モデレーターではなくなりました', 'これまでありがとうございました'],
      zh: () => ['你不再是审核员', '感谢你对大家的照看'],
    },
  },
});
