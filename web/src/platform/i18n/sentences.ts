import type { Language } from '#platform/storage.ts';

/** Sentences that follow each other: where they end in a sign of full width nothing stands between them. */
export const inOneLine = (sentences: readonly string[], language: Language): string =>
  sentences.join(language === 'en' ? ' ' : '');

const stops = { en: '.', ja: '。', zh: '。' } as const;

/** The same of phrases that stand without their full stop elsewhere. */
export const asSentences = (phrases: readonly string[], language: Language): string =>
  inOneLine(
    phrases.map((phrase) => (/[.!?…。！？]$/.test(phrase) ? phrase : phrase + stops[language])),
    language,
  );
