import type { IceBreakerConfig } from '@dazi/contract/mini-apps/ice-breaker';
import { useTranslation } from 'react-i18next';

/** What is asked: as it was written, or one of ours in the reader's language. */
export function useQuestionText(config: object): string {
  const { t } = useTranslation();
  const { questionId, question } = config as unknown as IceBreakerConfig;
  return question ?? t(`miniApps.ice.questions.${questionId ?? 'small-joy'}`);
}
