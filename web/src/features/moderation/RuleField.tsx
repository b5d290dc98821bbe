import { ruleTexts } from '@dazi/contract/moderation/rules-text';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { firstSentence } from './offered-rule.ts';

interface RuleFieldProps {
  value: number | null;
  onChange(rule: number): void;
}

/** The rule that was broken, with its words. */
export function RuleField({ value, onChange }: RuleFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  return (
    <div className="field">
      <label htmlFor={id}>{t('moderation.decision.rule')}</label>
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-hint`}
        value={value ?? ''}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        <option value="" disabled>
          {t('moderation.decision.chooseRule')}
        </option>
        {ruleTexts.map((rule) => (
          <option key={rule.number} value={rule.number}>
            {`${rule.number}. ${firstSentence(rule[language])}`}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="hint">
        {ruleTexts.find(({ number }) => number === value)?.[language]}
      </p>
    </div>
  );
}
