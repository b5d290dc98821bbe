import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, stored } from '#platform/storage.ts';
import { showToast } from '#ui/toast-store.ts';
import { emptyPlanDraft, type PlanDraft } from './plan-draft.ts';

/**
 * All tabs of a browser have one form for a new plan: where another one published it, there is nothing left of it here,
 * which is said. `isSentHere` is whether it was this tab.
 */
export function usePublishedElsewhere(
  userId: string,
  draft: PlanDraft,
  isSentHere: RefObject<boolean>,
  onPublished: () => void,
): void {
  const { t } = useTranslation();
  const wasSent = useRef(draft.sent !== null);
  const becameOther = useEffectEvent(() => {
    const isSent = draft.sent !== null;
    const isGone = wasSent.current && JSON.stringify(draft) === JSON.stringify(emptyPlanDraft);
    wasSent.current = isSent;
    if (!isGone) return;
    const isOurs = isSentHere.current;
    isSentHere.current = false;
    // Whoever signed out there took it away, too.
    if (isOurs || readStored(stored.user)?.id !== userId) return;
    showToast({ type: 'success', message: t('plans.made') });
    onPublished();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each draft is looked at once
  useEffect(() => becameOther(), [draft]);
}
