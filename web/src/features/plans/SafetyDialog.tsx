import type { PlanSettings } from '@dazi/contract/plans/plan-settings';
import { type PlanLanguage, planLanguages, planLimits } from '@dazi/contract/plans/plans.rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { hasReadCard, useSavePlanSettings } from './plan-settings.api.ts';
import type { Wanted } from './plan-wants.ts';
import { SafetyRules } from './SafetyCard.tsx';
import './plans.css';

interface SafetyDialogProps {
  open: boolean;
  userId: string;
  settings: PlanSettings;
  wanted: Wanted;
  onOpenChange(open: boolean): void;
  /** Everything was stated: what waited for it goes on. */
  onStated(): void;
}

/** Asks once what joining and hosting need, and shows how one stays safe; closed in any other way nothing goes on. */
export function SafetyDialog({ open, userId, settings, wanted, onOpenChange, onStated }: SafetyDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const failureText = useFailureText();
  const adultId = useId();
  const { profile } = useOwnProfile();
  const save = useSavePlanSettings(userId);
  const isRead = hasReadCard(settings);
  const [isAdult, setAdult] = useState(settings.adultAt !== null);
  const [languages, setLanguages] = useState<readonly PlanLanguage[]>(
    settings.languages.length > 0 ? settings.languages : planLanguages.filter((one) => one === language),
  );
  const gender = profile?.isConfirmed ? profile.gender : null;
  const accept = useOneAtATime(async () => {
    if (!isAdult) return;
    try {
      await save.mutateAsync({
        adult: true,
        safetyCard: planLimits.safetyCard,
        ...(wanted.gender && gender && { gender }),
        ...(wanted.languages && { languages: [...languages] }),
      });
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.change.failed'), error) });
      return;
    }
    onStated();
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('plans.safety.title')} width="s">
      <div className="stack">
        <SafetyRules />
        {wanted.languages && (
          <LanguageChoice
            label={t('plans.safety.languages')}
            chosen={languages}
            most={planLimits.languages.person}
            onChange={setLanguages}
          />
        )}
        {wanted.gender && gender && (
          <p>{t('plans.safety.gender', { gender: t(`discovery.genders.${gender as 'M'}`) })}</p>
        )}
        {!isRead && (
          <label className="plans-tick" htmlFor={adultId}>
            <input
              id={adultId}
              type="checkbox"
              checked={isAdult}
              onChange={(event) => setAdult(event.target.checked)}
            />
            {t('plans.safety.adult')}
          </label>
        )}
        {/* Below the card, so that whoever presses it came to its end. */}
        <Button
          kind="primary"
          size="l"
          block
          busy={save.isPending}
          disabled={!isAdult || (wanted.languages && languages.length === 0)}
          onClick={() => void accept()}
        >
          {t('plans.safety.accept')}
        </Button>
      </div>
    </Dialog>
  );
}
