import type { PlanCalendar } from '@dazi/contract/plans/plan-calendar';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { copyText } from '#platform/clipboard.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LinkField } from '#ui/LinkField.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useMakeCalendar, usePlanCalendar, useRemoveCalendar } from './plan-calendar.api.ts';
import { momentText } from './plan-time.ts';
import { SelectField } from './SelectField.tsx';
import { useReader } from './use-reader.ts';
import './plans-settings.css';

const languages = [
  { value: 'en', label: 'English' },
  { value: 'ja', label: '日本語' },
  { value: 'zh', label: '中文' },
] as const;

/** One secret address at which calendars read somebody's plans, shown when it is made and never again. */
export function CalendarSettings({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data: calendar, isPending, refetch } = usePlanCalendar(userId);
  return (
    <section aria-label={t('plans.calendar.feed')}>
      <h2 className="label">{t('plans.calendar.feed')}</h2>
      <div className="plans-settings-rows">
        <p className="t2">{t('plans.calendar.feedText')}</p>
        {isPending && <Spinner />}
        {!isPending && !calendar && (
          <InlineError text={t('plans.calendar.loadFailed')} onRetry={() => void refetch()} />
        )}
        {calendar && <Feed userId={userId} calendar={calendar} />}
      </div>
    </section>
  );
}

function Feed({ userId, calendar }: { userId: string; calendar: PlanCalendar }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reader = useReader();
  const failureText = useFailureText();
  const making = useMakeCalendar(userId);
  const removing = useRemoveCalendar(userId);
  const [address, setAddress] = useState<string | null>(null);
  const [asks, setAsks] = useState<'renew' | 'stop' | null>(null);
  // Until there is an address it is said on this page alone what is to be read there.
  const [wish, setWish] = useState<Pick<PlanCalendar, 'place' | 'language'>>(() =>
    calendar.exists ? calendar : { place: false, language },
  );
  const field = useRef<HTMLDivElement>(null);
  const sayFailed = (text: string) => (error: unknown) =>
    showToast({ type: 'error', message: failureText(text, error) });
  // It may have been made, and is told once: whoever asks again after a lost answer gets another one.
  const maybeMade = useRef(false);
  const make = (renew: boolean) =>
    making
      .mutateAsync({ ...wish, renew: renew || maybeMade.current })
      .then((made) => {
        maybeMade.current = false;
        setAddress(made.address);
      })
      .then(
        () => field.current?.focus(),
        (error: unknown) => {
          maybeMade.current ||= !(error instanceof ApiError && error.status >= 400 && error.status < 500);
          sayFailed(t('plans.calendar.failed'))(error);
        },
      );
  const change = (next: Partial<typeof wish>) => {
    const before = wish;
    setWish({ ...wish, ...next });
    if (!calendar.exists) return;
    making.mutateAsync(next).catch((error: unknown) => {
      setWish(before);
      sayFailed(t('plans.calendar.saveFailed'))(error);
    });
  };
  const stop = () =>
    removing.mutateAsync().then(
      () => {
        setAddress(null);
        showToast({ type: 'success', message: t('plans.calendar.stopped') });
      },
      sayFailed(t('plans.calendar.saveFailed')),
    );
  return (
    <>
      <Switch
        label={t('plans.calendar.place')}
        hint={t('plans.calendar.placeHint')}
        checked={wish.place}
        onChange={(place) => change({ place })}
      />
      <SelectField
        label={t('plans.calendar.language')}
        value={wish.language}
        options={languages}
        onChange={(chosen) => change({ language: chosen })}
      />
      <div ref={field} tabIndex={-1} className="plans-settings-address">
        {address && <Once address={address} />}
        {calendar.madeAt && !address && (
          <p className="sm t2 num">
            {t('plans.calendar.since', { date: momentText(calendar.madeAt, reader) })}
          </p>
        )}
      </div>
      <div className="row wrap">
        {calendar.exists ? (
          <>
            <Button icon="refresh" busy={making.isPending} onClick={() => setAsks('renew')}>
              {t('plans.calendar.renew')}
            </Button>
            <Button kind="danger-quiet" busy={removing.isPending} onClick={() => setAsks('stop')}>
              {t('plans.calendar.stop')}
            </Button>
          </>
        ) : (
          <Button kind="primary" icon="link" busy={making.isPending} onClick={() => void make(false)}>
            {t('plans.calendar.make')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={() => setAsks(null)}
        title={t(asks === 'renew' ? 'plans.calendar.renew' : 'plans.calendar.stop')}
        text={t(asks === 'renew' ? 'plans.calendar.renewText' : 'plans.calendar.stopText')}
        confirmLabel={t(asks === 'renew' ? 'plans.calendar.renew' : 'plans.calendar.stop')}
        destructive={asks === 'stop'}
        onConfirm={() => {
          setAsks(null);
          return asks === 'renew' ? make(true) : stop();
        }}
      />
    </>
  );
}

/** Nobody can look it up again. */
function Once({ address }: { address: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await copyText(address);
      showToast({ type: 'success', message: t('plans.calendar.copied') });
    } catch {
      showToast({ type: 'error', message: t('plans.calendar.copyFailed') });
    }
  };
  return (
    <>
      <p className="b" role="status">
        {t('plans.calendar.once')}
      </p>
      <LinkField label={t('plans.calendar.address')} link={address} />
      <div>
        <Button kind="outline" icon="copy" onClick={() => void copy()}>
          {t('plans.calendar.copy')}
        </Button>
      </div>
    </>
  );
}
