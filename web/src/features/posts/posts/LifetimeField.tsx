import type { Lifetime } from '@dazi/contract/posts/posts';
import { lifetimes_days } from '@dazi/contract/posts/posts.rules';
import { useTranslation } from 'react-i18next';
import { Segmented } from '#ui/Segmented.tsx';

const lifetimeNames = { 1: 'day', 7: 'week', 30: 'month' } as const;
const lifetimeName = (days: Lifetime) => (days === null ? 'never' : lifetimeNames[days]);

interface LifetimeFieldProps {
  /** Days, or never. */
  value: string;
  onChange(lifetime: string): void;
}

/** After how many days a post disappears. */
export function LifetimeField({ value, onChange }: LifetimeFieldProps) {
  const { t } = useTranslation();
  return (
    <div className="posts-composer-lifetime">
      <span className="label">{t('posts.composer.disappearsAfter')}</span>
      <Segmented
        label={t('posts.composer.disappearsAfter')}
        value={value}
        onChange={onChange}
        options={lifetimes_days.map((days) => ({
          value: days === null ? 'never' : String(days),
          label: t(`posts.composer.lifetime.${lifetimeName(days)}`),
        }))}
      />
    </div>
  );
}
