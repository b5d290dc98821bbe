import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm, roundedForAsking } from '@dazi/contract/places/places.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Gem } from './ActivityGlyph.tsx';
import { PlanButton } from './PlanButton.tsx';
import { PlanPlace, PlanState } from './PlanFacts.tsx';
import { PlanSeats } from './PlanSeats.tsx';
import { whenText } from './plan-time.ts';
import { audienceText, costText, languagesText, planName } from './plan-words.ts';
import { useReader } from './use-reader.ts';
import './plans.css';

/** What the map knows was asked from no place: here it is measured as the list has it from the server. */
const measured = (plan: Plan, from: Position): Plan => ({
  ...plan,
  distanceKm: Math.round(distanceKm(roundedForAsking(from), plan.district) * 10) / 10,
});

interface PlanPopoverProps {
  plan: Plan;
  user: User | null;
  /** Where the reader is; null while that is not known. */
  from: Position | null;
  /** A preview under the mouse: to look at only. */
  preview: boolean;
  onOpenPlan(): void;
  onDismiss(): void;
}

export function PlanPopover({ plan, user, from, preview, onOpenPlan, onDismiss }: PlanPopoverProps) {
  const { t } = useTranslation();
  const reader = useReader();
  return (
    <div className="plans-popover">
      <div className="plans-popover-head">
        <Gem activity={plan.activity} size="l" />
        <div className="grow">
          <div className="row plans-popover-title">
            <button type="button" className="entry-open b" onClick={onOpenPlan}>
              <UserText className="plans-card-name">{planName(plan, reader.language)}</UserText>
            </button>
            <PlanState plan={plan} />
          </div>
          <div className="plans-at">{whenText(plan, reader, t)}</div>
        </div>
        {!preview && <IconButton icon="close" size="s" label={t('ui.close')} onClick={onDismiss} />}
      </div>
      {plan.note && (
        <UserText as="p" className="content plans-popover-note">
          {plan.note}
        </UserText>
      )}
      <div className="plans-fact">
        <Icon name="pin" />
        <div className="grow">
          <div className="row wrap plans-place b">
            <PlanPlace plan={from ? measured(plan, from) : plan} located={from !== null} />
          </div>
          {!plan.spot && <p className="sm t3">{t('plans.place.roughlyText')}</p>}
        </div>
      </div>
      <div className="plans-fact">
        <Icon name="people" />
        <div className="plans-feet">
          <PlanSeats plan={plan} />
        </div>
      </div>
      <div className="plans-chips">
        {plan.level && <span className="pill">{t(`plans.level.${plan.level}`)}</span>}
        <span className="pill plans-word">{costText(plan, t)}</span>
        <span className="pill">{languagesText(plan.languages, reader.language)}</span>
        <span className="pill">{audienceText(plan, t)}</span>
      </div>
      {!preview && (
        <div className="plans-popover-actions">
          <Button icon="info" onClick={onOpenPlan}>
            {t('plans.detail.open')}
          </Button>
          <PlanButton user={user} plan={plan} />
        </div>
      )}
    </div>
  );
}
