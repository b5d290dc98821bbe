import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TogetherProps } from '#features/people/blocks/blocks.api.ts';
import { ApiError } from '#platform/api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Switch } from '#ui/Switch.tsx';
import { leaveNow } from './plan-people.api.ts';
import { whenText } from './plan-time.ts';
import { planName } from './plan-words.ts';
import { refreshAllPlans, useCommonPlans } from './plans.api.ts';
import { useReader } from './use-reader.ts';

/** It ended meanwhile, or they are in it no more. */
const isOut = (error: unknown): boolean =>
  error instanceof ApiError && ['NOT_IN_PLAN', 'PLAN_OVER', 'PLAN_NOT_FOUND'].includes(error.code);

/** Nobody is removed from plans of others by a block; from a plan that one of the two hosts it parts them itself. */
export function LeaveCommonPlans({ person, userId, onChoose }: TogetherProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reader = useReader();
  const client = useQueryClient();
  const [leaves, setLeaves] = useState(false);
  const { data } = useCommonPlans(userId, person.id);
  const plans = data?.plans.filter(({ mine, host }) => !mine.isHost && host?.id !== person.id) ?? [];
  if (plans.length === 0) return null;
  const leaveAll = async () => {
    const failures: unknown[] = [];
    for (const { id: planId } of plans) {
      await leaveNow(userId, planId).catch((error: unknown) => {
        if (!isOut(error)) failures.push(error);
      });
    }
    await refreshAllPlans(client);
    if (failures.length > 0) throw failures[0];
  };
  return (
    <div className="plans-common">
      <b>{t('plans.block.both', { count: plans.length })}</b>
      <ul>
        {plans.map((plan) => (
          <li key={plan.id}>
            {planName(plan, language)} · {whenText(plan, reader, t)}
          </li>
        ))}
      </ul>
      <Switch
        label={t('plans.block.leaveThem')}
        checked={leaves}
        onChange={(checked) => {
          setLeaves(checked);
          onChoose(checked ? leaveAll : null);
        }}
      />
    </div>
  );
}
