import type { QuizResults } from '@dazi/contract/mini-apps/quiz';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { QuizRanking } from './QuizRanking.tsx';

interface RankingButtonProps {
  results: QuizResults;
  userId: string;
  miniAppId: string;
}

export function RankingButton({ results, userId, miniAppId }: RankingButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useBackCloses(`ranking:${miniAppId}`, isOpen, () => setOpen(false));
  return (
    <>
      <Button size="s" kind="primary" onClick={() => setOpen(true)}>
        {t('miniApps.quiz.results')}
      </Button>
      {isOpen && (
        <QuizRanking results={results} userId={userId} miniAppId={miniAppId} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
