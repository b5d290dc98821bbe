import type { User } from '@dazi/contract/identity/identity';
import type { ReportReason } from '@dazi/contract/moderation/moderation.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import type { ReportedThing } from '#features/moderation/moderation.api.ts';
import { ReportAllTheSame, ReportButton, ReportLink } from '#features/moderation/ReportButton.tsx';
import { planName } from '#features/plans/plan-words.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';

/** What goes wrong where people have met. */
const ofMeetings: readonly ReportReason[] = ['unsafe_meeting', 'scam', 'flirting', 'minor'];

/** Reports a plan, for everybody but its host. */
export const reportPlan = (user: User | null) => (plan: Plan, isAfter: boolean) => (
  <ReportPlan plan={plan} user={user} isAfter={isAfter} />
);

/** Where a plan would be that is not there for the reader: whoever was removed from it may still report it. */
export const reportGonePlan = (user: User | null, planId: string | null) =>
  user &&
  planId !== null && <ReportAllTheSame target={{ targetType: 'plan', targetId: planId }} user={user} />;

function ReportPlan({ plan, user, isAfter }: { plan: Plan; user: User | null; isAfter: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { host } = plan;
  const thing: ReportedThing = {
    ...{ targetType: 'plan', targetId: plan.id },
    name: host?.name ?? null,
    avatarUrl: host?.avatarUrl,
    excerpt: planName(plan, language),
    person: host,
    fits: ofMeetings,
  };
  if (!isAfter)
    return <ReportButton thing={thing} ownerId={host?.id ?? null} user={user} size="s" tip="none" />;
  if (!user || plan.mine.isHost) return null;
  return <ReportLink thing={thing} user={user} label={t('plans.after.wrong')} />;
}
