import type { Profile } from '@dazi/contract/people/profiles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { completionOf } from './completion.ts';

export function Completion({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const id = useId();
  const { done, of, missing } = completionOf(profile);
  const [next] = missing;
  if (!next) return null;
  return (
    <div className="profiles-part">
      <div className="row between">
        <h2 id={id}>{t('profiles.completion')}</h2>
        <span className="t3 sm num">{t('profiles.completed', { done, of })}</span>
      </div>
      <progress className="profiles-completion" value={done} max={of} aria-labelledby={id} />
      <p className="hint">{t(`profiles.completionNext.${next}`)}</p>
    </div>
  );
}
