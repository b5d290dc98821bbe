import { ruleTexts } from '@dazi/contract/moderation/rules-text';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Select } from '#ui/Select.tsx';
import { firstSentence } from './offered-rule.ts';

interface RuleFieldProps {
  value: number | null;
  /** Where its words stand. */
  hintId: string;
  onChange(rule: number): void;
}

export function RuleField({ value, hintId, onChange }: RuleFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  return (
    <div className="field">
      <label htmlFor={id}>{t('moderation.decision.rule')}</label>
      <Select
        id={id}
        aria-describedby={hintId}
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
      </Select>
    </div>
  );
}

export function RuleWords({ id, rule }: { id: string; rule: number | null }) {
  const language = useLanguage();
  const words = ruleTexts.find(({ number }) => number === rule)?.[language];
  return (
    <p id={id} className="hint" hidden={!words}>
      {words}
    </p>
  );
}
