import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { takeNotice } from '#platform/kept-notice.ts';
import { showToast } from '#ui/toast-store.ts';

/** Tells what happened just before the page was loaded anew. */
export function useKeptNotice(): void {
  const { t } = useTranslation();
  useEffect(() => {
    const notice = takeNotice();
    if (notice) showToast({ type: notice.type, message: t(notice.key as 'rooms.manage.remove.done') });
  }, [t]);
}
