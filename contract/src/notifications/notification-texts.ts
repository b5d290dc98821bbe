import type { NotificationCode, NotificationParams } from './notifications.ts';

/**
 * The words of notifications. They stand in the contract because both say them: the web in the reader's
 * language, the server to browsers that are pushed to while no page is open.
 */
export type NotificationLanguage = 'en' | 'ja' | 'zh';

export interface NotificationText {
  title: string;
  message: string;
}

interface Words {
  /** Of people without a name. */
  nobody: string;
  /** Of rooms without one. */
  group: string;
  photo: string;
  video: string;
  /** Aiko, Aiko and 3 others. */
  people(name: string, others: number): string;
  memo(text: string): string;
  /** What is pushed when previews are not wanted. */
  unsaid: NotificationText;
  texts: Record<NotificationCode, (told: Told) => [title: string, message: string]>;
}

/** What a text is made of, ready to be read. */
interface Told {
  who: string;
  name: string;
  /** To whom something was sent: a person, or a group without its name. */
  receiver: string;
  group: string;
  /** The group it came out of; null where it came from a person. */
  fromGroup: string | null;
  preview: string;
  /** What was written with a transfer, after a colon; or nothing. */
  memo: string;
  /** (3), or nothing. */
  times: string;
  amount: string;
  members: string;
  limit: string;
}

const en: Words = {
  nobody: 'Somebody',
  group: 'a group',
  photo: '[Photo]',
  video: '[Video]',
  people: (name, others) =>
    others === 0 ? name : `${name} and ${others} ${others === 1 ? 'other' : 'others'}`,
  memo: (text) => `: ${text}`,
  unsaid: { title: 'Dazi', message: 'There is something new for you' },
  texts: {
    private_message: ({ name, preview, times }) => ['New message', `${name}: ${preview}${times}`],
    message_request: ({ name, preview, times }) => ['Message request', `${name}: ${preview}${times}`],
    mentioned: ({ name, group, preview }) => [`${name} mentioned you in ${group}`, preview],
    message_answered: ({ name, group, preview }) => [`${name} replied to you in ${group}`, preview],
    post_commented: ({ who, preview }) => ['New comment', `${who} commented on your post: ${preview}`],
    comment_answered: ({ who, preview }) => ['New reply', `${who} replied to your comment: ${preview}`],
    post_reacted: ({ who }) => ['New reaction', `${who} reacted to your post`],
    message_reacted: ({ who, preview }) => ['New reaction', `${who} reacted to your message: ${preview}`],
    post_nearby: ({ name, preview }) => ['New post near you', `${name}: ${preview}`],
    join_requested: ({ name, group }) => ['Join request', `${name} wants to join ${group}`],
    join_approved: ({ group }) => ['Join request approved', `You are now a member of ${group}`],
    join_denied: ({ group }) => ['Join request denied', `Your request to join ${group} was denied`],
    became_owner: ({ group }) => ['You are the group leader', `You now lead ${group}`],
    removed_from_room: ({ group }) => ['Removed from a group', `You were removed from ${group}`],
    banned_from_room: ({ group }) => ['Banned from a group', `You were banned from ${group}`],
    person_blocked: ({ name }) => ['User blocked', `${name} has been blocked.`],
    person_unblocked: ({ name }) => ['User unblocked', `${name} has been unblocked.`],
    split: ({ group, limit }) => [
      'Time to split a group',
      `${group} is full with ${limit} members; a second group has room for more`,
    ],
    motion_put: ({ preview }) => ['A motion awaits your vote', preview],
    motion_passed: ({ preview }) => ['A motion has passed', preview],
    motion_failed: ({ preview }) => ['A motion has failed', preview],
    election: ({ name }) => ['City update', `${name} was elected to the board`],
    capacity_warning: ({ group, members, limit }) => [
      'Group nearly full',
      `${group} has ${members} of at most ${limit} members`,
    ],
    deposit: ({ amount }) => ['Deposit', `${amount} arrived in your wallet`],
    transfer_sent: ({ amount, receiver, memo }) => [
      'Transfer sent',
      `You sent ${amount} to ${receiver}${memo}`,
    ],
    transfer_received: ({ amount, name, fromGroup, memo }) => [
      'Transfer received',
      `${name} sent you ${amount}${fromGroup === null ? '' : ` from ${fromGroup}`}${memo}`,
    ],
    group_transaction: ({ amount, name, group, memo }) => [
      'Group wallet',
      `${name} sent ${amount} to ${group}${memo}`,
    ],
  },
};

