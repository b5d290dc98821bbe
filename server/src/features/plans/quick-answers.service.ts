import { quickAnswers as codes, isQuickAnswer } from '@dazi/contract/plans/plans.rules';
import { quickAnswerWords } from '@dazi/contract/plans/quick-answer-words';
import type { QuickAnswers } from '#features/chat/conversations/conversations.service.ts';
import { foldedText } from '#platform/text-grams.ts';
import * as store from './plan-views.store.ts';

/** They are given in conversations of plans alone. */
export const quickAnswers: QuickAnswers = {
  async isOne(deps, conversationId, code) {
    return isQuickAnswer(code) && (await store.plansOfConversations(deps.db, [conversationId])).length > 0;
  },
  saying: (folded, language) =>
    codes.filter((code) => foldedText(quickAnswerWords[language][code]).includes(folded)),
  wordsOf: (code) => (isQuickAnswer(code) ? quickAnswerWords.en[code] : null),
};
