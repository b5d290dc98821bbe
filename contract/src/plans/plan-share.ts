import type { NoticeLanguage } from '../kernel/notices.ts';
import { activityNames } from './plan-activity-names.ts';
import { planWhen } from './plan-when.ts';
import type { Plan } from './plans.ts';

export interface SharedWords {
  title: string;
  text: string;
}

const titled: Readonly<Record<NoticeLanguage, (activity: string, when: string) => string>> = {
  en: (activity, when) => `${activity}, ${when}`,
  ja: (activity, when) => `${activity} ${when}`,
  zh: (activity, when) => `${activity} · ${when}`,
};

const placesLeft: Readonly<Record<NoticeLanguage, (count: number) => string>> = {
  en: (count) => (count === 0 ? 'Full' : count === 1 ? '1 place left' : `${count} places left`),
  ja: (count) => (count === 0 ? '満員' : `残り${count}枠`),
  zh: (count) => (count === 0 ? '已满员' : `还差${count}人`),
};

const comma: Readonly<Record<NoticeLanguage, string>> = { en: ', ', ja: '、', zh: '，' };
const written = (language: string): language is NoticeLanguage => language in comma;

/** Of a plan that is not for everybody to see, or is not there: nobody is told which. */
export const hiddenPlanWords: SharedWords = { title: 'A plan on Dazi', text: '' };

/** In the plan's first language that has words here. Nothing people wrote: a title, too, may say where to meet. */
export function sharedPlanWords(plan: Plan): SharedWords {
  const language = plan.languages.find(written) ?? 'en';
  const { address, names } = plan.district;
  const town = (language === 'en' ? undefined : names?.[language]) ?? address;
  const left = placesLeft[language](Math.max(0, plan.seats - plan.goingCount));
  return {
    title: titled[language](activityNames[language][plan.activity], planWhen(language, plan)),
    text: [...(town ? [town] : []), left].join(comma[language]),
  };
}
