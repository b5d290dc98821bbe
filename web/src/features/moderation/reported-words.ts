import { isQuickAnswer } from '@dazi/contract/plans/plans.rules';
import type { TFunction } from 'i18next';

/** What was said, in the reader's language where it was said with one tap. */
export const reportedWords = (content: string, isQuick: boolean, t: TFunction): string =>
  isQuick && isQuickAnswer(content) ? t(`plans.quick.${content}`) : content;
