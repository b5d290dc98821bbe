import type { User } from '@dazi/contract/identity/identity';
import type { PlanSettings } from '@dazi/contract/plans/plan-settings';
import type { Plan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { TFunction } from 'i18next';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asSentences } from '#platform/i18n/sentences.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { AreaField } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { ShareButton } from '#ui/ShareButton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import { AddToCalendar } from './AddToCalendar.tsx';
import { FactWay } from './Fact.tsx';
import { LeavePlan } from './LeavePlan.tsx';
import { HowWasIt, NextPlan, RepeatPlan } from './PlanAgain.tsx';
import { PlanButton } from './PlanButton.tsx';
import { PlanDetailFacts } from './PlanDetailFacts.tsx';
import { PlanState } from './PlanFacts.tsx';
import { PlanManagement } from './PlanManagement.tsx';
import { PlanMarks } from './PlanMarks.tsx';
import { PlanPeople } from './PlanPeople.tsx';
import { actionOf } from './plan-action.ts';
import { usePlanSettings } from './plan-settings.api.ts';
import { momentText, whenText } from './plan-time.ts';
import { calledOffText, planName } from './plan-words.ts';
import { isNoPlan, type usePlan } from './plans.api.ts';
import { useLivePlan } from './plans.live.ts';
import { SafetyCard } from './SafetyCard.tsx';
import { StillComing } from './StillComing.tsx';
import { planPath } from './use-join-plan.ts';
import { useReader } from './use-reader.ts';
import './plans.css';

/** What somebody writes to the host of a plan while they have not asked to join. */
const requests = new PersonalDrafts('planRequests', 20);

interface PlanDetailProps {
  isOpen: boolean;
  /** What is known of it. */
  query: ReturnType<typeof usePlan>;
  invite: string | null;
  user: User | null;
  /** Whether distances are from where somebody really is. */
  located: boolean;
  map(plan: Plan): ReactNode;
  /** Tells the moderators about it; after it in words, where something was wrong. */
  report(plan: Plan, isAfter: boolean): ReactNode;
  /** The way to its conversation. */
  chat(conversationId: string, userId: string): ReactNode;
  /** In place of one that is not there, or not there for the reader any more. */
  whenGone: ReactNode;
  onChange(plan: Plan): void;
  onClose(): void;
}

export function PlanDetail(props: PlanDetailProps) {
  const { isOpen, query, map, whenGone, onClose } = props;
  const { t } = useTranslation();
  const reader = useReader();
  const { data: plan, error, isPending, isFetching, refetch } = query;
  const isGone = isNoPlan(error);
  useLivePlan(isOpen ? plan : undefined);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={plan && !isGone ? planName(plan, reader.language) : t('plans.plan')}
      hideTitle
      className="plans-detail"
    >
      {isGone && (
        <EmptyState drawing="lock" title={t('plans.share.gone')} text={t('plans.share.goneText')}>
          <Button kind="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
          {whenGone}
        </EmptyState>
      )}
      {plan && !isGone && (
        <OpenPlan key={plan.id} {...props} plan={plan}>
          {map(plan)}
        </OpenPlan>
      )}
      {!plan && isPending && (
        <div className="dialog-waiting">
          <Spinner />
        </div>
      )}
      {!plan && error && !isGone && (
        <EmptyState drawing="nearby" title={t('plans.detail.loadFailed')}>
          <Button kind="primary" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </EmptyState>
      )}
    </Dialog>
  );
}

/** What is over or called off nobody adds. */
const isInCalendars = ({ mine, state }: Plan) =>
  (mine.standing === 'going' || mine.standing === 'waiting') && state !== 'over' && state !== 'called_off';

/** What somebody has read of it, and what may be something else all at once; the spot is told to whoever joins. */
const readOf = ({ activity, title, local, timeZone, part, minutes, district, cost, costText }: Plan) =>
  JSON.stringify([
    activity,
    title,
    local,
    timeZone,
    part,
    minutes,
    district.latitude,
    district.longitude,
    cost,
    costText,
  ]);

type OpenPlanProps = PlanDetailProps & { plan: Plan; children: ReactNode };

