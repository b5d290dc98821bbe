import type { Gender } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { Segmented } from '#ui/Segmented.tsx';

interface GenderFieldProps {
  value: Gender | null;
  onChange(value: Gender | null): void;
}

export function GenderField({ value, onChange }: GenderFieldProps) {
  const { t } = useTranslation();
  return (
    <div className="field">
      <span className="label">{t('profiles.gender')}</span>
      <Segmented
        inForm
        label={t('profiles.gender')}
        value={value ?? 'none'}
        onChange={(choice) => onChange(choice === 'none' ? null : choice)}
        options={[
          { value: 'none', label: t('profiles.genders.none') },
          { value: 'M', label: t('profiles.genders.M'), icon: 'male' },
          { value: 'F', label: t('profiles.genders.F'), icon: 'female' },
        ]}
      />
    </div>
  );
}
