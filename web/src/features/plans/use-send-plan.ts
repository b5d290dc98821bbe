import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { localId } from '#platform/local-id.ts';
import { showToast } from '#ui/toast-store.ts';
import { changedFields, draftOfPlan, fieldsOf, type PlanDraft } from './plan-draft.ts';
import { askForPlan, useChangePlan, useCreatePlan } from './plans.api.ts';
import { planPath } from './use-join-plan.ts';
import { useReader } from './use-reader.ts';

interface Sending {
  onSending(sent: NonNullable<PlanDraft['sent']>): void;
  onSent(plan: Plan): void;
  onPostLost(): void;
  onOvertaken(current: Plan): void;
}

/**
 * Makes a plan of what was written, or changes the one there is, and says what became of it. `onSending` keeps as what a
 * new one is sent, `onPostLost` hears that the post it was to come from cannot be had any more, and `onOvertaken` what the plan
 * says that was changed elsewhere meanwhile.
 */
export function useSendPlan(
  userId: string,
  plan: Plan | null,
  draft: PlanDraft,
  timeZone: string,
  { onSending, onSent, onPostLost, onOvertaken }: Sending,
) {
  const { t } = useTranslation();
  const reader = useReader();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const create = useCreatePlan(userId);
  const change = useChangePlan(userId, plan?.id ?? '');
  type Fields = ReturnType<typeof fieldsOf>;
  const publish = async (fields: Fields) => {
    const said = JSON.stringify(fields);
    // Sent again as it was, after an answer that was lost or on a page that was loaded anew, it is the same plan.
    if (draft.sent?.fields === said) {
      const made = await create.mutateAsync({ ...fields, clientId: draft.sent.clientId });
      if (!made.calledOff) return made;
    }
    const sent = { clientId: localId(), fields: said };
    onSending(sent);
    return create.mutateAsync({ ...fields, clientId: sent.clientId });
  };
  const saidBy = (one: Plan) => fieldsOf(draftOfPlan(one), reader.now, one.timeZone, reader.language);
  const save = (seen: Plan, fields: Fields) =>
    change.mutateAsync({ ...changedFields(saidBy(seen), fields), version: seen.version });
  const saveOver = async (seen: Plan, fields: Fields) => {
    try {
      return await save(seen, fields);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'PLAN_VERSION')) throw error;
      const current = await askForPlan(seen.id);
      const elsewhere = changedFields(saidBy(seen), saidBy(current));
      // Somebody came or left, or this was taken before and the answer lost: of what is written here nothing is another.
      if (Object.keys(changedFields(fields, elsewhere)).length === 0) return await save(current, fields);
      onOvertaken(current);
      throw error;
    }
  };
  const asSent = (fields: Fields) => (plan ? saveOver(plan, fields) : publish(fields));
  const send = async () => {
    try {
      const done = await asSent(fieldsOf(draft, reader.now, timeZone, reader.language));
      const open = { label: t('plans.detail.open'), run: () => navigate(planPath(done.id)) };
      if (plan) showToast({ type: 'success', message: t('plans.change.saved') });
      // One that is not listed stands nowhere on the map.
      else showToast({ type: 'success', message: t('plans.made'), action: open });
      onSent(done);
    } catch (error) {
      const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null;
      if (refusal && ['PLAN_POST_TAKEN', 'POST_NOT_FOUND'].includes(refusal.code)) onPostLost();
      const failed = t(plan ? 'plans.change.failed' : 'plans.create.failed');
      showToast({ type: 'error', message: refusal ? errorText(refusal) : failed });
    }
  };
  return { send, isSending: create.isPending || change.isPending };
}
