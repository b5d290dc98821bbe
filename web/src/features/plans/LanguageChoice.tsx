import { type PlanLanguage, planLanguages } from '@dazi/contract/plans/plans.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { languageText } from './plan-words.ts';

interface LanguageChoiceProps {
  label: string;
  chosen: readonly PlanLanguage[];
  most: number;
  onChange(languages: readonly PlanLanguage[]): void;
}

const first: readonly PlanLanguage[] = ['en', 'ja', 'zh'];

/** Languages, each called in itself; those of the interface stand first, the others come on demand. */
export function LanguageChoice({ label, chosen, most, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const shown = planLanguages.filter((one) => showsAll || first.includes(one) || chosen.includes(one));
  const toggle = (language: PlanLanguage) =>
    onChange(
      chosen.includes(language) ? chosen.filter((other) => other !== language) : [...chosen, language],
    );
  return (
    <div className="field">
      <span className="label">{label}</span>
      <fieldset className="chips" aria-label={label}>
        {shown.map((language) => (
          <button
            key={language}
            type="button"
            className="chip s"
            lang={language}
            aria-pressed={chosen.includes(language)}
            disabled={!chosen.includes(language) && chosen.length >= most}
            onClick={() => toggle(language)}
          >
            {chosen.includes(language) && <Icon name="check" size="xs" />}
            {languageText(language)}
          </button>
        ))}
        {!showsAll && (
          <Button kind="text" size="s" icon="plus" onClick={() => setShowsAll(true)}>
            {t('plans.create.addLanguage')}
          </Button>
        )}
      </fieldset>
    </div>
  );
}
