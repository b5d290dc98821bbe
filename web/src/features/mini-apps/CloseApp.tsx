import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useComplete } from './mini-apps.api.ts';

interface CloseAppProps {
  miniApp: MiniApp;
  title: string;
  label?: string;
  question?: string;
  /** What becomes of it, where that is something else. */
  text?: string;
}

/** For whoever added it: ends it with what there is. */
export function CloseApp({ miniApp, title, label, question, text }: CloseAppProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const complete = useComplete(miniApp.id);
  if (!miniApp.can.complete) return null;
  const confirm = () =>
    complete.mutate(undefined, {
      onError: (error) => showToast({ type: 'error', message: errorText(error) }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="s" kind="ghost" onClick={() => setAsking(true)}>
        {label ?? t('miniApps.card.close')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={question ?? t('miniApps.card.closeQuestion', { title })}
        text={text ?? t('miniApps.card.closeText')}
        confirmLabel={label ?? t('miniApps.card.close')}
        busy={complete.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
