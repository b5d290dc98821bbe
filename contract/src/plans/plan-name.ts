import type { NoticeLanguage } from '../kernel/notices.ts';
import type { ActivityCode } from './plan-activities.ts';
import { activityNames } from './plan-activity-names.ts';
import { planWhen } from './plan-when.ts';
import type { DayPart } from './plans.rules.ts';

interface NamedPlan {
  activity: ActivityCode;
  title: string | null;
  local: string;
  part: DayPart | null;
}

const between: Readonly<Record<NoticeLanguage, string>> = { en: ', ', ja: ' ', zh: ' · ' };

export const planName = (language: NoticeLanguage, plan: NamedPlan): string =>
  plan.title ?? `${activityNames[language][plan.activity]}${between[language]}${planWhen(language, plan)}`;
