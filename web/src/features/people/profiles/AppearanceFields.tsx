import { useTranslation } from 'react-i18next';
import { htmlLang } from '#platform/i18n/i18n.ts';
import { languageNames } from '#platform/i18n/language.ts';
import { type Language, languages, type Theme, themes } from '#platform/storage.ts';
import { Segmented } from '#ui/Segmented.tsx';
import type { useAppearanceDraft } from './use-appearance-draft.ts';

export function AppearanceFields({ draft }: { draft: ReturnType<typeof useAppearanceDraft> }) {
  const { t } = useTranslation();
  return (
    <div className="profiles-settings-appearance">
      <div className="label">{t('profiles.settings.appearance')}</div>
      <Segmented
        inForm
        label={t('app.theme')}
        value={draft.theme}
        onChange={(value) => draft.chooseTheme(value as Theme)}
        options={themes.map((value) => ({ value, label: t(`app.themes.${value}`) }))}
      />
      <Segmented
        inForm
        label={t('app.language')}
        value={draft.language}
        onChange={(value) => draft.chooseLanguage(value as Language)}
        options={languages.map((value) => ({
          value,
          label: languageNames[value],
          lang: htmlLang(value),
        }))}
      />
    </div>
  );
}
