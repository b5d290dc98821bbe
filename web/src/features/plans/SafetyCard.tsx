import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import './plans.css';

const rules = [
  ['public', 'pin'],
  ['home', 'locate'],
  ['tell', 'phone'],
  ['leave', 'sign-out'],
  ['money', 'wallet'],
  ['report', 'flag'],
] as const;

export function SafetyRules() {
  const { t } = useTranslation();
  return (
    <ul className="plans-safety">
      {rules.map(([rule, icon]) => (
        <li key={rule}>
          <Icon name={icon} />
          {t(`plans.safety.${rule}`)}
        </li>
      ))}
    </ul>
  );
}

/** To be read again at any time. */
export function SafetyCard({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { t } = useTranslation();
  useBackCloses(`safety:${useId()}`, open, () => onOpenChange(false));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('plans.safety.title')} width="s">
      <SafetyRules />
    </Dialog>
  );
}
