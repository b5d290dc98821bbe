import { useTranslation } from 'react-i18next';
import { chooseLanguage, htmlLang } from '#platform/i18n/i18n.ts';
import { languageNames } from '#platform/i18n/language.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { languages } from '#platform/storage.ts';

/** Each language by its own name. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const chosen = useLanguage();
  return (
    <fieldset className="shell-languages" aria-label={t('app.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={htmlLang(language)}
          aria-pressed={language === chosen}
          onClick={() => void chooseLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
