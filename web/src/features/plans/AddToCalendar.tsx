import type { Plan } from '@dazi/contract/plans/plans';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Switch } from '#ui/Switch.tsx';
import { planFileUrl } from './plan-calendar.api.ts';

interface AddToCalendarProps {
  plan: Plan;
  /** What opens it. */
  trigger(label: string, open: () => void): ReactNode;
}

/** The plan as a file for calendars; where exactly to meet is in it only for whoever says so. */
export function AddToCalendar({ plan, trigger }: AddToCalendarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [hasPlace, setHasPlace] = useState(false);
  return (
    <>
      {trigger(t('plans.calendar.add'), () => setOpen(true))}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('plans.calendar.add')}
        width="s"
        className="confirm"
        footer={
          <>
            <Button kind="ghost" onClick={() => setOpen(false)}>
              {t('ui.cancel')}
            </Button>
            <a
              className="btn primary"
              href={planFileUrl(plan.id, language, hasPlace && plan.spot !== null)}
              download={`plan-${plan.id}.ics`}
              onClick={() => setOpen(false)}
            >
              {t('plans.calendar.download')}
            </a>
          </>
        }
      >
        {plan.spot && (
          <Switch
            label={t('plans.calendar.place')}
            hint={t('plans.calendar.placeHint')}
            checked={hasPlace}
            onChange={setHasPlace}
          />
        )}
      </Dialog>
    </>
  );
}
