import { defineNotices, type NoticeLanguage, type NoticePieces } from '../kernel/notices.ts';
import { activityNames } from './plan-activity-names.ts';
import type { planNoticeParams } from './plan-notice-params.ts';
import { planWhen } from './plan-when.ts';
import type { CalledOffReason, ChangedThing } from './plans.rules.ts';

type ByLanguage<Key extends string> = Readonly<Record<NoticeLanguage, Readonly<Record<Key, string>>>>;

const changedNames: ByLanguage<ChangedThing> = {
  en: { time: 'the time', spot: 'the place', activity: 'the activity', cost: 'the cost' },
  ja: { time: '日時', spot: '場所', activity: '内容', cost: '費用' },
  zh: { time: '时间', spot: '地点', activity: '活动', cost: '费用' },
};

export const reasonNames: ByLanguage<CalledOffReason> = {
  en: {
    too_few: 'Too few people',
    host_left: 'Nobody could take over',
    removed: 'Removed by the administrators',
    weather: 'Weather',
    ill: 'Ill',
    place_closed: 'The place is closed',
    changed_mind: 'Change of plans',
    other: 'Other reasons',
  },
  ja: {
    too_few: '人数が集まらなかったため',
    host_left: '引き継ぐ人がいなかったため',
    removed: '管理者により削除されたため',
    weather: '天気のため',
    ill: '体調不良のため',
    place_closed: '会場が使えないため',
    changed_mind: '都合が変わったため',
    other: 'そのほかの理由',
  },
  zh: {
    too_few: '人数不够',
    host_left: '没人接手',
    removed: '被管理员移除',
    weather: '天气原因',
    ill: '身体不适',
    place_closed: '场地不开放',
    changed_mind: '临时有变',
    other: '其他原因',
  },
};

interface PlanWords {
  who: string;
  name: string;
  activity: string;
  when: string;
  going: string;
  seats: string;
  what: string;
  reason: string;
  time: string;
  /** Neither a day nor two hours before, as quiet hours moved it. */
  isOffTime: boolean;
}

const anyPlan: Readonly<Record<NoticeLanguage, string>> = { en: 'Plan', ja: '集まり', zh: '局' };

/** English begins sentences with what was changed. */
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

function wordsOf({
  language,
  who,
  name,
  number,
  time,
  params,
}: NoticePieces<typeof planNoticeParams>): PlanWords {
  const { plan } = params;
  const changed = (plan?.changed ?? []).map((thing) => changedNames[language][thing]);
  return {
    who,
    name,
    activity: plan ? (plan.title ?? activityNames[language][plan.activity]) : anyPlan[language],
    when: plan ? planWhen(language, plan) : '',
    going: number(plan?.going ?? null),
    seats: number(plan?.seats ?? null),
    what: capital(new Intl.ListFormat(language).format(changed)),
    reason: plan?.reason ? reasonNames[language][plan.reason] : '',
    time: time(plan?.until ?? null),
    isOffTime: plan?.isOffTime ?? false,
  };
}

const inWords =
  (say: (words: PlanWords) => readonly [title: string, message: string]) =>
  (pieces: NoticePieces<typeof planNoticeParams>) =>
    say(wordsOf(pieces));

