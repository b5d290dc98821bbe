import { useEffect, useState } from 'react';
import { chooseLanguage } from '#platform/i18n/i18n.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import type { Language, Theme } from '#platform/storage.ts';
import { setTheme, useTheme } from '#platform/theme.ts';

/** Theme and language as they are chosen, and not yet shown; each opening begins with those that are shown. */
export function useAppearanceDraft(open: boolean) {
  const shownTheme = useTheme();
  const shownLanguage = useLanguage();
  const [theme, chooseTheme] = useState<Theme>(shownTheme);
  const [language, setLanguage] = useState<Language>(shownLanguage);
  useEffect(() => {
    if (!open) return;
    chooseTheme(shownTheme);
    setLanguage(shownLanguage);
  }, [open, shownTheme, shownLanguage]);
  return {
    theme,
    language,
    chooseTheme,
    chooseLanguage: setLanguage,
    apply() {
      if (theme !== shownTheme) setTheme(theme);
      if (language !== shownLanguage) void chooseLanguage(language);
    },
  };
}
