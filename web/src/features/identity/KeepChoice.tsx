import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseKeep, useKeepChoice } from '#features/identity/sign-in.ts';
import './identity.css';

/** Beside the button to sign in: whether one wants to stay. */
export function KeepChoice() {
  const { t } = useTranslation();
  const hint = useId();
  return (
    <div className="identity-keep-choice">
      <label>
        <input
          type="checkbox"
          checked={useKeepChoice()}
          aria-describedby={hint}
          onChange={({ currentTarget }) => chooseKeep(currentTarget.checked)}
        />
        {t('identity.keep')}
      </label>
      <p className="hint" id={hint}>
        {t('identity.keepHint')}
      </p>
    </div>
  );
}
