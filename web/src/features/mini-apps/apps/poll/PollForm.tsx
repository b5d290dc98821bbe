import { miniAppLimits } from '@dazi/contract/mini-apps/mini-app-kit.rules';
import type { PollShows } from '@dazi/contract/mini-apps/poll';
import { pollLimits, pollShows } from '@dazi/contract/mini-apps/poll-limits.rules';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Switch } from '#ui/Switch.tsx';
import type { ConfigFormProps } from '../../app-kind.ts';
import {
  configOf,
  emptyPoll,
  keptPoll,
  problemOf,
  withOption,
  withoutOption,
  withText,
} from './poll-draft.ts';

/** What is asked, and what can be answered. */
export function PollForm({ formId, onSubmit, onReady, kept, onKeep }: ConfigFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => keptPoll(kept) ?? emptyPoll);
  const { question, options, multiple, anonymous, shows } = draft;
  const problem = problemOf(draft);
  // What was begun before may be complete.
  const isComplete = problem === null;
  useEffect(() => onReady(isComplete), [onReady, isComplete]);
  const change = (next: typeof draft) => {
    setDraft(next);
    onKeep(next);
  };
  const labels: Record<PollShows, string> = {
    voted: t('miniApps.poll.showsVoted'),
    always: t('miniApps.poll.showsAlways'),
    closed: t('miniApps.poll.showsClosed'),
  };
  return (
    <form
      id={formId}
      className="stack mini-apps-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onSubmit({ title: question.trim(), config: { ...configOf(draft) } });
      }}
    >
      <Field
        label={t('miniApps.poll.question')}
        value={question}
        maxLength={miniAppLimits.title}
        dir="auto"
        autoFocus
        onChange={(event) => change({ ...draft, question: event.target.value })}
      />
      <fieldset className="mini-apps-poll-fields" aria-label={t('miniApps.poll.optionsLabel')}>
        {options.map(({ key, text }, index) => (
          <div key={key} className="mini-apps-poll-field">
            <Field
              label={t('miniApps.poll.option', { count: index + 1 })}
              hideLabel
              placeholder={t('miniApps.poll.option', { count: index + 1 })}
              value={text}
              maxLength={pollLimits.option}
              dir="auto"
              onChange={(event) => change(withText(draft, key, event.target.value))}
            />
            {options.length > pollLimits.leastOptions && (
              <IconButton
                icon="close"
                iconSize="s"
                tip="none"
                label={t('miniApps.poll.removeOption', { count: index + 1 })}
                onClick={() => change(withoutOption(draft, key))}
              />
            )}
          </div>
        ))}
        {options.length < pollLimits.options && (
          <Button kind="ghost" size="s" icon="plus" onClick={() => change(withOption(draft))}>
            {t('miniApps.poll.addOption')}
          </Button>
        )}
        {problem === 'twice' && (
          <p className="hint err" role="alert">
            {t('miniApps.poll.twice')}
          </p>
        )}
      </fieldset>
      <Switch
        label={t('miniApps.poll.multiple')}
        checked={multiple}
        onChange={(next) => change({ ...draft, multiple: next })}
      />
      <Switch
        label={t('miniApps.poll.anonymous')}
        checked={anonymous}
        onChange={(next) => change({ ...draft, anonymous: next })}
      />
      <div className="field">
        <span className="label">{t('miniApps.poll.shows')}</span>
        <Segmented
          label={t('miniApps.poll.shows')}
          inForm
          options={pollShows.map((value) => ({ value, label: labels[value] }))}
          value={shows}
          onChange={(next) => change({ ...draft, shows: next })}
        />
      </div>
    </form>
  );
}
