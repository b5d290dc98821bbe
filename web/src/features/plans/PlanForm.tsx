import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Plan } from '@dazi/contract/plans/plans';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestIntroduction, useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { FindPlace } from './found-spot.ts';
import { PlanFormDetails } from './PlanFormDetails.tsx';
import { PlanFormLate } from './PlanFormLate.tsx';
import { PlanFormWhat } from './PlanFormWhat.tsx';
import { PlanFormWhen } from './PlanFormWhen.tsx';
import { PlanFormWhere } from './PlanFormWhere.tsx';
import { asksAgain, type PlanDraft, problemsOfPlan } from './plan-draft.ts';
import { usePlanSettings } from './plan-settings.api.ts';
import { isToBeStated } from './plan-wants.ts';
import { useReader } from './use-reader.ts';
import { useSendPlan } from './use-send-plan.ts';
import './plans.css';

const SafetyDialog = lazyPart('SafetyDialog', () => import('./SafetyDialog.tsx'));

interface PlanFormProps {
  user: User;
  isOpen: boolean;
  /** The one that is changed; null makes a new one. */
  plan: Plan | null;
  draft: PlanDraft;
  onDraft(changes: Partial<PlanDraft>): void;
  /** A piece of the map around a place. */
  map(place: Position): ReactNode;
  findPlace: FindPlace;
  onChoosePlace(): void;
  onDone(plan: Plan): void;
  onDismiss(): void;
}

/** What, when and where; everything else is folded under what is usual. */
export function PlanForm(props: PlanFormProps) {
  const { user, isOpen, plan, draft, onDraft, map, findPlace, onChoosePlace, onDone, onDismiss } = props;
  const { t } = useTranslation();
  const form = useId();
  const reader = useReader();
  const usualZone = plan?.timeZone ?? reader.timeZone;
  const timeZone = draft.timeZone ?? usualZone;
  const { profile } = useOwnProfile();
  const settings = usePlanSettings(user.id);
  const [tried, setTried] = useState(false);
  const [asksSafety, setAsksSafety] = useState(false);
  const isLate = plan !== null && reader.now >= Date.parse(plan.decidesAt);
  const problems = problemsOfPlan(draft, reader.now, timeZone, plan);
  const shown = (code: string | null) => (tried && code ? t(`errors.${code as 'PLAN_OVER'}`) : null);
  const fail = (message: string) => showToast({ type: 'error', message });

  const { send, isSending } = useSendPlan(user.id, plan, draft, timeZone, {
    onSent(done) {
      setTried(false);
      onDone(done);
    },
    // Of a post that is gone or taken meanwhile what was written still makes a plan.
    onPostLost: () => onDraft({ fromPostId: null }),
  });
  const wanted = { gender: draft.who === 'same_gender' && settings.data?.gender === null, languages: false };
  const submit = useOneAtATime(async () => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    if (plan) return send();
    const stated = settings.data ?? (await settings.refetch()).data;
    if (!stated) return fail(t('plans.create.failed'));
    if (wanted.gender && profile && !profile.isConfirmed) return requestIntroduction();
    if (isToBeStated(stated, wanted)) return setAsksSafety(true);
    await send();
  });
  const part = { draft, onDraft, problems, shown };
  // The map lay over the form: whoever comes back goes on where they left.
  const wasAtMap = useRef(false);
  const choosePlace = () => {
    wasAtMap.current = true;
    onChoosePlace();
  };
  const goOnWhere = (event: Event) => {
    if (!wasAtMap.current) return;
    wasAtMap.current = false;
    event.preventDefault();
    const step = document.getElementById(form)?.querySelector<HTMLElement>('[data-step="3"]');
    step?.focus();
    step?.scrollIntoView({ block: 'start' });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && !isSending && onDismiss()}
      title={t(plan ? 'plans.change.title' : 'plans.create.title')}
      width="posting"
      className="plans-form"
      onOpenAutoFocus={goOnWhere}
      footer={
        <>
          <AsksAgain plan={isLate ? null : plan} draft={draft} />
          <span className="hint row grow">
            <Icon name="shield" size="s" />
            {t('plans.create.adults')}
          </span>
          <Button kind="ghost" onClick={onDismiss} disabled={isSending}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" size="l" type="submit" form={form} busy={isSending}>
            {t(plan ? 'ui.save' : 'plans.create.publish')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="plans-form-parts"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        {isLate ? (
          <PlanFormLate {...part} plan={plan} />
        ) : (
          <>
            <PlanFormWhat {...part} />
            <PlanFormWhen {...part} timeZone={timeZone} isZoneShown={timeZone !== reader.timeZone} />
            <PlanFormWhere
              {...part}
              {...{ map, findPlace, usualZone }}
              onChoosePlace={choosePlace}
              isChange={plan !== null}
            />
            <PlanFormDetails {...part} plan={plan} gender={profile?.isConfirmed ? profile.gender : null} />
          </>
        )}
      </form>
      {settings.data && asksSafety && (
        <SafetyDialog
          open
          userId={user.id}
          settings={settings.data}
          wanted={wanted}
          onOpenChange={(open) => !open && setAsksSafety(false)}
          onStated={() => {
            setAsksSafety(false);
            void send();
          }}
        />
      )}
    </Dialog>
  );
}

/** Says beforehand that others will be asked; seen wherever one is in the form. */
function AsksAgain({ plan, draft }: { plan: Plan | null; draft: PlanDraft }) {
  const { t } = useTranslation();
  return (
    <div className="plans-form-asks" role="status">
      {plan && plan.goingCount > 1 && asksAgain(plan, draft) && (
        <Note kind="warn" icon="info">
          {t('plans.change.asks', { count: plan.goingCount - 1 })}
        </Note>
      )}
    </div>
  );
}
