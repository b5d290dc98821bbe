import { clockFormat } from '../kernel/clock-format.ts';
import type { NoticeLanguage } from '../kernel/notices.ts';
import { readLocal } from './local-times.rules.ts';
import type { DayPart } from './plans.rules.ts';

export const partNames: Readonly<Record<NoticeLanguage, Readonly<Record<DayPart, string>>>> = {
  en: { morning: 'morning', noon: 'around noon', afternoon: 'afternoon', evening: 'evening', day: 'all day' },
  ja: { morning: '午前中', noon: 'お昼ごろ', afternoon: '午後', evening: '夜', day: '一日' },
  zh: { morning: '上午', noon: '中午', afternoon: '下午', evening: '晚上', day: '全天' },
};

const dayWithPart: Readonly<Record<NoticeLanguage, (day: string, part: string) => string>> = {
  en: (day, part) => `${day}, ${part}`,
  ja: (day, part) => `${day}の${part}`,
  zh: (day, part) => `${day}${part}`,
};

/** When a plan starts, in words, by the clocks of its own zone: nobody's today is known here. */
export function planWhen(language: NoticeLanguage, plan: { local: string; part: DayPart | null }): string {
  const shown = readLocal(plan.local);
  if (shown === null) return '';
  const day = { month: 'short', day: 'numeric', weekday: 'short', timeZone: 'UTC' } as const;
  if (plan.part !== null) {
    const said = new Intl.DateTimeFormat(language, day).format(shown);
    return dayWithPart[language](said, partNames[language][plan.part]);
  }
  // In Japanese no hour has a zero before it.
  const hour = language === 'ja' ? 'numeric' : '2-digit';
  return clockFormat(language, { ...day, hour, minute: '2-digit' }).format(shown);
}
