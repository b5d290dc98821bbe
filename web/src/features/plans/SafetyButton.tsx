import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import './plans.css';

const SafetyCard = lazyPart('SafetyCard', () => import('./SafetyCard.tsx'));

/** Opens the safety card; a phone has it with the plan alone. */
export function SafetyButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="shield"
        className="plans-safety-button"
        label={t('plans.safety.again')}
        onClick={() => setOpen(true)}
      />
      <SafetyCard open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
