import type { NoticeLanguage } from '../kernel/notices.ts';
import type { QuickAnswer } from './plans.rules.ts';
import { quickAnswerWords as en } from './texts/en.ts';
import { quickAnswerWords as ja } from './texts/ja.ts';
import { quickAnswerWords as zh } from './texts/zh.ts';

/** Both sides say them: the web in the reader's language, the server to browsers that are pushed to. */
export const quickAnswerWords: Readonly<Record<NoticeLanguage, Readonly<Record<QuickAnswer, string>>>> = {
  en,
  ja,
  zh,
};
