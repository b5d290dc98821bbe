import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The question. */
  title: string;
  text?: string;
  confirmLabel: string;
  /** What leaves everything as it is; "Cancel" unless the question is about cancelling. */
  keepLabel?: string;
  /** What takes its time returns its end: until then it is not begun again. */
  onConfirm(): unknown;
  busy?: boolean;
  destructive?: boolean;
  /** What else is to be known before. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  keepLabel,
  onConfirm,
  busy = false,
  destructive = false,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const confirm = useOneAtATime(async () => onConfirm());
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(text !== undefined && { description: text })}
      width="s"
      className="confirm"
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenChange(false)}>
            {keepLabel ?? t('ui.cancel')}
          </Button>
          <Button kind={destructive ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
