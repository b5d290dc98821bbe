import { quiz } from '@dazi/contract/mini-apps/quiz.rules';
import { useTranslation } from 'react-i18next';

import { useSessionFacts } from '#features/identity/identity.api.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import type { AppViewProps, CardViewProps, MiniAppKind, ResultViewProps } from '../../app-kind.ts';
import { titleOf } from '../../app-titles.ts';
import { CloseApp } from '../../CloseApp.tsx';
import { Faces } from '../../Faces.tsx';
import { BestMatch } from './BestMatch.tsx';
import { Questionnaire } from './Questionnaire.tsx';
import { QuizForm } from './QuizForm.tsx';
import { QuizManagement } from './QuizManagement.tsx';
import { QuizRanking } from './QuizRanking.tsx';
import { questionsIn, quizResultsIn } from './quiz-content.ts';
import { RankingButton } from './RankingButton.tsx';

function StatusLine({ miniApp }: Pick<AppViewProps, 'miniApp'>) {
  const { t } = useTranslation();
  const { participantCount: count, askedCount, maxParticipants, isCompleted, hasParticipated } = miniApp;
  if (count === 0) return miniApp.isActive ? t('miniApps.quiz.nobody') : t('miniApps.card.closedEmpty');
  if (isCompleted) {
    return (
      <span className="mini-apps-done">
        <Icon name="check" size="xs" />
        {t('miniApps.quiz.completed', { count })}
      </span>
    );
  }
  if (hasParticipated) {
    return (
      <span className="mini-apps-waits">
        <Icon name="hourglass" size="xs" />
        {t('miniApps.quiz.waiting', { count })}
      </span>
    );
  }
  return t('miniApps.quiz.answered', { count, total: Math.min(askedCount, maxParticipants) });
}

/** A pair. */
const leastForResult = 2;

function QuizCard({ miniApp, onOpen }: CardViewProps) {
  const { t } = useTranslation();
  const { administrator } = useSessionFacts();
  const { isActive, isCompleted, hasParticipated, can, participantCount, maxParticipants, result } = miniApp;
  const results = result ? quizResultsIn(result) : null;
  const mayStart = !hasParticipated && can.participate;
  const isFull = isActive && !hasParticipated && participantCount >= maxParticipants;
  return (
    <>
      {isCompleted && results?.bestMatch && <BestMatch pair={results.bestMatch} miniApp={miniApp} />}
      {isFull && <p className="sm t2">{t('miniApps.quiz.full', { count: maxParticipants })}</p>}
      <div className="mini-apps-foot">
        {isActive && participantCount === 0 ? (
          <span className="sm t3">{t('miniApps.quiz.effort', { count: questionsIn(miniApp).length })}</span>
        ) : (
          <Faces miniApp={miniApp} />
        )}
        <span className="mini-apps-actions">
          {administrator && (
            <IconButton
              icon="settings"
              size="s"
              iconSize="s"
              tip="none"
              label={t('miniApps.quiz.manage.open')}
              onClick={() => onOpen('manage')}
            />
          )}
          {isActive && (
            <CloseApp
              miniApp={miniApp}
              title={titleOf(compatibilityQuizApp, miniApp.title, t)}
              {...(participantCount < leastForResult && { text: t('miniApps.quiz.closeWithoutResult') })}
            />
          )}
          {hasParticipated && (
            <Button size="s" kind={isCompleted ? 'ghost' : 'quiet'} onClick={() => onOpen('answers')}>
              {t('miniApps.quiz.view')}
            </Button>
          )}
          {isCompleted && results && (
            <Button size="s" kind={mayStart ? 'quiet' : 'primary'} onClick={() => onOpen('results')}>
              {t('miniApps.quiz.results')}
            </Button>
          )}
          {mayStart && (
            <Button size="s" kind="primary" onClick={() => onOpen('answers')}>
              {t('miniApps.quiz.start')}
            </Button>
          )}
        </span>
      </div>
    </>
  );
}

function QuizView(props: AppViewProps) {
  const { miniApp, userId, view, onClose } = props;
  if (view === 'manage') return <QuizManagement userId={userId} onClose={onClose} />;
  if (view === 'results' && miniApp.result) {
    return (
      <QuizRanking
        results={quizResultsIn(miniApp.result)}
        userId={userId}
        miniAppId={miniApp.id}
        onClose={onClose}
      />
    );
  }
  return <Questionnaire {...props} />;
}

function QuizResult({ result, userId }: ResultViewProps) {
  const results = quizResultsIn(result);
  const best = results.bestMatch;
  return (
    <>
      {best && <BestMatch pair={best} miniApp={null} />}
      <div className="mini-apps-foot">
        <span />
        <RankingButton results={results} userId={userId} miniAppId={result.miniAppId} />
      </div>
    </>
  );
}

export const compatibilityQuizApp: MiniAppKind = {
  definition: quiz,
  texts: 'compatibility-quiz',
  tint: 'warn',
  drawing: (
    <>
      <rect x="4" y="4" width="6.500" height="6.500" rx="1.800" />
      <rect x="13.500" y="4" width="6.500" height="6.500" rx="3.250" />
      <rect x="4" y="13.500" width="6.500" height="6.500" rx="1.800" />
      <path d="M16.750 13.500v6.500M13.500 16.750H20" />
    </>
  ),
  inDialog: true,
  StatusLine,
  CardView: QuizCard,
  AppView: QuizView,
  ResultView: QuizResult,
  ConfigForm: QuizForm,
};
