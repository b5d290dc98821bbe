import type { Language } from '@dazi/contract/identity/identity.rules';
import type { Pressure } from '@dazi/contract/moderation/moderation.rules';

interface Waiting {
  cases: number;
  appeals: number;
  urgency: Pressure;
}

interface ModerationMailTexts {
  waiting: {
    subject: string;
    overdue: string;
    text: (waiting: Waiting) => string;
    open: string;
  };
  out: {
    suspended: string;
    closed: string;
    until: (at: string) => string;
    closedText: string;
    rule: (number: number, text: string) => string;
    reason: (reason: string) => string;
    appeal: (until: string) => string;
    open: string;
  };
}

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const moderationMailTexts: Readonly<Record<Language, ModerationMailTexts>> = {
  en: {
    waiting: {
      subject: 'Dazi: reports wait',
      overdue: 'Dazi: a report is overdue',
      text: ({ cases, appeals, urgency }) =>
        `${some(cases, 'case waits', 'cases wait')}, ${some(appeals, 'appeal', 'appeals')}. The most urgent: ${
          { hour: 'within 1 hour', day: 'today', week: 'this week', overdue: 'overdue' }[urgency]
        }.`,
      open: 'Look at them',
    },
    out: {
      suspended: 'Your Dazi account is suspended',
      closed: 'Your Dazi account was closed',
      until: (at) => `Until ${at} nobody sees you on Dazi, and you can neither write nor read there.`,
      closedText: 'Nobody sees you on Dazi any more. The account is erased after 30 days.',
      rule: (number, text) => `Rule ${number}: ${text}`,
      reason: (reason) => `What the moderators write: ${reason}`,
      appeal: (until) =>
        `You can appeal once, until ${until}: sign in, read the decision and say why. You can also download your data there.`,
      open: 'Read the decision and appeal',
    },
  },
  ja: {
    waiting: {
      subject: 'Dazi：報告が届いています',
      overdue: 'Dazi：期限を過ぎた報告があります',
      text: ({ cases, appeals, urgency }) =>
        `報告${cases}件、異議申し立て${appeals}件。最も急ぎのもの：${
          { hour: '1時間以内', day: '今日中', week: '今週中', overdue: '期限超過' }[urgency]
        }。`,
      open: '確認する',
    },
    out: {
      suspended: 'Daziのアカウントが停止されました',
      closed: 'Daziのアカウントが閉鎖されました',
      until: (at) => `${at}まで、Daziであなたの姿は誰にも見えず、読み書きもできません。`,
      closedText: 'Daziであなたの姿はもう誰にも見えません。アカウントは30日後に消去されます。',
      rule: (number, text) => `約束${number}：${text}`,
      reason: (reason) => `モデレーターからの説明：${reason}`,
      appeal: (until) =>
        `${until}まで、1回だけ異議を申し立てられます。サインインして判断を読み、理由を書いてください。データのダウンロードもそこでできます。`,
      open: '判断を読み、異議を申し立てる',
    },
  },
  zh: {
    waiting: {
      subject: 'Dazi：有举报待处理',
      overdue: 'Dazi：有举报已超时',
      text: ({ cases, appeals, urgency }) =>
        `${cases} 件举报，${appeals} 件申诉。最紧急的：${
          { hour: '须在1小时内处理', day: '须在今天处理', week: '须在本周处理', overdue: '已超时' }[urgency]
        }。`,
      open: '前往处理',
    },
    out: {
      suspended: '你的 Dazi 账号已被停用',
      closed: '你的 Dazi 账号已被关闭',
      until: (at) => `在 ${at} 之前，没有人能在 Dazi 上看到你，你也不能在那里读写。`,
      closedText: '没有人能再在 Dazi 上看到你。账号将在 30 天后被清除。',
      rule: (number, text) => `公约第${number}条：${text}`,
      reason: (reason) => `审核员的说明：${reason}`,
      appeal: (until) =>
        `在 ${until} 之前你可以申诉一次：登录后阅读决定并说明理由。你也可以在那里下载自己的数据。`,
      open: '阅读决定并申诉',
    },
  },
};
