import type { IceBreakerResults } from '@dazi/contract/mini-apps/ice-breaker';
import { useTranslation } from 'react-i18next';
import { Answers } from '../../Answers.tsx';
import type { ResultViewProps } from '../../app-kind.ts';

export function IceBreakerResult({ result }: Pick<ResultViewProps, 'result'>) {
  const { t } = useTranslation();
  const { participants } = result.results as unknown as IceBreakerResults;
  return (
    <Answers
      label={t('miniApps.ice.answers')}
      answers={participants.map(({ id, name, answers }) => ({
        id,
        name,
        avatarUrl: null,
        text: answers[0] ?? '',
      }))}
    />
  );
}