function OpenPlan(props: OpenPlanProps) {
  const { plan, user, invite, located, report, onChange, children } = props;
  const { t } = useTranslation();
  const reader = useReader();
  const [message, setMessage] = usePersonalDraft(requests, user?.id ?? null, plan.id);
  const [showsSafety, setShowsSafety] = useState(false);
  const { mine, can } = plan;
  const action = actionOf(plan, user !== null, reader.now);
  const isAnswered = mine.standing === 'asked' || mine.standing === 'going';
  useEffect(() => {
    if (isAnswered && message !== '') setMessage('');
  }, [isAnswered, message, setMessage]);
  const [opened] = useState(() => readOf(plan));
  const isChanged = readOf(plan) !== opened && !mine.isHost;
  const isIn = mine.standing === 'going';
  const wasIn = isIn && plan.state === 'over';
  return (
    <>
      <div className="plans-detail-scroll">
        {children}
        <div className="plans-detail-head">
          <div className="row between plans-detail-top">
            {/* Read out as the title of the dialog. */}
            <div className="plans-detail-name" aria-hidden="true">
              <UserText>{planName(plan, reader.language)}</UserText>
            </div>
            <div className="row plans-detail-marks">
              {isIn && plan.state !== 'over' && plan.state !== 'called_off' && (
                <span className="pill green">
                  <Icon name="check" size="xs" />
                  {t(mine.isHost ? 'plans.host.you' : 'plans.join.joined')}
                </span>
              )}
              <PlanState plan={plan} />
              {isChanged && (
                <span className="pill violet" role="status">
                  {t('plans.detail.changedJustNow')}
                </span>
              )}
            </div>
          </div>
          <p className="plans-at plans-detail-when">{whenText(plan, reader, t)}</p>
          {plan.part && <p className="hint">{t('plans.part.timeLater')}</p>}
        </div>
        {plan.calledOff && (
          <Note kind="warn" icon="info">
            {t('plans.event.plan_called_off', { reason: calledOffText(plan.calledOff.reason, t) })}
          </Note>
        )}
        {plan.note && (
          <UserText as="p" className="content">
            {plan.note}
          </UserText>
        )}
        {user && mine.unsure && <StillComing plan={plan} userId={user.id} />}
        {can.takeOver && plan.hostWantedUntil && (
          <Note kind="warn" icon="crown">
            {t('plans.host.wanted', { time: momentText(plan.hostWantedUntil, reader) })}
          </Note>
        )}
        {mine.blockedAmong && (
          <Note kind="warn" icon="ban">
            {t('plans.join.blockedAmong')}
          </Note>
        )}
        <Again plan={plan} user={user} wasIn={wasIn} />
        {user && plan.copiedToId && <NextPlan planId={plan.copiedToId} user={user} />}
        <PlanDetailFacts plan={plan} located={located}>
          {user && <OpenToMe {...props} user={user} />}
        </PlanDetailFacts>
        <PlanPeople plan={plan} userId={user?.id ?? null} />
        {user && can.mark && <PlanMarks plan={plan} userId={user.id} />}
        {wasIn && report(plan, true)}
        {user && mine.isHost && (
          <PlanManagement plan={plan} userId={user.id} onChange={() => onChange(plan)} />
        )}
        {action === 'ask' && (
          <AreaField
            label={t('plans.join.message')}
            counter={`${message.length}/${planLimits.message}`}
            maxLength={planLimits.message}
            rows={2}
            dir="auto"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </div>
      <div className="plans-answer">
        <span className="row">
          {(plan.listed || invite) && (
            <ShareButton path={planPath(plan.id, plan.listed ? null : invite)} size="s" />
          )}
          {!wasIn && report(plan, false)}
        </span>
        <span className="grow" role="status">
          <StandingText plan={plan} />
        </span>
        {user && can.leave && isIn && <LeavePlan plan={plan} userId={user.id} />}
        {isIn && (
          <Button icon="shield" onClick={() => setShowsSafety(true)}>
            {t('plans.safety.again')}
          </Button>
        )}
        <PlanButton user={user} plan={plan} invite={invite} message={message} size="l" />
      </div>
      <SafetyCard open={showsSafety} onOpenChange={setShowsSafety} />
    </>
  );
}

/** The calendar and the conversation, for whoever is in or waits. */
function OpenToMe({ plan, user, chat }: PlanDetailProps & { plan: Plan; user: User }) {
  const { t } = useTranslation();
  const { standing, conversationId } = plan.mine;
  const isIn = standing === 'going';
  const { data: settings } = usePlanSettings(isIn ? user.id : null);
  return (
    <>
      {isInCalendars(plan) && (
        <AddToCalendar
          plan={plan}
          trigger={(label, open) => (
            <FactWay
              icon={<CalendarPlus className="i" aria-hidden="true" />}
              title={label}
              text={settings ? remindersText(settings.reminders, t) : null}
              to={open}
            />
          )}
        />
      )}
      {isIn && conversationId && chat(conversationId, user.id)}
    </>
  );
}

/** Which reminders will come, as far as there are any. */
function remindersText({ day, hours }: PlanSettings['reminders'], t: TFunction): string | null {
  if (day && hours) return t('plans.settings.reminders');
  if (day) return t('plans.settings.day');
  return hours ? t('plans.settings.hours') : null;
}

/** The same a week later, by itself while it goes on. */
function Again({ plan, user, wasIn }: { plan: Plan; user: User | null; wasIn: boolean }) {
  const again = user && plan.can.again && <RepeatPlan plan={plan} user={user} />;
  return wasIn ? <HowWasIt plan={plan}>{again}</HowWasIt> : again;
}

/** How one stands with it, and what comes next. */
function StandingText({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const reader = useReader();
  const { standing, place } = plan.mine;
  if (plan.state === 'called_off' || plan.state === 'over') return null;
  const time = momentText(plan.decidesAt, reader);
  const isDecided = reader.now >= Date.parse(plan.decidesAt);
  if (standing === 'asked') return <span className="sm t2">{t('plans.join.asked', { time })}</span>;
  if (standing === 'declined') return <span className="sm t2">{t('plans.join.notThisTime')}</span>;
  if (standing === 'waiting') {
    // Who did not come in before the start does not any more.
    if (plan.state === 'happening') return <span className="sm t2">{t('errors.PLAN_STARTED')}</span>;
    return (
      <span className="sm t2">
        {asSentences(
          [
            t('plans.join.waiting', { place: place ?? 1 }),
            isDecided ? t('plans.join.waitingLate') : t('plans.join.waitingText', { time }),
          ],
          reader.language,
        )}
      </span>
    );
  }
  if (standing === 'left' && plan.obstacle === 'PLAN_LEFT_TWICE') {
    return <span className="sm t2">{t('errors.PLAN_LEFT_TWICE')}</span>;
  }
  if (plan.obstacle === 'PLAN_ASKING_OVER' || plan.obstacle === 'ACCOUNT_LIMITED') {
    return <span className="sm t2">{t(`errors.${plan.obstacle}`)}</span>;
  }
  return null;
}
