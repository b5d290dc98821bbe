import { quiz } from '@dazi/contract/mini-apps/quiz.rules';
import { quizLimits } from '@dazi/contract/mini-apps/quiz-limits.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/Field.tsx';
import { Switch } from '#ui/Switch.tsx';
import type { ConfigFormProps } from '../../app-kind.ts';

/** How many questions are asked, and whether the result waits for all. */
export function QuizForm({ formId, onSubmit, onReady }: ConfigFormProps) {
  const { t } = useTranslation();
  const [count, setCount] = useState(String(quiz.defaultConfig.maxQuestions));
  const [waits, setWaits] = useState(quiz.defaultConfig.requireAllParticipants);
  const config = { ...quiz.defaultConfig, maxQuestions: Number(count), requireAllParticipants: waits };
  const isReady = isCount(count);
  return (
    <form
      id={formId}
      className="stack mini-apps-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit({ config });
      }}
    >
      <Field
        label={t('miniApps.quiz.setup.count')}
        hint={t('miniApps.quiz.setup.countHint', { count: quizLimits.questions })}
        type="number"
        inputMode="numeric"
        min={1}
        max={quizLimits.questions}
        value={count}
        autoFocus
        onChange={({ target: { value } }) => {
          setCount(value);
          onReady(isCount(value));
        }}
      />
      <Switch
        label={t('miniApps.quiz.setup.waits')}
        hint={t('miniApps.quiz.setup.waitsHint')}
        checked={waits}
        onChange={setWaits}
      />
    </form>
  );
}

const isCount = (text: string) => {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= quizLimits.questions;
};
