import { quizLimits } from '@dazi/contract/mini-apps/quiz-limits.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import {
  type DraftQuestion,
  type Drafts,
  problemOf,
  withChanged,
  withMoved,
  withoutQuestion,
} from './questionnaire-draft.ts';

interface QuestionListProps {
  drafts: Drafts;
  onChange(drafts: Drafts): void;
  /** The key of the question that is open. */
  edited: number | null;
  onEdit(key: number | null): void;
}

/** The questions one below the other; each is moved, edited and removed where it stands. */
export function QuestionList({ drafts, onChange, edited, onEdit }: QuestionListProps) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<DraftQuestion | null>(null);
  const button = { size: 's', iconSize: 's', tip: 'none' } as const;
  return (
    <>
      <ol className="mini-apps-quiz-questions">
        {drafts.questions.map((draft, index) => (
          <li key={draft.key}>
            <span className="num t3">{index + 1}</span>
            {edited === draft.key ? (
              <Editor
                draft={draft}
                onChange={(change) => onChange(withChanged(drafts, draft.key, change))}
                onDone={() => onEdit(null)}
              />
            ) : (
              <>
                <Row draft={draft} isSpecial={index === 0 || index === 4} />
                <Moving
                  place={index + 1}
                  isLast={index === drafts.questions.length - 1}
                  onMove={(by) => onChange(withMoved(drafts, draft.key, by))}
                />
                <IconButton
                  {...button}
                  icon="pencil"
                  label={t('miniApps.quiz.manage.edit', { count: index + 1 })}
                  onClick={() => onEdit(draft.key)}
                />
              </>
            )}
            <IconButton
              {...button}
              icon="trash"
              label={t('miniApps.quiz.manage.remove', { count: index + 1 })}
              onClick={() => setRemoved(draft)}
            />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={t('miniApps.quiz.manage.removeQuestion')}
        {...(removed?.question ? { text: removed.question } : {})}
        confirmLabel={t('miniApps.quiz.manage.delete')}
        destructive
        onConfirm={() => {
          if (removed) onChange(withoutQuestion(drafts, removed.key));
          setRemoved(null);
        }}
      />
    </>
  );
}

interface MovingProps {
  place: number;
  isLast: boolean;
  onMove(by: -1 | 1): void;
}

function Moving({ place, isLast, onMove }: MovingProps) {
  const { t } = useTranslation();
  const button = { size: 's', iconSize: 's', tip: 'none' } as const;
  return (
    <>
      <IconButton
        {...button}
        icon="chevron-up"
        disabled={place === 1}
        label={t('miniApps.quiz.manage.up', { count: place })}
        onClick={() => onMove(-1)}
      />
      <IconButton
        {...button}
        icon="chevron-down"
        disabled={isLast}
        label={t('miniApps.quiz.manage.down', { count: place })}
        onClick={() => onMove(1)}
      />
    </>
  );
}

function Row({ draft, isSpecial }: { draft: DraftQuestion; isSpecial: boolean }) {
  const { t } = useTranslation();
  const problem = problemOf(draft);
  return (
    <div className="mini-apps-quiz-row">
      {draft.question.trim() !== '' && <UserText as="b">{draft.question}</UserText>}{' '}
      {isSpecial && <span className="pill">{t('miniApps.quiz.special')}</span>}
      {problem && (
        <span className="hint err" role="alert">
          <Icon name="error" size="s" />
          {t(`miniApps.quiz.manage.${problem}`)}
        </span>
      )}
      <UserText as="div" className="sm t3">
        {draft.options.join(' / ')}
      </UserText>
    </div>
  );
}

interface EditorProps {
  draft: DraftQuestion;
  onChange(change: Partial<DraftQuestion>): void;
  onDone(): void;
}

function Editor({ draft, onChange, onDone }: EditorProps) {
  const { t } = useTranslation();
  const [wasAsked, setAsked] = useState(false);
  const problem = problemOf(draft);
  const [one, other] = draft.options;
  const done = () => {
    setAsked(true);
    if (problem === null) onDone();
  };
  return (
    <form
      className="stack mini-apps-quiz-editor"
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <Field
        label={t('miniApps.quiz.manage.question')}
        value={draft.question}
        maxLength={quizLimits.question}
        dir="auto"
        autoFocus
        onChange={(event) => onChange({ question: event.target.value })}
      />
      <div className="mini-apps-quiz-editor-options">
        {[one, other].map((option, place) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: always the same two
            key={place}
            label={t('miniApps.quiz.manage.option', { count: place + 1 })}
            value={option}
            maxLength={quizLimits.option}
            dir="auto"
            onChange={({ target: { value } }) =>
              onChange({ options: place === 0 ? [value, other] : [one, value] })
            }
          />
        ))}
      </div>
      {wasAsked && problem && (
        <span className="hint err" role="alert">
          <Icon name="error" size="s" />
          {t(`miniApps.quiz.manage.${problem}`)}
        </span>
      )}
      <div>
        <Button size="s" type="submit">
          {t('miniApps.quiz.manage.done')}
        </Button>
      </div>
    </form>
  );
}
