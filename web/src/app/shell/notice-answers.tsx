import type { Notification } from '@dazi/contract/notifications/notifications';
import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';

const NoticeAnswers = lazyPart('NoticeAnswers', () => import('#features/plans/NoticeAnswers.tsx'));

/** Who asks to join, null where the reader is asked whether they still come; undefined where nothing can be answered. */
function askerOf({ code, data }: Notification): string | null | undefined {
  if (code === 'plan_confirm') return null;
  return code === 'plan_asked' ? (data.userId ?? undefined) : undefined;
}

export const noticeAnswers = (userId: string) => (notification: Notification, onAnswered: () => void) => {
  const { planId } = notification.data;
  const askerId = askerOf(notification);
  if (!planId || askerId === undefined) return null;
  return (
    <Suspense fallback={null}>
      <NoticeAnswers {...{ planId, userId, askerId, onAnswered }} />
    </Suspense>
  );
};
