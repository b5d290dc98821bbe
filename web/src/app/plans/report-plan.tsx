import type { User } from '@dazi/contract/identity/identity';
import type { ReportReason } from '@dazi/contract/moderation/moderation.rules';
import type { Plan, PlanPerson } from '@dazi/contract/plans/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportedThing } from '#features/moderation/moderation.api.ts';
import { ReportAllTheSame, ReportButton, ReportLink } from '#features/moderation/ReportButton.tsx';
import { planName } from '#features/plans/plan-words.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { UserText } from '#ui/UserText.tsx';

/** What goes wrong where people have met. */
const ofMeetings: readonly ReportReason[] = ['unsafe_meeting', 'scam', 'flirting', 'minor'];

/** Reports a plan; its host reports those who were in it, once it is over. */
export const reportPlan = (user: User | null, invite: string | null) => (plan: Plan, isAfter: boolean) => (
  <ReportPlan plan={plan} invite={invite} user={user} isAfter={isAfter} />
);

/** Where a plan would be that is not there for the reader: whoever was removed from it may still report it. */
export const reportGonePlan = (user: User | null, planId: string | null, invite: string | null) =>
  user &&
  planId !== null && (
    <ReportAllTheSame target={{ targetType: 'plan', targetId: planId, invite }} user={user} />
  );

interface ReportPlanProps {
  plan: Plan;
  invite: string | null;
  user: User | null;
  isAfter: boolean;
}

function ReportPlan({ plan, invite, user, isAfter }: ReportPlanProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { host } = plan;
  const thing: ReportedThing = {
    ...{ targetType: 'plan', targetId: plan.id, invite },
    name: host?.name ?? null,
    avatarUrl: host?.avatarUrl,
    excerpt: planName(plan, language),
    person: host,
    fits: ofMeetings,
  };
  if (!isAfter)
    return <ReportButton thing={thing} ownerId={host?.id ?? null} user={user} size="s" tip="none" />;
  if (!user) return null;
  if (plan.mine.isHost) return <ReportGuests plan={plan} user={user} />;
  return <ReportLink thing={thing} user={user} label={t('plans.after.wrong')} />;
}

const guestAsThing = (person: PlanPerson): ReportedThing => ({
  ...{ targetType: 'person', targetId: person.id },
  ...{ name: person.name, avatarUrl: person.avatarUrl, person, fits: ofMeetings },
});

/** The host reports not the own plan but somebody who was in it. */
function ReportGuests({ plan, user }: { plan: Plan; user: User }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...more] = plan.people.filter(({ id }) => id !== user.id);
  if (!first) return null;
  const label = t('plans.after.wrong');
  if (more.length === 0) return <ReportLink thing={guestAsThing(first)} user={user} label={label} />;
  return (
    <div className="plans-after plans-marks">
      <Button
        kind="danger-quiet"
        icon="flag"
        className="moderation-link"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <ul aria-label={label}>
          {[first, ...more].map((person) => (
            <li key={person.id} className="row">
              <Avatar name={person.name} url={person.avatarUrl} size="s" />
              <UserText className="b ell grow">{person.name}</UserText>
              <ReportButton thing={guestAsThing(person)} ownerId={person.id} user={user} size="s" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
