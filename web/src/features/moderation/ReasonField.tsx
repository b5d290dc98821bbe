import { decisionLimits } from '@dazi/contract/moderation/moderation.rules';
import { useTranslation } from 'react-i18next';
import { AreaField } from '#ui/Field.tsx';

interface ReasonFieldProps {
  label: string;
  rows: number;
  value: string;
  onChange(reason: string): void;
}

/** Why something is decided, as the person will read it. */
export function ReasonField({ label, rows, value, onChange }: ReasonFieldProps) {
  const { t } = useTranslation();
  return (
    <AreaField
      label={label}
      hint={t('moderation.decision.reasonHint')}
      rows={rows}
      dir="auto"
      maxLength={decisionLimits.reason}
      counter={`${value.length}/${decisionLimits.reason}`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
