import { quizLimits } from '@dazi/contract/mini-apps/quiz';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DiscardDialog } from '#ui/DiscardDialog.tsx';
import { AreaField, Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useQuestionnaire, useSaveQuestionnaire } from '../../mini-apps.api.ts';
import {
  contentOf,
  type DraftQuestion,
  type Drafts,
  draftsOf,
  isOther,
  problemOf,
  withChanged,
  withEmpty,
  withLines,
  withMoved,
  withoutQuestion,
} from './questionnaire-draft.ts';

interface QuizManagementProps {
  onClose(): void;
}

/** The questions that quizzes ask from now on; for the administrator. */
export function QuizManagement({ onClose }: QuizManagementProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useLanguage();
  const { data, isError, isFetching, refetch } = useQuestionnaire(language);
  const [changed, setChanged] = useState<Drafts | null>(null);
  const [edited, setEdited] = useState<number | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [lines, setLines] = useState('');
  const [isDiscarding, setDiscarding] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const [imported, setImported] = useState<{ taken: number; ignored: number } | null>(null);
  const [removed, setRemoved] = useState<DraftQuestion | null>(null);
  const save = useSaveQuestionnaire();
  const drafts = changed ?? (data ? draftsOf(data.content) : null);
  const hasProblem = drafts?.questions.some((one) => problemOf(one) !== null) ?? true;

  const isChanged = changed !== null && data !== undefined && isOther(changed, data.content);
  const wouldLose = isChanged || lines.trim() !== '';
  const leave = () => {
    if (wouldLose) setDiscarding(true);
    else onClose();
  };
  // Going back asks as closing does; once more, and nothing was asked.
  useBackCloses('changes', changed !== null || lines !== '', () => {
    if (isDiscarding) setDiscarding(false);
    else leave();
    return !wouldLose;
  });

  const store = (content: string | null) =>
    save.mutate(content, {
      onSuccess: () => {
        showToast({ type: 'success', message: t('miniApps.quiz.manage.saved') });
        onClose();
      },
      onSettled: () => setResetting(false),
    });
  const add = () => {
    if (!drafts) return;
    setChanged(withEmpty(drafts));
    setEdited(drafts.nextKey);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t('miniApps.quiz.manage.title')}
      className="quiz-management"
      footer={
        <>
          {data?.source === 'custom' && (
            <Button kind="text" className="quiz-reset" onClick={() => setResetting(true)}>
              {t('miniApps.quiz.manage.reset')}
            </Button>
          )}
          <Button kind="ghost" onClick={leave}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={changed === null || hasProblem || changed.questions.length === 0}
            busy={save.isPending}
            onClick={() => changed && store(contentOf(changed))}
          >
            {t('miniApps.quiz.manage.save')}
          </Button>
        </>
      }
    >
      {drafts && (
        <div className="row wrap quiz-tools">
          <Button
            kind="ghost"
            size="s"
            aria-expanded={isImporting}
            onClick={() => {
              setImported(null);
              setImporting(!isImporting);
            }}
          >
            {t('miniApps.quiz.manage.import')}
          </Button>
          <Button
            size="s"
            icon="plus"
            disabled={drafts.questions.length >= quizLimits.questionnaire}
            onClick={add}
          >
            {t('miniApps.quiz.manage.add')}
          </Button>
        </div>
      )}
      {isImporting && drafts && (
        <Import
          lines={lines}
          onLines={setLines}
          onTake={() => {
            const { drafts: next, taken, ignored } = withLines(drafts, lines);
            if (taken > 0) {
              setChanged(next);
              setLines('');
            }
            setImported({ taken, ignored });
            setImporting(taken === 0);
          }}
        />
      )}
      {imported && (
        <p className="sm t2 quiz-imported" role="status">
          {t('miniApps.quiz.manage.imported', { count: imported.taken })}{' '}
          {imported.ignored > 0 && t('miniApps.quiz.manage.ignored', { count: imported.ignored })}
        </p>
      )}
      {!drafts &&
        (isError && !isFetching ? (
          <InlineError text={t('miniApps.quiz.manage.loadFailed')} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-busy="true" aria-label={t('ui.loading')}>
            <Skeleton width="70%" />
          </div>
        ))}
      {drafts?.questions.length === 0 && <p className="t3">{t('miniApps.quiz.manage.empty')}</p>}
      {drafts && <Note icon="info">{t('miniApps.quiz.manage.places')}</Note>}
      {drafts && (
        <ol className="quiz-questions">
          {drafts.questions.map((draft, index) => (
            <li key={draft.key}>
              <span className="num t3">{index + 1}</span>
              {edited === draft.key ? (
                <Editor
                  draft={draft}
                  onChange={(change) => setChanged(withChanged(drafts, draft.key, change))}
                  onDone={() => setEdited(null)}
                />
              ) : (
                <Row draft={draft} isSpecial={index === 0 || index === 4} />
              )}
              {edited !== draft.key && (
                <Moving
                  place={index + 1}
                  isLast={index === drafts.questions.length - 1}
                  onMove={(by) => setChanged(withMoved(drafts, draft.key, by))}
                />
              )}
              {edited !== draft.key && (
                <IconButton
                  icon="pencil"
                  size="s"
                  iconSize="s"
                  tip="none"
                  label={t('miniApps.quiz.manage.edit', { count: index + 1 })}
                  onClick={() => setEdited(draft.key)}
                />
              )}
              <IconButton
                icon="trash"
                size="s"
                iconSize="s"
                tip="none"
                label={t('miniApps.quiz.manage.remove', { count: index + 1 })}
                onClick={() => setRemoved(draft)}
              />
            </li>
          ))}
        </ol>
      )}
      {save.isError && (
        <InlineError text={t('miniApps.quiz.manage.saveFailed', { reason: errorText(save.error) })} />
      )}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={t('miniApps.quiz.manage.removeQuestion')}
        {...(removed?.question ? { text: removed.question } : {})}
        confirmLabel={t('miniApps.quiz.manage.delete')}
        destructive
        onConfirm={() => {
          if (drafts && removed) setChanged(withoutQuestion(drafts, removed.key));
          setRemoved(null);
        }}
      />
      <ConfirmDialog
        open={isResetting}
        onOpenChange={setResetting}
        title={t('miniApps.quiz.manage.resetQuestion')}
        text={t('miniApps.quiz.manage.resetText')}
        confirmLabel={t('miniApps.quiz.manage.reset')}
        destructive
        busy={save.isPending}
        onConfirm={() => store(null)}
      />
      <DiscardDialog open={isDiscarding} onOpenChange={setDiscarding} onDiscard={onClose} />
    </Dialog>
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
    <div className="quiz-row">
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
      className="stack quiz-editor"
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
      <div className="quiz-editor-options">
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

interface ImportProps {
  lines: string;
  onLines(lines: string): void;
  onTake(): void;
}

function Import({ lines, onLines, onTake }: ImportProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="stack quiz-import">
      <AreaField
        id={id}
        label={t('miniApps.quiz.manage.lines')}
        hint={t('miniApps.quiz.manage.linesHint')}
        placeholder={t('miniApps.quiz.manage.linesExample')}
        rows={5}
        dir="auto"
        maxLength={quizLimits.content}
        value={lines}
        onChange={(event) => onLines(event.target.value)}
      />
      <div>
        <Button size="s" disabled={lines.trim() === ''} onClick={onTake}>
          {t('miniApps.quiz.manage.take')}
        </Button>
      </div>
    </div>
  );
}
