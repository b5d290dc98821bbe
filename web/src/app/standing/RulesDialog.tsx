import { useTranslation } from 'react-i18next';
import { CommunityRules } from '#features/governance/CommunityRules.tsx';
import { useBackCloses } from '#platform/history.ts';
import { Dialog } from '#ui/Dialog.tsx';
import '#features/governance/governance.css';

interface RulesDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** All rules, for whoever cannot open the board's pages. */
export function RulesDialog({ open, onOpenChange }: RulesDialogProps) {
  const { t } = useTranslation();
  useBackCloses('rules', open, () => onOpenChange(false));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('governance.rules')} width="l">
      {open && <CommunityRules />}
    </Dialog>
  );
}
