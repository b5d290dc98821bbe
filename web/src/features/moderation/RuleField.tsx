import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rulesParts, useRules } from '#features/governance/governance.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { UserText } from '#ui/UserText.tsx';
import { firstSentence } from './offered-rule.ts';

interface RuleFieldProps {
  value: number | null;
  onChange(rule: number): void;
}

/** One of the rules as they stand today. */
export function RuleField({ value, onChange }: RuleFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { data, isError, refetch } = useRules(useLanguage());
  const rules = rulesParts(data ?? '').flatMap((part) => (part.kind === 'rule' ? [part] : []));
  const whole = rules.find(({ number }) => Number(number) === value)?.text;
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
        {rules.map(({ number, text }) => (
          <option key={number} value={number}>
            {`${number}. ${firstSentence(text)}`}
          </option>
        ))}
      </select>
      <div id={`${id}-hint`}>
        {whole && (
          <UserText as="p" className="hint">
            {whole}
          </UserText>
        )}
      </div>
      {isError && <InlineError text={t('moderation.decision.rulesFailed')} onRetry={() => void refetch()} />}
    </div>
  );
}
