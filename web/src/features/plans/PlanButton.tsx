import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { useNow } from '#platform/time.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { showToast } from '#ui/toast-store.ts';
import { actionOf } from './plan-action.ts';
import { useLeavePlan, useTakeOverPlan } from './plan-people.api.ts';
import { wantedBy } from './plan-wants.ts';
import { useJoining } from './use-join-plan.ts';

const SafetyDialog = lazyPart('SafetyDialog', () => import('./SafetyDialog.tsx'));

interface PlanButtonProps {
  user: User | null;
  plan: Plan;
  invite?: string | null;
  /** To the host, with a request. */
  message?: string;
  size?: 's' | 'm' | 'l';
}

/** The one thing to do about a plan; nothing where there is nothing to do. */
export function PlanButton({ user, plan, invite = null, message = '', size = 'm' }: PlanButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useNow();
  const joining = useJoining(user, plan, { invite, message });
  const action = actionOf(plan, user !== null, now);
  const { conversationId } = plan.mine;
  const look = { size, busy: joining.isBusy } as const;
  const join = (text: string, kind: ButtonProps['kind'] = 'primary') => (
    <Button {...look} kind={kind} onClick={() => void joining.join()}>
      {text}
    </Button>
  );
  return (
    <>
      {action === 'sign-in' && join(t('plans.join.signedOut'))}
      {action === 'join' && join(t('plans.join.in'))}
      {action === 'ask' && join(t('plans.join.ask'))}
      {action === 'wait' && join(t('plans.join.wait'), 'outline')}
      {action === 'take' && join(t('plans.join.take'))}
      {(action === 'asked' || action === 'waiting') && <TakeBack {...{ user, plan, size, action }} />}
      {conversationId && ['in', 'over', 'called-off'].includes(action) && (
        <Button
          {...look}
          // Whoever is asked whether they still come answers first.
          {...(action === 'in' && !plan.mine.unsure && { kind: 'primary' as const })}
          onClick={() => navigate(`/messages/${conversationId}`)}
        >
          {t('plans.join.openChat')}
        </Button>
      )}
      {action === 'take-over' && user && <TakeOver {...{ user, plan, size }} />}
      {user && joining.settings && (
        <>
          {joining.asks === 'safety' && (
            <SafetyDialog
              open
              userId={user.id}
              settings={joining.settings}
              wanted={wantedBy(plan, joining.settings)}
              onOpenChange={(open) => !open && joining.stopAsking()}
              onStated={() => void joining.goOn()}
            />
          )}
          <ConfirmDialog
            open={joining.asks === 'blocked'}
            onOpenChange={(open) => !open && joining.stopAsking()}
            title={t('plans.join.blockedAmong')}
            confirmLabel={t(`plans.join.${action === 'ask' || action === 'wait' ? action : 'in'}`)}
            onConfirm={() => joining.goOn()}
          />
        </>
      )}
    </>
  );
}

interface OwnButton {
  user: User | null;
  plan: Plan;
  size: 's' | 'm' | 'l';
}

/** Gives a request or a place in line up, which nobody is asked about twice. */
function TakeBack({ user, plan, size, action }: OwnButton & { action: 'asked' | 'waiting' }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const leaving = useLeavePlan(user?.id ?? '', plan.id);
  const leave = useOneAtATime(async () => {
    try {
      await leaving.mutateAsync();
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.leave.failed'), error) });
    }
  });
  return (
    <Button size={size} busy={leaving.isPending} onClick={() => void leave()}>
      {t(action === 'asked' ? 'plans.join.cancelAsk' : 'plans.join.cancelWait')}
    </Button>
  );
}

function TakeOver({ user, plan, size }: OwnButton & { user: User }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const takingOver = useTakeOverPlan(user.id, plan.id);
  const takeOver = useOneAtATime(async () => {
    try {
      await takingOver.mutateAsync();
      showToast({ type: 'success', message: t('plans.host.tookOver') });
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.host.takeOverFailed'), error) });
    }
  });
  return (
    <Button kind="primary" size={size} busy={takingOver.isPending} onClick={() => void takeOver()}>
      {t('plans.host.takeOver')}
    </Button>
  );
}
