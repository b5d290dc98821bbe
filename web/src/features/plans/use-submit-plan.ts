import type { User } from '@dazi/contract/identity/identity';
import type { PlanSettings } from '@dazi/contract/plans/plan-settings';
import type { Plan } from '@dazi/contract/plans/plans';
import { useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestIntroduction, useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { showToast } from '#ui/toast-store.ts';
import type { PlanDraft, PlanProblems } from './plan-draft.ts';
import { usePlanSettings } from './plan-settings.api.ts';
import { isGenderToBeStated, isToBeStated } from './plan-wants.ts';
import { usePublishedElsewhere } from './use-published-elsewhere.ts';
import { useSendPlan } from './use-send-plan.ts';

interface PlanToSubmit {
  user: User;
  /** The one that is changed; null makes a new one. */
  plan: Plan | null;
  draft: PlanDraft;
  timeZone: string;
  problems: PlanProblems;
  onDraft(changes: Partial<PlanDraft>): void;
  onDone(plan: Plan): void;
  /** The plan was changed elsewhere meanwhile. */
  onOvertaken(current: Plan): void;
  /** Another tab published it. */
  onDismiss(): void;
  /** Something of it cannot be sent. */
  onProblem(): void;
}

/** Sends what stands in the form, once nothing is wrong with it and its host has stated what a host states. */
export function useSubmitPlan(props: PlanToSubmit) {
  const { user, plan, draft, timeZone, problems, onDraft, onDone, onOvertaken, onDismiss, onProblem } = props;
  const { t } = useTranslation();
  const { profile } = useOwnProfile();
  const settings = usePlanSettings(user.id);
  const [attempts, countAttempt] = useReducer((count: number, sent?: 'sent') => (sent ? 0 : count + 1), 0);
  const [asksSafety, setAsksSafety] = useState(false);
  useBackCloses('plan-safety', asksSafety, () => setAsksSafety(false));
  const isSentHere = useRef(false);
  usePublishedElsewhere(user.id, draft, isSentHere, () => {
    countAttempt('sent');
    setAsksSafety(false);
    onDismiss();
  });
  const { send, isSending } = useSendPlan(user.id, plan, draft, timeZone, {
    onSending: (sent) => onDraft({ sent }),
    onSent(done) {
      isSentHere.current = true;
      countAttempt('sent');
      onDone(done);
    },
    // Of a post that is gone or taken meanwhile what was written still makes a plan.
    onPostLost: () => onDraft({ fromPostId: null }),
    onOvertaken,
  });
  // One that is for one gender already stays for that, whatever its host says by now.
  const becomesOfGender = draft.who === 'same_gender' && plan?.who !== 'same_gender';
  const own = profile?.isConfirmed ? profile.gender : null;
  const wantedOf = (stated: PlanSettings | undefined) => ({
    gender: becomesOfGender && stated !== undefined && isGenderToBeStated(stated, own),
    languages: false,
  });
  const submit = useOneAtATime(async () => {
    countAttempt();
    if (Object.values(problems).some((problem) => problem !== null)) return onProblem();
    if (plan && !becomesOfGender) return send();
    const stated = settings.data ?? (await settings.refetch()).data;
    if (!stated) {
      const failed = t(plan ? 'plans.change.failed' : 'plans.create.failed');
      return showToast({ type: 'error', message: failed });
    }
    const wanted = wantedOf(stated);
    if (wanted.gender && profile && !profile.isConfirmed) return requestIntroduction();
    if (plan ? wanted.gender : isToBeStated(stated, wanted)) return setAsksSafety(true);
    await send();
  });
  const wanted = wantedOf(settings.data);
  return { submit, send, isSending, attempts, settings: settings.data, wanted, asksSafety, setAsksSafety };
}