const ja: Words = {
  nobody: 'だれか',
  group: 'グループ',
  photo: '[写真]',
  video: '[動画]',
  people: (name, others) => (others === 0 ? `${name}さん` : `${name}さん、ほか${others}人`),
  memo: (text) => `：${text}`,
  unsaid: { title: 'Dazi', message: '新しいお知らせがあります' },
  texts: {
    private_message: ({ name, preview, times }) => ['新しいメッセージ', `${name}：${preview}${times}`],
    message_request: ({ name, preview, times }) => ['メッセージリクエスト', `${name}：${preview}${times}`],
    mentioned: ({ name, group, preview }) => [`${name}さんが「${group}」であなたに呼びかけました`, preview],
    message_answered: ({ name, group, preview }) => [
      `${name}さんが「${group}」であなたに返信しました`,
      preview,
    ],
    post_commented: ({ who, preview }) => [
      '新しいコメント',
      `${who}があなたの投稿にコメントしました：${preview}`,
    ],
    comment_answered: ({ who, preview }) => [
      '新しい返信',
      `${who}があなたのコメントに返信しました：${preview}`,
    ],
    post_reacted: ({ who }) => ['新しいリアクション', `${who}があなたの投稿にリアクションしました`],
    message_reacted: ({ who, preview }) => [
      '新しいリアクション',
      `${who}があなたのメッセージにリアクションしました：${preview}`,
    ],
    post_nearby: ({ name, preview }) => ['近くの新しい投稿', `${name}：${preview}`],
    join_requested: ({ name, group }) => [
      '参加リクエスト',
      `${name}さんが「${group}」への参加を希望しています`,
    ],
    join_approved: ({ group }) => ['参加が承認されました', `「${group}」のメンバーになりました`],
    join_denied: ({ group }) => ['参加が承認されませんでした', `「${group}」への参加は承認されませんでした`],
    became_owner: ({ group }) => ['グループリーダーになりました', `「${group}」のリーダーになりました`],
    removed_from_room: ({ group }) => ['グループから外れました', `「${group}」から外されました`],
    banned_from_room: ({ group }) => [
      'グループに参加できなくなりました',
      `「${group}」への参加を禁止されました`,
    ],
    person_blocked: ({ name }) => ['ブロックしました', `${name}さんをブロックしました。`],
    person_unblocked: ({ name }) => ['ブロックを解除しました', `${name}さんのブロックを解除しました。`],
    split: ({ group, limit }) => [
      'グループを分けましょう',
      `「${group}」は${limit}人で満員です。もう一つのグループなら受け入れられます`,
    ],
    motion_put: ({ preview }) => ['新しい動議があなたの投票を待っています', preview],
    motion_passed: ({ preview }) => ['動議が可決されました', preview],
    motion_failed: ({ preview }) => ['動議が否決されました', preview],
    election: ({ name }) => ['街のお知らせ', `${name}さんが理事に選ばれました`],
    capacity_warning: ({ group, members, limit }) => [
      'まもなく満員です',
      `「${group}」のメンバーは${members}人です（上限${limit}人）`,
    ],
    deposit: ({ amount }) => ['入金', `ウォレットに${amount}が入りました`],
    transfer_sent: ({ amount, name, receiver, memo }) => [
      '送金しました',
      `${receiver === name ? `${name}さん` : `「${receiver}」`}に${amount}を送りました${memo}`,
    ],
    transfer_received: ({ amount, name, fromGroup, memo }) => [
      '送金を受け取りました',
      fromGroup === null
        ? `${name}さんから${amount}を受け取りました${memo}`
        : `${name}さんが「${fromGroup}」から${amount}を送りました${memo}`,
    ],
    group_transaction: ({ amount, name, group, memo }) => [
      'グループウォレット',
      `${name}さんが「${group}」に${amount}を送りました${memo}`,
    ],
  },
};

