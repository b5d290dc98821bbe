import { iceBreakerConfigSchema } from '@dazi/contract/ice-breaker';
import { useTranslation } from 'react-i18next';

/** What is asked: as it was written, or one of ours in the reader's language. */
export function useQuestionText(config: unknown): string {
  const { t } = useTranslation();
  const { questionId, question } = iceBreakerConfigSchema.parse(config);
  return question ?? t(`miniApps.ice.questions.${questionId ?? 'small-joy'}`);
}
