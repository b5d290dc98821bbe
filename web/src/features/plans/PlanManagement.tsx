import type { PlanParticipant } from '@dazi/contract/plans/plan-people';
import type { Plan, PlanPerson } from '@dazi/contract/plans/plans';
import { callOffReasons, removalReasons } from '@dazi/contract/plans/plans.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { InviteLink } from './InviteLink.tsx';
import { usePlanPeople, useRemoveFromPlan } from './plan-people.api.ts';
import { momentText } from './plan-time.ts';
import { useCallOffPlan } from './plans.api.ts';
import { useRequestAnswer } from './use-plan-answers.ts';
import { useReader } from './use-reader.ts';

interface OwnPlan {
  plan: Plan;
  userId: string;
}

/** What only the host sees and does: who asks, who is in, changing and calling off. */
export function PlanManagement({ plan, userId, onChange }: OwnPlan & { onChange(): void }) {
  const { t } = useTranslation();
  const { can, listed, goingCount } = plan;
  if (plan.state === 'over' || plan.state === 'called_off') return null;
  return (
    <section className="plans-manage" aria-label={t('plans.host.manage')}>
      {/* Who asked before everybody could join still waits for an answer. */}
      <Requests plan={plan} userId={userId} />
      {goingCount > 1 && <GoingPeople plan={plan} userId={userId} />}
      {!listed && can.change && <InviteLink planId={plan.id} userId={userId} />}
      <div className="row wrap">
        {can.change && (
          <Button icon="pencil" onClick={onChange}>
            {t('plans.host.edit')}
          </Button>
        )}
        {can.callOff && <CallOff plan={plan} userId={userId} />}
      </div>
    </section>
  );
}

function Requests({ plan, userId }: OwnPlan) {
  const { t } = useTranslation();
  const reader = useReader();
  const { data: asking = [] } = usePlanPeople(userId, plan.id, 'asked');
  if (asking.length === 0) return null;
  return (
    <div>
      <h3>{t('plans.host.asking', { count: asking.length })}</h3>
      <ul>
        {asking.map((one) => (
          <Request key={one.person.id} plan={plan} userId={userId} asking={one} />
        ))}
      </ul>
      <p className="hint">{t('plans.host.declineHint', { time: momentText(plan.decidesAt, reader) })}</p>
    </div>
  );
}

function Request({ plan, userId, asking: { person, message } }: OwnPlan & { asking: PlanParticipant }) {
  const { t } = useTranslation();
  const { answer, isAnswering } = useRequestAnswer(plan.id, userId);
  return (
    <li className="plans-person">
      <Person person={person} />
      {message && (
        <UserText as="p" className="content">
          {message}
        </UserText>
      )}
      <div className="row wrap">
        <Button kind="primary" size="s" busy={isAnswering} onClick={() => void answer(person.id, 'let_in')}>
          {t('plans.host.letIn')}
        </Button>
        <Button size="s" onClick={() => void answer(person.id, 'decline')}>
          {t('plans.host.decline')}
        </Button>
      </div>
    </li>
  );
}

function Person({ person }: { person: PlanPerson }) {
  return (
    <PersonLink userId={person.id} className="row plans-person-name">
      <Avatar name={person.name} url={person.avatarUrl} size="s" />
      <UserText className="b ell">{person.name}</UserText>
    </PersonLink>
  );
}

function GoingPeople({ plan, userId }: OwnPlan) {
  const { t } = useTranslation();
  const { data: going = [] } = usePlanPeople(userId, plan.id, 'going');
  const [removing, setRemoving] = useState<PlanPerson | null>(null);
  const others = going.filter(({ person }) => person.id !== userId);
  return (
    <ul aria-label={t('plans.detail.people')}>
      {others.map(({ person, unsure }) => (
        <li key={person.id} className="row plans-person-row">
          <Person person={person} />
          <span className="grow sm t3">{unsure && t('plans.confirm.unsure')}</span>
          {plan.can.callOff && (
            <IconButton
              icon="close"
              size="s"
              iconSize="s"
              tip="left"
              label={`${t('plans.host.remove')}: ${person.name}`}
              onClick={() => setRemoving(person)}
            />
          )}
        </li>
      ))}
      <Removal plan={plan} userId={userId} person={removing} onClose={() => setRemoving(null)} />
    </ul>
  );
}

function Removal({
  plan,
  userId,
  person,
  onClose,
}: OwnPlan & { person: PlanPerson | null; onClose(): void }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [reason, setReason] = useState<(typeof removalReasons)[number]>('no_answer');
  const [shown, setShown] = useState(person);
  if (person && person !== shown) setShown(person);
  const removing = useRemoveFromPlan(userId, plan.id);
  const name = shown?.name ?? '';
  const remove = async () => {
    if (!shown) return;
    try {
      await removing.mutateAsync({ personId: shown.id, reason });
      showToast({ type: 'success', message: t('plans.host.removed', { name }) });
      onClose();
    } catch (error) {
      const isOut = error instanceof ApiError && error.code === 'PARTICIPANT_NOT_FOUND';
      const message = isOut ? t('plans.host.isOut', { name }) : failureText(t('plans.change.failed'), error);
      showToast({ type: isOut ? 'warning' : 'error', message });
      if (isOut) onClose();
    }
  };
  return (
    <ConfirmDialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('plans.host.removeQuestion', { name })}
      text={t('plans.host.removeText')}
      confirmLabel={t('plans.host.remove')}
      destructive
      busy={removing.isPending}
      onConfirm={remove}
    >
      <Chips
        label={t('plans.callOff.why')}
        value={reason}
        onChange={(value) => setReason(value)}
        options={removalReasons.map((value) => ({ value, label: t(`plans.removal.${value}`) }))}
      />
    </ConfirmDialog>
  );
}

function CallOff({ plan, userId }: OwnPlan) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState<(typeof callOffReasons)[number]>('weather');
  const callingOff = useCallOffPlan(userId, plan.id);
  const { data: asking = [] } = usePlanPeople(userId, plan.id, 'asked');
  const count = plan.goingCount - 1 + (plan.waitingCount ?? 0) + asking.length;
  const callOff = async () => {
    try {
      await callingOff.mutateAsync(reason);
      setAsks(false);
      showToast({ type: 'success', message: t('plans.callOff.done') });
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.callOff.failed'), error) });
    }
  };
  return (
    <>
      <Button kind="danger-quiet" onClick={() => setAsks(true)}>
        {t('plans.callOff.action')}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('plans.callOff.question')}
        {...(count > 0 && { text: t('plans.callOff.text', { count }) })}
        confirmLabel={t('plans.callOff.action')}
        keepLabel={t('plans.callOff.keep')}
        destructive
        busy={callingOff.isPending}
        onConfirm={callOff}
      >
        <div className="field">
          <span className="label">{t('plans.callOff.why')}</span>
          <Chips
            label={t('plans.callOff.why')}
            value={reason}
            onChange={(value) => setReason(value)}
            options={callOffReasons.map((value) => ({ value, label: t(`plans.reason.${value}`) }))}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}