const zh: Words = {
  nobody: '某人',
  group: '群组',
  photo: '[图片]',
  video: '[视频]',
  people: (name, others) => (others === 0 ? `${name} ` : `${name} 和其他${others}人`),
  memo: (text) => `：${text}`,
  unsaid: { title: 'Dazi', message: '有新的通知' },
  texts: {
    private_message: ({ name, preview, times }) => ['新消息', `${name}：${preview}${times}`],
    message_request: ({ name, preview, times }) => ['消息请求', `${name}：${preview}${times}`],
    mentioned: ({ name, group, preview }) => [`${name} 在“${group}”中提到了你`, preview],
    message_answered: ({ name, group, preview }) => [`${name} 在“${group}”中回复了你`, preview],
    post_commented: ({ who, preview }) => ['新评论', `${who}评论了你的帖子：${preview}`],
    comment_answered: ({ who, preview }) => ['新回复', `${who}回复了你的评论：${preview}`],
    post_reacted: ({ who }) => ['新回应', `${who}对你的帖子作出了回应`],
    message_reacted: ({ who, preview }) => ['新回应', `${who}对你的消息作出了回应：${preview}`],
    post_nearby: ({ name, preview }) => ['附近有新帖子', `${name}：${preview}`],
    join_requested: ({ name, group }) => ['加入请求', `${name} 想加入“${group}”`],
    join_approved: ({ group }) => ['加入请求已批准', `你已成为“${group}”的成员`],
    join_denied: ({ group }) => ['加入请求被拒绝', `你加入“${group}”的请求被拒绝了`],
    became_owner: ({ group }) => ['你成为了群主', `你现在是“${group}”的群主`],
    removed_from_room: ({ group }) => ['已被移出群组', `你已被移出“${group}”`],
    banned_from_room: ({ group }) => ['已被禁止加入群组', `你已被禁止加入“${group}”`],
    person_blocked: ({ name }) => ['已拉黑用户', `已拉黑 ${name}。`],
    person_unblocked: ({ name }) => ['已取消拉黑', `已取消拉黑 ${name}。`],
    split: ({ group, limit }) => ['该拆分群组了', `“${group}”已满${limit}人，再建一个群组就能接纳更多人`],
    motion_put: ({ preview }) => ['有新动议等待你投票', preview],
    motion_passed: ({ preview }) => ['动议已通过', preview],
    motion_failed: ({ preview }) => ['动议未通过', preview],
    election: ({ name }) => ['城市动态', `${name} 当选为理事`],
    capacity_warning: ({ group, members, limit }) => [
      '群组即将满员',
      `“${group}”已有${members}人，上限${limit}人`,
    ],
    deposit: ({ amount }) => ['入账', `${amount} 已存入你的钱包`],
    transfer_sent: ({ amount, receiver, memo }) => ['已转账', `你向 ${receiver} 转了 ${amount}${memo}`],
    transfer_received: ({ amount, name, fromGroup, memo }) => [
      '收到转账',
      `${fromGroup === null ? `${name} 向你转了 ${amount}` : `${name} 从“${fromGroup}”向你转了 ${amount}`}${memo}`,
    ],
    group_transaction: ({ amount, name, group, memo }) => [
      '群组钱包',
      `${name} 向“${group}”转了 ${amount}${memo}`,
    ],
  },
};

const languages: Record<NotificationLanguage, Words> = { en, ja, zh };

/** A notification in words. */
export function notificationText(
  language: NotificationLanguage,
  code: NotificationCode,
  params: NotificationParams,
): NotificationText {
  const words = languages[language];
  const name = params.name || words.nobody;
  const shown = { image: words.photo, video: words.video };
  const number = (value: number | null) => new Intl.NumberFormat(language).format(value ?? 0);
  const [title, message] = words.texts[code]({
    who: words.people(name, params.others),
    name,
    receiver: params.name || params.group || words.group,
    group: params.group || words.group,
    fromGroup: params.group,
    preview: params.preview || (params.media ? shown[params.media] : ''),
    memo: params.preview ? words.memo(params.preview) : '',
    times: params.count > 1 ? ` (${params.count})` : '',
    amount: `${new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
      (params.amountMinor ?? 0) / 100,
    )} ${params.currency ?? 'DAZI'}`,
    members: number(params.members),
    limit: number(params.limit),
  });
  return { title, message };
}

/** What is pushed to those who want nothing of it to be read on their screen. */
export const unsaidText = (language: NotificationLanguage): NotificationText => languages[language].unsaid;
