import type { Language } from '#platform/storage.ts';

/** Sentences that follow each other: where they end in a sign of full width nothing stands between them. */
export const inOneLine = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === 'en' ? ' ' : '');
