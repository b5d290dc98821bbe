import type { Language } from '@dazi/contract/identity/identity.rules';

interface Waiting {
  notifications: number;
  messages: number;
  messageRequests: number;
  plans: number;
}

interface DigestTexts {
  subject: string;
  lines: { readonly [What in keyof Waiting]: (count: number) => string };
  open: string;
  why: string;
  unsubscribe: string;
  page: {
    title: string;
    text: string;
    button: string;
    done: string;
    doneText: string;
    old: string;
    oldText: string;
  };
}

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const digestTexts: Readonly<Record<Language, DigestTexts>> = {
  en: {
    subject: 'Your week on Dazi',
    lines: {
      notifications: (count) => some(count, 'unread notification', 'unread notifications'),
      messages: (count) => some(count, 'unread message', 'unread messages'),
      messageRequests: (count) => some(count, 'message request', 'message requests'),
      plans: (count) => some(count, 'plan ahead', 'plans ahead'),
    },
    open: 'Open Dazi',
    why: 'You get this once a week because you asked for it in your settings.',
    unsubscribe: 'No more of these',
    page: {
      title: 'No more weekly mails?',
      text: 'Dazi then sends you no summary any more. You can ask for it again in your settings.',
      button: 'No more of these',
      done: 'Done',
      doneText: 'Dazi sends you no weekly mail any more.',
      old: 'This link is too old',
      oldText: 'Sign in to Dazi and turn the weekly mail off in your settings.',
    },
  },
  ja: {
    subject: '今週のDazi',
    lines: {
      notifications: (count) => `未読の通知 ${count}件`,
      messages: (count) => `未読のメッセージ ${count}件`,
      messageRequests: (count) => `メッセージリクエスト ${count}件`,
      plans: (count) => `これからの集まり ${count}件`,
    },
    open: 'Daziを開く',
    why: '設定で希望されたため、週に1回お送りしています。',
    unsubscribe: '配信を停止する',
    page: {
      title: '週に1回のメールを停止しますか？',
      text: '停止すると、まとめのメールは届かなくなります。設定からいつでも再開できます。',
      button: '配信を停止する',
      done: '停止しました',
      doneText: '週に1回のメールはもう届きません。',
      old: 'このリンクは期限切れです',
      oldText: 'Daziにサインインし、設定で週に1回のメールをオフにしてください。',
    },
  },
  zh: {
    subject: '你在 Dazi 的一周',
    lines: {
      notifications: (count) => `${count} 条未读通知`,
      messages: (count) => `${count} 条未读消息`,
      messageRequests: (count) => `${count} 个消息请求`,
      plans: (count) => `${count} 个即将开始的局`,
    },
    open: '打开 Dazi',
    why: '你在设置中开启了此邮件，每周发送一次。',
    unsubscribe: '不再接收',
    page: {
      title: '不再接收每周邮件？',
      text: '确认后 Dazi 不再给你发送汇总邮件。你可以随时在设置中重新开启。',
      button: '不再接收',
      done: '已退订',
      doneText: 'Dazi 不再给你发送每周邮件。',
      old: '此链接已失效',
      oldText: '请登录 Dazi，在设置中关闭每周邮件。',
    },
  },
};
