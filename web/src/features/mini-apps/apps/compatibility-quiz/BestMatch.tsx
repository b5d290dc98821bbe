import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import type { QuizPair } from '@dazi/contract/mini-apps/quiz';
import { colourBand, scoreEmoji } from '@dazi/contract/mini-apps/quiz.rules';
import { useTranslation } from 'react-i18next';
import { UserText } from '#ui/UserText.tsx';
import { PairFaces } from './PairFaces.tsx';

interface BestMatchProps {
  pair: QuizPair;
  /** Knows the pictures of the first ones. */
  miniApp: MiniApp | null;
}

/** The two who are closest, with their own score. */
export function BestMatch({ pair, miniApp }: BestMatchProps) {
  const { t } = useTranslation();
  const { user1, user2, score } = pair;
  const pictures = new Map(miniApp?.participations.map(({ userId, user }) => [userId, user.avatarUrl]));
  return (
    <div className={`mini-apps-quiz-best mini-apps-band-${colourBand(score)}`}>
      <PairFaces pair={pair} pictures={pictures} size="s" />
      <div className="mini-apps-words">
        <span className="sm">{t('miniApps.quiz.bestMatch')}</span>
        <UserText as="b">{t('miniApps.quiz.pair', { name1: user1.name, name2: user2.name })}</UserText>
      </div>
      <b className="mini-apps-quiz-score num">
        <span aria-hidden="true">{scoreEmoji(score)}</span> {score}%
      </b>
    </div>
  );
}
