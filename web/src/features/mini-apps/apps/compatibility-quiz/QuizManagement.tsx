import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DiscardDialog } from '#ui/DiscardDialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useQuestionnaire, useSaveQuestionnaire } from '../../mini-apps.api.ts';
import { QuestionList } from './QuestionList.tsx';
import { QuestionTools } from './QuestionTools.tsx';
import { contentOf, withEmpty } from './questionnaire-draft.ts';
import { useQuestionnaireDraft } from './use-questionnaire-draft.ts';

interface QuizManagementProps {
  userId: string;
  onClose(): void;
}

/** The questions that quizzes ask from now on; for the administrator. */
export function QuizManagement({ userId, onClose }: QuizManagementProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const language = useLanguage();
  const { data, isError, isFetching, refetch } = useQuestionnaire(language);
  const draft = useQuestionnaireDraft(userId, data?.content);
  const { drafts, setDrafts, wouldLose, forget } = draft;
  const [edited, setEdited] = useState<number | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const save = useSaveQuestionnaire();

  /** Nothing of it is wanted any more. */
  const done = () => {
    forget();
    onClose();
  };
  const leave = () => {
    if (wouldLose) setDiscarding(true);
    else done();
  };
  // Going back asks as closing does; once more, and nothing was asked.
  useBackCloses('changes', draft.isTouched, () => {
    if (isDiscarding) setDiscarding(false);
    else leave();
    return !wouldLose;
  });

  const store = (content: string | null) =>
    save.mutate(content, {
      onSuccess: () => {
        showToast({ type: 'success', message: t('miniApps.quiz.manage.saved') });
        done();
      },
      onSettled: () => setResetting(false),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t('miniApps.quiz.manage.title')}
      footer={
        <>
          {data?.source === 'custom' && (
            <Button kind="text" className="mini-apps-quiz-reset" onClick={() => setResetting(true)}>
              {t('miniApps.quiz.manage.reset')}
            </Button>
          )}
          <Button kind="ghost" onClick={leave}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={!draft.canSave}
            busy={save.isPending}
            onClick={() => drafts && store(contentOf(drafts))}
          >
            {t('miniApps.quiz.manage.save')}
          </Button>
        </>
      }
    >
      {drafts && (
        <>
          <QuestionTools
            drafts={drafts}
            onChange={setDrafts}
            lines={draft.lines}
            onLines={draft.setLines}
            onAdd={() => {
              setDrafts(withEmpty(drafts));
              setEdited(drafts.nextKey);
            }}
          />
          {drafts.questions.length === 0 && <p className="t3">{t('miniApps.quiz.manage.empty')}</p>}
          <Note icon="info">{t('miniApps.quiz.manage.places')}</Note>
          <QuestionList drafts={drafts} onChange={setDrafts} edited={edited} onEdit={setEdited} />
        </>
      )}
      {!drafts &&
        (isError && !isFetching ? (
          <InlineError text={t('miniApps.quiz.manage.loadFailed')} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-busy="true" aria-label={t('ui.loading')}>
            <Skeleton width="70%" />
          </div>
        ))}
      {save.isError && (
        <InlineError text={t('miniApps.quiz.manage.saveFailed', { reason: errorText(save.error) })} />
      )}
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
      <DiscardDialog open={isDiscarding} onOpenChange={setDiscarding} onDiscard={done} />
    </Dialog>
  );
}
