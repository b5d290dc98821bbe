import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';

interface DiscardDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  onDiscard(): void;
}

/** Asks before changes that are not saved are gone. */
export function DiscardDialog({ open, onOpenChange, onDiscard }: DiscardDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('ui.discardQuestion')}
      text={t('ui.discardText')}
      confirmLabel={t('ui.discard')}
      onConfirm={onDiscard}
      destructive
    />
  );
}
