import type { QuizPair, QuizResults } from '@dazi/contract/mini-apps/quiz';
import { colourBand, rankOf, scoreEmoji } from '@dazi/contract/mini-apps/quiz.rules';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useParticipations } from '../../mini-apps.api.ts';
import { PairFaces } from './PairFaces.tsx';
import { QuizComparison } from './QuizComparison.tsx';

interface QuizRankingProps {
  results: QuizResults;
  userId: string;
  miniAppId: string;
  onClose(): void;
}

/** Every pair, the closest first; one of them shows the two question by question. */
export function QuizRanking({ results, userId, miniAppId, onClose }: QuizRankingProps) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState<QuizPair | null>(null);
  useBackCloses('pair', compared !== null, () => setCompared(null));
  const { data: participations } = useParticipations(miniAppId);
  const pictures = useMemo(
    () => new Map(participations?.map(({ userId: id, user }) => [id, user.avatarUrl])),
    [participations],
  );
  const { allPairs, participants } = results;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('miniApps.quiz.ranking')}
      description={t('miniApps.quiz.rankingText', { people: participants.length, count: allPairs.length })}
      width="s"
    >
      {allPairs.length === 0 && <p className="t3">{t('miniApps.quiz.noPairs')}</p>}
      <ol className="mini-apps-quiz-pairs">
        {allPairs.map((pair) => {
          const { user1, user2, score } = pair;
          const rank = rankOf(allPairs, score);
          const names = { name1: user1.name, name2: user2.name };
          return (
            <li key={`${user1.id} ${user2.id}`}>
              <button
                type="button"
                className={rank === 1 ? 'mini-apps-quiz-pair on' : 'mini-apps-quiz-pair'}
                aria-label={t('miniApps.quiz.rank', { rank, ...names, score })}
                onClick={() => setCompared(pair)}
              >
                <span className="num t3">{rank}</span>
                <PairFaces pair={pair} pictures={pictures} size="s" />
                <UserText as="b" className="mini-apps-quiz-names">
                  {t('miniApps.quiz.pair', names)}
                </UserText>
                <meter
                  className={`mini-apps-quiz-meter mini-apps-band-${colourBand(score)}`}
                  min={0}
                  max={100}
                  value={score}
                />
                <b className="num mini-apps-quiz-percent">
                  <span aria-hidden="true">{scoreEmoji(score)}</span> {score}%
                </b>
                <Icon name="chevron-right" size="s" />
              </button>
            </li>
          );
        })}
      </ol>
      {compared && (
        <QuizComparison
          pair={compared}
          results={results}
          pictures={pictures}
          userId={userId}
          onBack={() => setCompared(null)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
