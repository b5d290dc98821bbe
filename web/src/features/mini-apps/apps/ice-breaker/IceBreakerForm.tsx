import type { IceBreakerQuestionId } from '@dazi/contract/mini-apps/ice-breaker';
import { iceBreakerQuestionIds } from '@dazi/contract/mini-apps/ice-breaker.rules';
import { iceBreakerLimits } from '@dazi/contract/mini-apps/ice-breaker-limits.rules';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField } from '#ui/Field.tsx';
import type { ConfigFormProps } from '../../app-kind.ts';

/** One of the questions there are, or an own one. */
export function IceBreakerForm({ formId, onSubmit, onReady, kept, onKeep }: ConfigFormProps) {
  const { t } = useTranslation();
  const name = useId();
  const [chosen, setChosen] = useState<IceBreakerQuestionId | null>(
    typeof kept?.written === 'string' ? null : 'small-joy',
  );
  const [written, setWritten] = useState(typeof kept?.written === 'string' ? kept.written : '');
  const own = written.trim();
  const isReady = chosen !== null || own !== '';
  useEffect(() => onReady(isReady), [onReady, isReady]);
  return (
    <form
      id={formId}
      className="stack mini-apps-form"
      onSubmit={(event) => {
        event.preventDefault();
        const config = chosen ? { questionId: chosen, question: null } : { questionId: null, question: own };
        if (isReady) onSubmit({ config });
      }}
    >
      <fieldset className="mini-apps-poll-options">
        <legend className="label">{t('miniApps.ice.choose')}</legend>
        {iceBreakerQuestionIds.map((id) => (
          <label key={id} className={chosen === id ? 'mini-apps-quiz-option on' : 'mini-apps-quiz-option'}>
            <input type="radio" name={name} checked={chosen === id} onChange={() => setChosen(id)} />
            <span className="grow">{t(`miniApps.ice.questions.${id}`)}</span>
          </label>
        ))}
        <label className={chosen === null ? 'mini-apps-quiz-option on' : 'mini-apps-quiz-option'}>
          <input type="radio" name={name} checked={chosen === null} onChange={() => setChosen(null)} />
          <span className="grow">{t('miniApps.ice.own')}</span>
        </label>
      </fieldset>
      {chosen === null && (
        <AreaField
          label={t('miniApps.ice.ownLabel')}
          rows={2}
          dir="auto"
          maxLength={iceBreakerLimits.question}
          counter={`${written.length}/${iceBreakerLimits.question}`}
          value={written}
          autoFocus
          onChange={({ target: { value } }) => {
            setWritten(value);
            onKeep({ written: value });
          }}
        />
      )}
    </form>
  );
}
