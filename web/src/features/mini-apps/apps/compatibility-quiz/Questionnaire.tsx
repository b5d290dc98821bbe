import type { QuizQuestion, QuizSubmission } from '@dazi/contract/mini-apps/quiz';
import { questionIn } from '@dazi/contract/mini-apps/quiz.rules';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useSessionFacts } from '#features/identity/identity.api.ts';
import { ApiError } from '#platform/api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { UserText } from '#ui/UserText.tsx';
import type { AppViewProps } from '../../app-kind.ts';
import { expandCard } from '../../expanded-card.ts';
import { Faces } from '../../Faces.tsx';
import { useParticipate } from '../../mini-apps.api.ts';
import { questionsIn } from './quiz-content.ts';
import { draftOf, keepDraft } from './quiz-drafts.ts';
import { answeredCount, type Given, givenOf, isComplete, submissionOf, withGiven } from './quiz-progress.ts';

/** Answering, or reading what one has answered; after that what became of the answers. */
export function Questionnaire({ miniApp, userId, title, onClose, onReload }: AppViewProps) {
  const { t } = useTranslation();
  const { administrator } = useSessionFacts();
  const failureText = useFailureText();
  const participate = useParticipate(miniApp.id, userId);
  const [ending, setEnding] = useState<'sent' | 'refused' | null>(null);
  // As it was when it opened: the thanks follow only what was sent here.
  const [wasAnswered, setAnswered] = useState(miniApp.hasParticipated);
  // What was sent from here is there, and only the answer to it was lost.
  const hasArrived = participate.isError && miniApp.hasParticipated;
  const isReading = wasAnswered || hasArrived;
  const questions = questionsIn(miniApp);
  // Meanwhile: a closed one is not opened by those who have not taken part.
  const isClosed = !miniApp.isActive && !isReading;
  const results = miniApp.isCompleted && miniApp.result ? () => expandCard(miniApp.id, 'results') : null;
  const own = miniApp.participations.find((one) => one.userId === userId);
  const formId = useId();

  const complete = useOneAtATime(async (submission: QuizSubmission) => {
    try {
      await participate.mutateAsync(submission);
      keepDraft(userId, miniApp.id, null);
      setEnding('sent');
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      // Sent from another tab or device: what counts is what was sent there. Other failures are said below.
      if (error.code === 'ALREADY_PARTICIPATED') setAnswered(true);
      else if (error.code === 'MINI_APP_CLOSED') {
        keepDraft(userId, miniApp.id, null);
        setEnding('refused');
      }
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      width="s"
      aside={
        administrator && (
          <IconButton
            icon="settings"
            tip="none"
            label={t('miniApps.quiz.manage.open')}
            onClick={() => expandCard(miniApp.id, 'manage')}
          />
        )
      }
    >
      {questions.length === 0 ? (
        <div className="stack">
          <InlineError text={t('miniApps.quiz.loadFailed')} onRetry={onReload} />
          <div className="mini-apps-quiz-steps">
            <span />
            <Button onClick={onClose}>{t('ui.close')}</Button>
          </div>
        </div>
      ) : ending ? (
        <Ending isRefused={ending === 'refused'} miniApp={miniApp} onResults={results} onClose={onClose} />
      ) : (
        <Steps
          key={isReading && own ? 'own' : 'open'}
          formId={formId}
          questions={questions}
          saved={isReading ? own?.data?.answers : draftOf(userId, miniApp.id)}
          onChange={(given) => keepDraft(userId, miniApp.id, given)}
          isReading={isReading}
          isClosed={isClosed}
          isSending={participate.isPending}
          failure={
            participate.isError && !isReading
              ? failureText(t('miniApps.quiz.submitFailed'), participate.error)
              : null
          }
          onComplete={(submission) => void complete(submission)}
          onResults={results}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface StepsProps {
  formId: string;
  questions: readonly QuizQuestion[];
  saved: readonly unknown[] | undefined;
  isReading: boolean;
  isClosed: boolean;
  isSending: boolean;
  failure: string | null;
  onChange(given: Given): void;
  onComplete(submission: QuizSubmission): void;
  /** Null where there is no result. */
  onResults: (() => void) | null;
  onClose(): void;
}

function Steps(props: StepsProps) {
  const { formId, questions, saved, isReading, isClosed, isSending, failure } = props;
  const { onChange, onComplete, onResults, onClose } = props;
  const { t } = useTranslation();
  const [given, setGiven] = useState(() => givenOf(questions.length, saved));
  const [index, setIndex] = useState(0);
  const heading = useRef<HTMLLegendElement>(null);
  const isFirst = useRef(true);
  const question = questions[index]!;
  const total = questions.length;
  const isLast = index === total - 1;
  const hasAnswer = given[index] !== null;
  const percent = Math.round((100 * answeredCount(given)) / total);

  // A reader hears the next question; the keys 1 and 2 work at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is the reason
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else heading.current?.focus();
  }, [index]);

  const choose = (place: number) => {
    const answer = question.options[place];
    if (isReading || isSending || answer === undefined) return;
    const next = withGiven(given, index, answer);
    setGiven(next);
    onChange(next);
  };
  const submit = () => {
    if (isComplete(given) && !isSending) onComplete(submissionOf(given, currentTime()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With one of these held the browser changes to another tab.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '1' || event.key === '2') choose(Number(event.key) - 1);
  };
  return (
    <form
      id={formId}
      className="mini-apps-quiz-form"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasAnswer) return;
        if (!isLast) setIndex(index + 1);
        else if (isReading) onClose();
        else submit();
      }}
    >
      <div className="row between sm t3 num">
        <span>{t('miniApps.quiz.question', { count: index + 1, total })}</span>
        <span>{percent}%</span>
      </div>
      <progress
        className="mini-apps-quiz-progress"
        max={100}
        value={percent}
        aria-label={t('miniApps.quiz.question', { count: index + 1, total })}
      />
      {isReading && <Note icon="lock">{t('miniApps.quiz.saved')}</Note>}
      <div role="status" className="mini-apps-quiz-news">
        {isClosed && (
          <Note
            icon="lock"
            action={
              onResults
                ? { label: t('miniApps.quiz.results'), run: onResults }
                : { label: t('ui.close'), run: onClose }
            }
          >
            {t('miniApps.quiz.closedWhile')}
          </Note>
        )}
      </div>
      <QuestionChoice
        heading={heading}
        name={`${formId} ${question.id}`}
        question={question}
        answer={given[index] ?? null}
        disabled={isReading}
        onChoose={choose}
      />
      {failure && <InlineError text={failure} />}
      <div className="mini-apps-quiz-steps">
        {isReading ? (
          <span />
        ) : (
          <Button kind="ghost" icon="chevron-left" disabled={index === 0} onClick={() => setIndex(index - 1)}>
            {t('miniApps.quiz.back')}
          </Button>
        )}
        {isLast && !isReading ? (
          <Button kind="primary" type="submit" disabled={isClosed || !isComplete(given)} busy={isSending}>
            <span className="mini-apps-quiz-submit">{t('miniApps.quiz.submit')}</span>
          </Button>
        ) : (
          <Button kind="primary" type="submit" disabled={!hasAnswer}>
            {isLast ? t('ui.close') : t('miniApps.quiz.next')}
            {!isLast && <Icon name="chevron-right" />}
          </Button>
        )}
      </div>
    </form>
  );
}

interface QuestionChoiceProps {
  heading: RefObject<HTMLLegendElement | null>;
  /** Of the group of choices, which is another one for each question. */
  name: string;
  question: QuizQuestion;
  answer: string | null;
  disabled: boolean;
  onChoose(place: number): void;
}

/** A question in the reader's language, and what can be answered, with the keys that do so. */
function QuestionChoice({ heading, name, question, answer, disabled, onChoose }: QuestionChoiceProps) {
  const shown = questionIn(question, useLanguage());
  return (
    <fieldset className="mini-apps-quiz-question">
      <legend ref={heading} tabIndex={-1}>
        <UserText>{shown.question}</UserText>
      </legend>
      {question.options.map((option, place) => (
        <label
          key={option}
          className={answer === option ? 'mini-apps-quiz-option on' : 'mini-apps-quiz-option'}
        >
          <input
            type="radio"
            name={name}
            checked={answer === option}
            disabled={disabled}
            onChange={() => onChoose(place)}
          />
          <UserText as="span" className="grow">
            {shown.options[place]!}
          </UserText>
          <span className="mini-apps-quiz-key num" aria-hidden="true">
            {place + 1}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface EndingProps extends Pick<AppViewProps, 'miniApp' | 'onClose'> {
  /** It was closed before the answers came. */
  isRefused: boolean;
  onResults: (() => void) | null;
}

function Ending({ isRefused, miniApp, onResults, onClose }: EndingProps) {
  const { t } = useTranslation();
  const { isCompleted, participantCount, askedCount, maxParticipants } = miniApp;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const leadsToResults = isRefused && onResults !== null;
  const thanks = isCompleted ? 'miniApps.quiz.thanksDone' : 'miniApps.quiz.thanksWaiting';
  return (
    <div className="empty mini-apps-quiz-ending">
      <span className={classNames('tic', isRefused ? 'info' : 'ok')}>
        <Icon name={isRefused ? 'lock' : 'check'} size="l" />
      </span>
      <h3 ref={heading} tabIndex={-1}>
        {t(isRefused ? 'miniApps.quiz.closed' : 'miniApps.quiz.thanks')}
      </h3>
      <p>{t(isRefused ? 'miniApps.quiz.closedText' : thanks)}</p>
      <div className="row mini-apps-quiz-count">
        <Faces miniApp={miniApp} />
        <span className="sm t2 num">
          {t('miniApps.quiz.answered', {
            count: participantCount,
            total: Math.min(askedCount, maxParticipants),
          })}
        </span>
      </div>
      <div className="row wrap">
        {onResults && (
          <Button kind={leadsToResults ? 'primary' : 'quiet'} onClick={onResults}>
            {t('miniApps.quiz.results')}
          </Button>
        )}
        <Button kind={leadsToResults ? 'quiet' : 'primary'} onClick={onClose}>
          {t('miniApps.quiz.toConversation')}
        </Button>
      </div>
    </div>
  );
}
