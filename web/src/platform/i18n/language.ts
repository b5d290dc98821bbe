import { type Language, languages, readStored, stored } from '#platform/storage.ts';

export const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

/** The first of the browser's languages that we speak, else English. */
export function supportedLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(language)) return language;
  }
  return 'en';
}

export function firstLanguage(): Language {
  return readStored(stored.language) ?? supportedLanguage(navigator.languages ?? [navigator.language]);
}

/** How each language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', ja: '日本語', zh: '简体中文' };
