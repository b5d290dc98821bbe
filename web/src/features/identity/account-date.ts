import { useLanguage } from '#platform/i18n/use-language.ts';

/** A day as people write it, from an instant. */
export function useLongDate(): (instant: string) => string {
  const language = useLanguage();
  return (instant) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(instant));
}
