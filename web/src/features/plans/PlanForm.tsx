import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Plan } from '@dazi/contract/plans/plans';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { useSmallScreen } from '#platform/device.ts';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LimitedNote } from '#ui/LimitedNote.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note } from '#ui/Note.tsx';
import type { FindPlace } from './found-spot.ts';
import { PlanFormDetails, PlanFormDetailsPage } from './PlanFormDetails.tsx';
import { PlanFormLate } from './PlanFormLate.tsx';
import { isTitleNeeded } from './PlanFormTitle.tsx';
import { PlanFormWhat } from './PlanFormWhat.tsx';
import { PlanFormWhen } from './PlanFormWhen.tsx';
import { PlanFormWhere } from './PlanFormWhere.tsx';
import { asksAgain, lateDraftOf, type PlanDraft, type PlanProblems, problemsOfPlan } from './plan-draft.ts';
import { useReader } from './use-reader.ts';
import { useSubmitPlan } from './use-submit-plan.ts';
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
  /** The plan was changed elsewhere meanwhile. */
  onOvertaken(current: Plan): void;
  onDismiss(): void;
}

/** What, when and where; everything else is folded under what is usual, and on a small screen a page of its own. */
export function PlanForm(props: PlanFormProps) {
  const { user, isOpen, plan, onDraft, map, findPlace, onChoosePlace } = props;
  const { onDone, onOvertaken, onDismiss } = props;
  const { t } = useTranslation();
  const form = useId();
  const { standing } = useSessionFacts();
  const reader = useReader();
  const isLate = plan !== null && reader.now >= Date.parse(plan.decidesAt);
  // What was begun before and is not shown any more nobody could take back.
  const draft = isLate ? lateDraftOf(plan, props.draft, reader.now) : props.draft;
  const usualZone = plan?.timeZone ?? reader.timeZone;
  const timeZone = draft.timeZone ?? usualZone;
  const { profile } = useOwnProfile();
  const problems = problemsOfPlan(draft, reader.now, timeZone, plan);
  const [isDetailed, setDetailed] = useState(false);
  if (!isOpen && isDetailed) setDetailed(false);
  const isPage = useSmallScreen() && isDetailed && !isLate;
  const leavePage = () => setDetailed(false);
  useBackCloses('plan-details', isPage, leavePage);

  const submission = useSubmitPlan({
    ...{ user, plan, draft, timeZone, problems, onDraft, onDone, onOvertaken, onDismiss },
    onProblem: () => setDetailed((isDetailed && !isPage) || !isInSteps(problems, draft)),
  });
  const { submit, isSending, attempts } = submission;
  const shown = (code: string | null) => (attempts > 0 && code ? t(`errors.${code as 'PLAN_OVER'}`) : null);
  useProblemInView(form, attempts);
  const part = { draft, onDraft, problems, shown };
  const details = { ...part, plan, gender: profile?.isConfirmed ? profile.gender : null };
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
  const leave = () => {
    if (isPage) leavePage();
    else if (!isSending) onDismiss();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && leave()}
      title={t(isPage ? 'plans.create.details' : plan ? 'plans.change.title' : 'plans.create.title')}
      leadsBack={isPage}
      width="posting"
      className={isPage ? 'plans-form plans-on-details' : 'plans-form'}
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
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        <div className="plans-form-limited">
          {plan === null && <LimitedNote standing={standing} text={t('plans.create.limited')} />}
        </div>
        <div className="plans-form-parts" hidden={isPage}>
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
                mayBePublic={plan === null || plan.spotShown === 'everyone'}
              />
              <PlanFormDetails {...details} isOpen={isDetailed && !isPage} onOpenChange={setDetailed} />
            </>
          )}
        </div>
        {isPage && <PlanFormDetailsPage {...details} timeZone={timeZone} onLeave={leavePage} />}
      </form>
      <PlanStatement user={user} submission={submission} />
    </Dialog>
  );
}

/** Something of what, when or where, which comes before the details. */
function isInSteps({ note, cost, title, ...others }: PlanProblems, draft: PlanDraft): boolean {
  return [isTitleNeeded(draft) ? title : null, ...Object.values(others)].some((problem) => problem !== null);
}

/** After each attempt: what is wrong may stand far from the button. */
function useProblemInView(form: string, attempts: number) {
  useEffect(() => {
    if (attempts === 0) return;
    const problem = document
      .getElementById(form)
      ?.querySelector('[aria-invalid="true"], :not([hidden] *).hint.err');
    const field = problem?.closest<HTMLElement>('input, textarea, [data-step]');
    field?.focus({ preventScroll: true });
    problem?.scrollIntoView({ block: 'center' });
  }, [form, attempts]);
}

/** What a host states once, asked when a plan is sent; then it is. */
function PlanStatement({ user, submission }: { user: User; submission: ReturnType<typeof useSubmitPlan> }) {
  const { settings, wanted, asksSafety, setAsksSafety, send } = submission;
  if (!settings || !asksSafety) return null;
  return (
    <SafetyDialog
      open
      userId={user.id}
      settings={settings}
      wanted={wanted}
      onOpenChange={(open) => !open && setAsksSafety(false)}
      onStated={() => {
        setAsksSafety(false);
        void send();
      }}
    />
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
