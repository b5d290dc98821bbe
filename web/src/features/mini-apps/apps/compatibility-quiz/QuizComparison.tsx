import type { QuizDetail, QuizPair, QuizQuestion, QuizResults } from '@dazi/contract/mini-apps/quiz';
import { answerIn, colourBand, questionIn, scoreEmoji } from '@dazi/contract/mini-apps/quiz.rules';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useViewer } from '../../viewer.ts';
import { PairFaces } from './PairFaces.tsx';
import { scoreBand } from './score-bands.ts';

interface QuizComparisonProps {
  pair: QuizPair;
  results: QuizResults;
  pictures: ReadonlyMap<string, string | null>;
  userId: string;
  onBack(): void;
  onClose(): void;
}

/** Two people, question by question; lies over the ranking. */
export function QuizComparison({ pair, results, pictures, userId, onBack, onClose }: QuizComparisonProps) {
  const { t } = useTranslation();
  const { messageButton } = useViewer();
  const { user1, user2, score, details } = pair;
  const names = { name1: user1.name, name2: user2.name };
  const matches = details.filter(({ isMatch }) => isMatch).length;
  const other = user1.id === userId ? user2 : user2.id === userId ? user1 : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onEscape={onBack}
      title={t('miniApps.quiz.comparison', names)}
      width="l"
    >
      <div className="mini-apps-quiz-compared">
        <div className={`mini-apps-quiz-total mini-apps-band-${colourBand(score)}`}>
          <PairFaces pair={pair} pictures={pictures} size="l" />
          <UserText as="h3">{t('miniApps.quiz.pair', names)}</UserText>
          <b className="mini-apps-quiz-figure num">
            <span aria-hidden="true">{scoreEmoji(score)}</span> {score}%
          </b>
          <span>{t(`miniApps.quiz.bands.${scoreBand(score)}`)}</span>
          <span className="sm">{t('miniApps.quiz.matches', { count: matches, total: details.length })}</span>
          <div className="row wrap mini-apps-quiz-total-actions">
            <Button kind="outline" size="s" onClick={onBack}>
              {t('miniApps.quiz.allPairs')}
            </Button>
            {other && messageButton(other)}
          </div>
        </div>
        <ol className="mini-apps-quiz-details">
          {details.map((detail, index) => (
            <Compared
              key={detail.questionId}
              detail={detail}
              place={index + 1}
              pair={pair}
              pictures={pictures}
              question={results.questions.find(({ id }) => id === detail.questionId)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

interface ComparedProps {
  detail: QuizDetail;
  place: number;
  pair: QuizPair;
  pictures: ReadonlyMap<string, string | null>;
  question: QuizQuestion | undefined;
}

function Compared({ detail, place, pair, pictures, question }: ComparedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const said = (answer: string) => (question ? answerIn(question, answer, language) : answer);
  const people = [
    { ...pair.user1, answer: said(detail.user1Answer) },
    { ...pair.user2, answer: said(detail.user2Answer) },
  ];
  return (
    <li>
      <span className="num t3">{place}</span>
      <div>
        <UserText as="b">{question ? questionIn(question, language).question : detail.question}</UserText>{' '}
        {detail.isSpecialRule && <span className="pill">{t('miniApps.quiz.special')}</span>}
        <div className="mini-apps-quiz-answers">
          {people.map(({ id, name, answer }) => (
            <span key={id}>
              <Avatar name={name} url={pictures.get(id) ?? null} size="xs" />
              <span className="unseen">{name}: </span>
              <UserText>{answer}</UserText>
            </span>
          ))}
        </div>
      </div>
      <span
        role="img"
        className={classNames('tic', 'mini-apps-quiz-mark', detail.isMatch && 'ok')}
        aria-label={t(detail.isMatch ? 'miniApps.quiz.match' : 'miniApps.quiz.noMatch')}
      >
        <Icon name={detail.isMatch ? 'check' : 'minus'} size="s" />
      </span>
    </li>
  );
}
