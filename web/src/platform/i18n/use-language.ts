import { useTranslation } from 'react-i18next';
import { type Language, languages } from '#platform/storage.ts';

/** The language the interface is in now. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage as Language | undefined;
  return language && languages.includes(language) ? language : 'en';
}
