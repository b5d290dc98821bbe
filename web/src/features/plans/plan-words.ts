import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import { activityNames } from '@dazi/contract/plans/plan-activity-names';
import type { Plan } from '@dazi/contract/plans/plans';
import type { CalledOffReason, PlanLanguage } from '@dazi/contract/plans/plans.rules';
import type { TFunction } from 'i18next';
import type { Language } from '#platform/storage.ts';

export const activityText = (activity: ActivityCode, language: Language): string =>
  activityNames[language][activity];

/** What a plan is called: its title, else its activity in the reader's language. */
export const planName = ({ title, activity }: Pick<Plan, 'title' | 'activity'>, language: Language): string =>
  title || activityText(activity, language);

/** A language in itself. */
export function languageText(language: PlanLanguage): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Behind a comma a sentence goes on; the other languages know no capitals. */
export const goingOn = (text: string, language: Language): string =>
  text.charAt(0).toLocaleLowerCase(language) + text.slice(1);

/** Between things that stand beside each other. */
export const commaIn = (language: Language): string => ({ en: ', ', ja: '、', zh: '，' })[language];

export const languagesText = (languages: readonly PlanLanguage[], reader: Language): string =>
  languages.map(languageText).join(reader === 'en' ? ', ' : '、');

/** The town of the district, as the reader calls it. */
export function townText({ address, names }: Plan['district'], language: Language): string | null {
  return (names?.[language as keyof typeof names] as string | undefined) ?? address ?? null;
}

/** Where it is as far as the reader may know: the name of the place, else the town. */
export const placeText = ({ spot, district }: Plan, language: Language): string | null =>
  spot?.name ?? townText(district, language);

export const kilometresText = (distance: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: distance < 100 ? 1 : 0,
  })
    .format(distance)
    .replace(' ', '\u00a0');

/** Whom a plan is for. */
export function audienceText({ who, gender }: Pick<Plan, 'who' | 'gender'>, t: TFunction): string {
  if (who === 'everyone' || !gender) return t('plans.who.everyone');
  return t(gender === 'F' ? 'plans.who.women' : 'plans.who.men');
}

export function costText({ cost, costText: amount }: Pick<Plan, 'cost' | 'costText'>, t: TFunction): string {
  return cost === 'amount' ? t('plans.cost.amount', { amount: amount ?? '…' }) : t(`plans.cost.${cost}`);
}

/** How many places are left, or how many are missing until it takes place. */
export function leftText(
  plan: Pick<Plan, 'goingCount' | 'seats' | 'least' | 'isOn' | 'state'>,
  t: TFunction,
): string {
  const left = plan.seats - plan.goingCount;
  if (left <= 0) return t('plans.seats.none');
  if (!plan.isOn && plan.state === 'open') {
    return t('plans.seats.missing', { count: Math.max(1, plan.least - plan.goingCount) });
  }
  return t('plans.seats.left', { count: left });
}

/** What others are told of its state; null where there is nothing to tell. */
export function stateText(plan: Plan, t: TFunction): string | null {
  if (plan.state === 'open') return null;
  if (plan.state === 'full') return plan.isOn ? t('plans.state.on') : t('plans.state.full');
  return t(`plans.state.${plan.state}`);
}

/** Why it was called off. The key of one would read like the plural form of another. */
export const calledOffText = (reason: CalledOffReason, t: TFunction): string =>
  t(reason === 'too_few' ? 'plans.reason.tooFew' : `plans.reason.${reason}`);
