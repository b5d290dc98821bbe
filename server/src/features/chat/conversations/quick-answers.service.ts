import type { Language } from '@dazi/contract/identity/identity.rules';
import type { Deps } from '#platform/deps.ts';
import { port } from '#platform/ports.ts';

/** What is said with one tap: codes that everybody reads in their own language. */
export interface QuickAnswers {
  /** Whether this is one, in a conversation where they can be given. */
  isOne(deps: Deps, conversationId: string, code: string): Promise<boolean>;
  /** Those whose words in a language contain something. */
  saying(folded: string, language: Language): readonly string[];
  /** In the language of archives. */
  wordsOf(code: string): string | null;
}
export const quickAnswersPort = port<QuickAnswers>('what can be said with one tap');
