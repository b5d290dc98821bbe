import { defineNotices } from '../kernel/notices.ts';
import type { chatNoticeParams } from './chat-notice-params.ts';

export const chatNotices = defineNotices<typeof chatNoticeParams>()({
  codes: [
    'private_message',
    'message_request',
    'mentioned',
    'message_answered',
    'message_reacted',
    'join_requested',
    'join_approved',
    'join_denied',
    'became_owner',
    'leader_elected_against_you',
    'room_message_removed',
    'room_muted',
    'room_moderator_appointed',
    'removed_from_room',
    'banned_from_room',
    'capacity_warning',
    'split',
  ],
  texts: {
    private_message: {
      en: ({ name, preview, times }) => ['New message', `${name}: ${preview}${times}`],
      ja: ({ name, preview, times }) => ['新しいメッセージ', `${name}：${preview}${times}`],
      zh: ({ name, preview, times }) => ['新消息', `${name}：${preview}${times}`],
    },
    message_request: {
      en: ({ name, preview, times }) => ['Message request', `${name}: ${preview}${times}`],
      ja: ({ name, preview, times }) => ['メッセージリクエスト', `${name}：${preview}${times}`],
      zh: ({ name, preview, times }) => ['消息请求', `${name}：${preview}${times}`],
    },
    mentioned: {
      en: ({ name, group, preview }) => [`${name} mentioned you in ${group}`, preview],
      ja: ({ name, group, preview }) => [`${name}さんが「${group}」であなたに呼びかけました`, preview],
      zh: ({ name, group, preview }) => [`${name} 在“${group}”中提到了你`, preview],
    },
    message_answered: {
      en: ({ name, group, preview }) => [`${name} replied to you in ${group}`, preview],
      ja: ({ name, group, preview }) => [`${name}さんが「${group}」であなたに返信しました`, preview],
      zh: ({ name, group, preview }) => [`${name} 在“${group}”中回复了你`, preview],
    },
    message_reacted: {
      en: ({ who, preview }) => ['New reaction', `${who} reacted to your message: ${preview}`],
      ja: ({ who, preview }) => [
        '新しいリアクション',
        `${who}があなたのメッセージにリアクションしました：${preview}`,
      ],
      zh: ({ who, preview }) => ['新回应', `${who}对你的消息作出了回应：${preview}`],
    },
    join_requested: {
      en: ({ name, group }) => ['Join request', `${name} wants to join ${group}`],
      ja: ({ name, group }) => ['参加リクエスト', `${name}さんが「${group}」への参加を希望しています`],
      zh: ({ name, group }) => ['加入请求', `${name} 想加入“${group}”`],
    },
    join_approved: {
      en: ({ group }) => ['Join request approved', `You are now a member of ${group}`],
      ja: ({ group }) => ['参加が承認されました', `「${group}」のメンバーになりました`],
      zh: ({ group }) => ['加入请求已批准', `你已成为“${group}”的成员`],
    },
    join_denied: {
      en: ({ group }) => ['Join request denied', `Your request to join ${group} was denied`],
      ja: ({ group }) => ['参加が承認されませんでした', `「${group}」への参加は承認されませんでした`],
      zh: ({ group }) => ['加入请求被拒绝', `你加入“${group}”的请求被拒绝了`],
    },
    became_owner: {
      en: ({ group }) => ['You are the group leader', `You now lead ${group}`],
      ja: ({ group }) => ['グループリーダーになりました', `「${group}」のリーダーになりました`],
      zh: ({ group }) => ['你成为了群主', `你现在是“${group}”的群主`],
    },
    leader_elected_against_you: {
      en: ({ name, group }) => [
        `${group} has a new leader`,
        `The members chose ${name}. You can object within 48 hours.`,
      ],
      ja: ({ name, group }) => [
        `${group}に新しいリーダーが選ばれました`,
        `メンバーは${name}さんを選びました。48時間以内なら異議を申し立てられます。`,
      ],
      zh: ({ name, group }) => [`${group} 选出了新群主`, `成员选择了 ${name}。你可以在48小时内提出异议。`],
    },
    room_message_removed: {
      en: ({ group }) => ['A message of yours was removed', `A moderator of ${group} removed it`],
      ja: ({ group }) => ['メッセージが削除されました', `${group}のモデレーターが削除しました`],
      zh: ({ group }) => ['你的一条消息被移除', `${group} 的群管理员移除了它`],
    },
    room_muted: {
      en: ({ group, time, params }) => [
        'You cannot write for a while',
        `In ${group}, until ${time(params.until)}`,
      ],
      ja: ({ group, time, params }) => ['しばらく書き込めません', `${group}で、${time(params.until)}まで`],
      zh: ({ group, time, params }) => ['你被暂时禁言', `在 ${group}，至${time(params.until)}`],
    },
    room_moderator_appointed: {
      en: ({ name, group }) => ['You are a room moderator', `${name} made you a moderator of ${group}`],
      ja: ({ name, group }) => [
        'ルームのモデレーターになりました',
        `${name}さんがあなたを${group}のモデレーターにしました`,
      ],
      zh: ({ name, group }) => ['你已成为群管理员', `${name} 将你设为 ${group} 的群管理员`],
    },
    removed_from_room: {
      en: ({ group }) => ['Removed from a group', `You were removed from ${group}`],
      ja: ({ group }) => ['グループから外れました', `「${group}」から外されました`],
      zh: ({ group }) => ['已被移出群组', `你已被移出“${group}”`],
    },
    banned_from_room: {
      en: ({ group }) => ['Banned from a group', `You were banned from ${group}`],
      ja: ({ group }) => ['グループに参加できなくなりました', `「${group}」への参加を禁止されました`],
      zh: ({ group }) => ['已被禁止加入群组', `你已被禁止加入“${group}”`],
    },
    capacity_warning: {
      en: ({ group, number, params }) => [
        'Group nearly full',
        `${group} has ${number(params.members)} of at most ${number(params.limit)} members`,
      ],
      ja: ({ group, number, params }) => [
        'まもなく満員です',
        `「${group}」のメンバーは${number(params.members)}人です（上限${number(params.limit)}人）`,
      ],
      zh: ({ group, number, params }) => [
        '群组即将满员',
        `“${group}”已有${number(params.members)}人，上限${number(params.limit)}人`,
      ],
    },
    split: {
      en: ({ group, number, params }) => [
        'Time to split a group',
        `${group} is full with ${number(params.limit)} members; a second group has room for more`,
      ],
      ja: ({ group, number, params }) => [
        'グループを分けましょう',
        `「${group}」は${number(params.limit)}人で満員です。もう一つのグループなら受け入れられます`,
      ],
      zh: ({ group, number, params }) => [
        '该拆分群组了',
        `“${group}”已满${number(params.limit)}人，再建一个群组就能接纳更多人`,
      ],
    },
  },
});