export const plansNotices = defineNotices<typeof planNoticeParams>()({
  codes: [
    'plan_joined',
    'plan_left',
    'plan_asked',
    'plan_let_in',
    'plan_not_in',
    'plan_promoted',
    'plan_free',
    'plan_on',
    'plan_changed',
    'plan_confirm',
    'plan_released',
    'plan_called_off',
    'plan_restored',
    'plan_removed',
    'plan_host_wanted',
    'plan_host_changed',
    'plan_reminder_day',
    'plan_reminder_hours',
    'plan_how',
    'plan_again',
  ],
  texts: {
    plan_joined: {
      en: inWords(({ activity, going, seats, who }) => [
        activity,
        `${who} joined. ${going} of ${seats} are in.`,
      ]),
      ja: inWords(({ activity, going, seats, who }) => [
        activity,
        `${who}が参加しました。${seats}人中${going}人です。`,
      ]),
      zh: inWords(({ activity, going, seats, who }) => [activity, `${who}加入了，${going}/${seats}人。`]),
    },
    plan_left: {
      en: inWords(({ activity, going, name, seats }) => [
        activity,
        `${name} can't come. ${going} of ${seats} are in.`,
      ]),
      ja: inWords(({ activity, going, name, seats }) => [
        activity,
        `${name}さんが参加をやめました。${seats}人中${going}人です。`,
      ]),
      zh: inWords(({ activity, going, name, seats }) => [activity, `${name} 退出了，${going}/${seats}人。`]),
    },
    plan_asked: {
      en: inWords(({ activity, when, who }) => ['Somebody asks to join', `${who}: ${activity}, ${when}`]),
      ja: inWords(({ activity, when, who }) => ['参加の申し込み', `${who}：${activity} ${when}`]),
      zh: inWords(({ activity, when, who }) => ['有人申请加入', `${who}：${activity}，${when}`]),
    },
    plan_let_in: {
      en: inWords(({ activity, when }) => [
        `You're in: ${activity}`,
        `${when}. The place and the chat are open to you.`,
      ]),
      ja: inWords(({ activity, when }) => [`参加決定：${activity}`, `${when}。集合場所と会話が見られます。`]),
      zh: inWords(({ activity, when }) => [`加入成功：${activity}`, `${when}，可以查看地点和群聊了。`]),
    },
    plan_not_in: {
      en: inWords(({ activity, when }) => [`${activity}, ${when}`, "It didn't work out this time"]),
      ja: inWords(({ activity, when }) => [`${activity} ${when}`, '今回は都合が合いませんでした']),
      zh: inWords(({ activity, when }) => [`${activity}，${when}`, '这次没约上']),
    },
    plan_promoted: {
      en: inWords(({ activity, when }) => [
        `A place for you: ${activity}`,
        `You're in, ${when}. Can't come? Leave with one tap.`,
      ]),
      ja: inWords(({ activity, when }) => [
        `繰り上げで参加決定：${activity}`,
        `${when}。来られない場合はすぐに取り消せます。`,
      ]),
      zh: inWords(({ activity, when }) => [
        `候补成功：${activity}`,
        `你已补上名额，${when}。来不了可一键退出。`,
      ]),
    },
    plan_free: {
      en: inWords(({ activity, when }) => [
        `A place is free: ${activity}`,
        `${when}. The first to tap has it.`,
      ]),
      ja: inWords(({ activity, when }) => [
        `先着で参加できます：${activity}`,
        `${when}。空きが出ました。先着順です。`,
      ]),
      zh: inWords(({ activity, when }) => [`有空位：${activity}`, `${when}，先点先得。`]),
    },
    plan_on: {
      en: inWords(({ activity, going, when }) => [`It's on: ${activity}`, `${when}, ${going} people`]),
      ja: inWords(({ activity, going, when }) => [`開催決定：${activity}`, `${when}、${going}人`]),
      zh: inWords(({ activity, going, when }) => [`成局了：${activity}`, `${when}，${going}人`]),
    },
    plan_changed: {
      en: inWords(({ activity, what, when }) => [`Changed: ${activity}`, `${what}. Now ${when}.`]),
      ja: inWords(({ activity, what, when }) => [
        `変更：${activity}`,
        `${what}が変わりました。${when}です。`,
      ]),
      zh: inWords(({ activity, what, when }) => [`有变动：${activity}`, `${what}有变动，现为${when}。`]),
    },
    plan_confirm: {
      en: inWords(({ activity, time, what }) => [
        `Still coming? ${activity}`,
        `${what} changed. Please answer by ${time}.`,
      ]),
      ja: inWords(({ activity, time, what }) => [
        `参加できますか？：${activity}`,
        `${what}が変わりました。${time}までに返事をお願いします。`,
      ]),
      zh: inWords(({ activity, time, what }) => [
        `还来吗？${activity}`,
        `${what}有变动，请在${time}前答复。`,
      ]),
    },
    plan_released: {
      en: inWords(({ activity }) => [
        `Your place was passed on: ${activity}`,
        'There was no answer after the change. You may join again.',
      ]),
      ja: inWords(({ activity }) => [
        `席が次の人に回りました：${activity}`,
        '変更後の返事がなかったためです。もう一度参加できます。',
      ]),
      zh: inWords(({ activity }) => [`名额已让出：${activity}`, '变动后没收到你的答复，可以重新加入。']),
    },
    plan_called_off: {
      en: inWords(({ activity, reason, when }) => [`Called off: ${activity}`, `${when}. ${reason}`]),
      ja: inWords(({ activity, reason, when }) => [`中止：${activity}`, `${when}。${reason}`]),
      zh: inWords(({ activity, reason, when }) => [`已取消：${activity}`, `${when}，${reason}`]),
    },
    plan_restored: {
      en: inWords(({ activity, going, seats, when }) => [
        `Not called off after all: ${activity}`,
        `${when}. ${going} of ${seats} are in.`,
      ]),
      ja: inWords(({ activity, going, seats, when }) => [
        `中止は取り消されました：${activity}`,
        `${when}。${seats}人中${going}人です。`,
      ]),
      zh: inWords(({ activity, going, seats, when }) => [
        `取消已撤回：${activity}`,
        `${when}，${going}/${seats}人。`,
      ]),
    },
    plan_removed: {
      en: inWords(({ activity, when }) => [`${activity}, ${when}`, 'You are no longer in this plan']),
      ja: inWords(({ activity, when }) => [`${activity} ${when}`, 'この集まりの参加者ではなくなりました']),
      zh: inWords(({ activity, when }) => [`${activity}，${when}`, '你已不在这个局里']),
    },
    plan_host_wanted: {
      en: inWords(({ activity, time }) => [
        `Who hosts ${activity}?`,
        `The host can't come. Until ${time} anybody may take over.`,
      ]),
      ja: inWords(({ activity, time }) => [
        `「${activity}」の主催者を募集`,
        `主催者が来られなくなりました。${time}まで引き継げます。`,
      ]),
      zh: inWords(({ activity, time }) => [
        `谁来接手“${activity}”？`,
        `发起人来不了了，${time}前谁都可以接手。`,
      ]),
    },
    plan_host_changed: {
      en: inWords(({ activity, name }) => [activity, `${name} hosts now`]),
      ja: inWords(({ activity, name }) => [activity, `主催者が${name}さんに変わりました`]),
      zh: inWords(({ activity, name }) => [activity, `${name} 接手成为发起人`]),
    },
    plan_reminder_day: {
      en: inWords(({ activity, going, isOffTime, seats, when }) => [
        isOffTime ? activity : `Tomorrow: ${activity}`,
        `${when}, ${going} of ${seats} are in`,
      ]),
      ja: inWords(({ activity, going, isOffTime, seats, when }) => [
        isOffTime ? activity : `明日：${activity}`,
        `${when}、${seats}人中${going}人が参加`,
      ]),
      zh: inWords(({ activity, going, isOffTime, seats, when }) => [
        isOffTime ? activity : `明天：${activity}`,
        `${when}，${going}/${seats}人`,
      ]),
    },
    plan_reminder_hours: {
      en: inWords(({ activity, isOffTime, when }) => [
        isOffTime ? activity : `In 2 hours: ${activity}`,
        `${when}. Open for the place.`,
      ]),
      ja: inWords(({ activity, isOffTime, when }) => [
        isOffTime ? activity : `2時間後：${activity}`,
        `${when}。場所は開いて確認してください。`,
      ]),
      zh: inWords(({ activity, isOffTime, when }) => [
        isOffTime ? activity : `2小时后：${activity}`,
        `${when}，点开查看地点。`,
      ]),
    },
    plan_how: {
      en: inWords(({ activity, when }) => ['How was it?', `${activity}, ${when}`]),
      ja: inWords(({ activity, when }) => ['いかがでしたか？', `${activity} ${when}`]),
      zh: inWords(({ activity, when }) => ['玩得怎么样？', `${activity}，${when}`]),
    },
    plan_again: {
      en: inWords(({ activity, name, when }) => [`Again: ${activity}`, `${name} plans it for ${when}`]),
      ja: inWords(({ activity, name, when }) => [
        `またやります：${activity}`,
        `${name}さんが${when}に募集しています`,
      ]),
      zh: inWords(({ activity, name, when }) => [`再约一次：${activity}`, `${name} 约在${when}`]),
    },
  },
});

export type PlansNoticeCode = (typeof plansNotices)['codes'][number];
