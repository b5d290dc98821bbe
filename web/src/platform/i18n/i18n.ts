import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolated } from '#platform/i18n/isolated.ts';
import { firstLanguage, isLanguage } from '#platform/i18n/language.ts';
import { type Language, onStoredElsewhere, stored, writeStored } from '#platform/storage.ts';

/** Where the texts come from: the first words of English come with the page, each language is a file of its own. */
export interface TextSource {
  readonly enFirst: object;
  readonly load: Readonly<Record<Language, () => Promise<object>>>;
}

let takeTexts: (source: TextSource) => void;
const textSource = new Promise<TextSource>((resolve) => {
  takeTexts = resolve;
});

/** The platform knows no feature, so whoever puts their texts together gives them to it; nothing is shown before that. */
export const provideTexts = (source: TextSource): void => takeTexts(source);

/** i18next itself retries what is reported as worth retrying, with the numbers given in `init`. */
const backendOf = ({ load }: TextSource): BackendModule => ({
  type: 'backend',
  init() {},
  read(language, _namespace, callback) {
    if (!isLanguage(language)) callback(new Error(`no texts for ${language}`), false);
    else
      load[language]().then(
        (texts) => callback(null, texts),
        (error) => callback(error, true),
      );
  },
});

/** What <html lang> says: Chinese here is written in simplified characters. */
export const htmlLang = (language: string) => (language === 'zh' ? 'zh-Hans' : language);

export const i18n = i18next.createInstance();

i18n.on('languageChanged', (language) => {
  document.documentElement.lang = htmlLang(language);
});

/** Settles when texts are there to show; after a failure to load them that is English. */
export const i18nReady: Promise<void> = textSource.then(async (source) => {
  await i18n
    .use(backendOf(source))
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: 'en',
      supportedLngs: ['en', 'ja', 'zh'],
      resources: { en: { translation: source.enFirst } },
      partialBundledLanguages: true,
      // React escapes what it shows; here only the direction of names is kept to themselves.
      interpolation: { escapeValue: true, escape: isolated, prefix: '{', suffix: '}' },
      react: { useSuspense: false, bindI18nStore: 'added' },
      // 350 ms before the first retry, doubled before each of the next.
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
    } as Parameters<typeof i18n.init>[0]);
});

/** Settles when all texts of English are there, which every other language falls back to, or were tried for long. */
export const allTextsReady: Promise<void> = i18nReady.then(() => fetchEnglish()).catch(() => {});

async function fetchEnglish(delay_ms = 350, retries = 5): Promise<void> {
  try {
    const { load } = await textSource;
    i18n.addResourceBundle('en', 'translation', await load.en());
  } catch (error) {
    if (retries === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, delay_ms));
    return fetchEnglish(delay_ms * 2, retries - 1);
  }
}

export async function chooseLanguage(language: Language): Promise<void> {
  writeStored(stored.language, language);
  await i18n.changeLanguage(language);
}

/** Chosen in another tab. */
onStoredElsewhere(stored.language, (language) => void i18n.changeLanguage(language ?? firstLanguage()));
