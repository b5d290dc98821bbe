import {
  type IceBreakerQuestionId,
  iceBreakerLimits,
  iceBreakerQuestionIds,
} from '@dazi/contract/ice-breaker';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField } from '#ui/Field.tsx';
import type { ConfigFormProps } from '../../app-kind.ts';

/** One of the questions there are, or an own one. */
export function IceBreakerForm({ formId, onSubmit, onReady }: ConfigFormProps) {
  const { t } = useTranslation();
  const name = useId();
  const [chosen, setChosen] = useState<IceBreakerQuestionId | null>('small-joy');
  const [written, setWritten] = useState('');
  const own = written.trim();
  const isReady = chosen !== null || own !== '';
  const choose = (id: IceBreakerQuestionId | null) => {
    setChosen(id);
    onReady(id !== null || own !== '');
  };
  return (
    <form
      id={formId}
      className="stack app-form"
      onSubmit={(event) => {
        event.preventDefault();
        const config = chosen ? { questionId: chosen, question: null } : { questionId: null, question: own };
        if (isReady) onSubmit({ config });
      }}
    >
      <fieldset className="poll-options">
        <legend className="label">{t('miniApps.ice.choose')}</legend>
        {iceBreakerQuestionIds.map((id) => (
          <label key={id} className={chosen === id ? 'quiz-option on' : 'quiz-option'}>
            <input type="radio" name={name} checked={chosen === id} onChange={() => choose(id)} />
            <span className="grow">{t(`miniApps.ice.questions.${id}`)}</span>
          </label>
        ))}
        <label className={chosen === null ? 'quiz-option on' : 'quiz-option'}>
          <input type="radio" name={name} checked={chosen === null} onChange={() => choose(null)} />
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
            onReady(value.trim() !== '');
          }}
        />
      )}
    </form>
  );
}
