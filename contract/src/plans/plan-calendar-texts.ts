import type { NoticeLanguage } from '../kernel/notices.ts';
import type { ActivityCategory } from './plan-activities.ts';
import { type ActivityCode, activities } from './plan-activities.ts';
import { activityNames } from './plan-activity-names.ts';
import type { CalledOffReason, planCosts, planLevels } from './plans.rules.ts';
import { reasonNames } from './plans-notices.ts';
import { planCategoryNames as en } from './texts/en.ts';
import { planCategoryNames as ja } from './texts/ja.ts';
import { planCategoryNames as zh } from './texts/zh.ts';

/** What calendars are told of a plan beside times and place: codes in words, never names of people or the note. */
interface CalendarWords {
  name: string;
  waiting(title: string): string;
  calledOff(reason: string): string;
  description(who: string, level: string, cost: string, seats: string): string;
  open(url: string): string;
  who: Readonly<Record<'everyone' | 'F' | 'M', string>>;
  levels: Readonly<Record<'any' | (typeof planLevels)[number], string>>;
  costs: Readonly<Record<Exclude<(typeof planCosts)[number], 'amount'>, string>>;
  amount(amount: string): string;
  seats(going: number, seats: number): string;
  categories: Readonly<Record<ActivityCategory, string>>;
}

const words: Readonly<Record<NoticeLanguage, CalendarWords>> = {
  en: {
    name: 'Dazi plans',
    waiting: (title) => `${title} (waitlist)`,
    calledOff: (reason) => `Called off: ${reason}`,
    description: (who, level, cost, seats) => `${who}. ${level}. ${cost}. ${seats}`,
    open: (url) => `Place and chat: ${url}`,
    who: { everyone: 'Everyone', F: 'Women only', M: 'Men only' },
    levels: {
      any: 'Any level',
      beginner: 'Beginners welcome',
      some: 'Some experience',
      advanced: 'Advanced',
    },
    costs: { free: 'Free', own: 'Everyone pays their own', split: 'Split evenly' },
    amount: (amount) => `${amount} each`,
    seats: (going, seats) => `${going} of ${seats} in`,
    categories: en,
  },
  ja: {
    name: 'Daziの集まり',
    waiting: (title) => `${title}（キャンセル待ち）`,
    calledOff: (reason) => `中止：${reason}`,
    description: (who, level, cost, seats) => `${who}、${level}、${cost}、${seats}`,
    open: (url) => `場所と会話：${url}`,
    who: { everyone: '誰でも', F: '女性のみ', M: '男性のみ' },
    levels: { any: 'レベル不問', beginner: '初心者歓迎', some: '経験者向け', advanced: '上級者向け' },
    costs: { free: '無料', own: '各自払い', split: '割り勘' },
    amount: (amount) => `1人${amount}`,
    seats: (going, seats) => `${seats}人中${going}人参加`,
    categories: ja,
  },
  zh: {
    name: 'Dazi 约局',
    waiting: (title) => `${title}（候补）`,
    calledOff: (reason) => `已取消：${reason}`,
    description: (who, level, cost, seats) => `${who}，${level}，${cost}，${seats}`,
    open: (url) => `地点和群聊：${url}`,
    who: { everyone: '不限', F: '仅限女生', M: '仅限男生' },
    levels: { any: '水平不限', beginner: '新手友好', some: '有一定基础', advanced: '高手局' },
    costs: { free: '免费', own: '各付各的', split: 'AA制' },
    amount: (amount) => `每人${amount}`,
    seats: (going, seats) => `${going}/${seats}人`,
    categories: zh,
  },
};

export const calendarName = (language: NoticeLanguage): string => words[language].name;

/** The activity's name where it has no title of its own. */
export function calendarTitle(
  language: NoticeLanguage,
  { title, activity }: { title: string | null; activity: ActivityCode },
  isWaiting: boolean,
): string {
  const name = title ?? activityNames[language][activity];
  return isWaiting ? words[language].waiting(name) : name;
}

export const calendarCategory = (language: NoticeLanguage, activity: ActivityCode): string =>
  words[language].categories[activities[activity].category];

interface Described {
  who: 'everyone' | 'same_gender';
  gender: 'M' | 'F' | null;
  level: (typeof planLevels)[number] | null;
  cost: (typeof planCosts)[number];
  costText: string | null;
  goingCount: number;
  seats: number;
  calledOffReason: CalledOffReason | null;
}

export function calendarDescription(language: NoticeLanguage, plan: Described, url: string): string {
  const said = words[language];
  if (plan.calledOffReason) return said.calledOff(reasonNames[language][plan.calledOffReason]);
  const who = said.who[plan.who === 'same_gender' && plan.gender ? plan.gender : 'everyone'];
  const cost = plan.cost === 'amount' ? said.amount(plan.costText ?? '…') : said.costs[plan.cost];
  const seats = said.seats(plan.goingCount, plan.seats);
  return `${said.description(who, said.levels[plan.level ?? 'any'], cost, seats)}\n${said.open(url)}`;
}
