import type { NoticeLanguage } from '../kernel/notices.ts';
import type { Browser, System } from './sessions.rules.ts';

/** The same in every language, unless it says otherwise. */
type Names<Name extends string> = Readonly<Record<Name, string | Readonly<Record<NoticeLanguage, string>>>>;

const browserNames: Names<Browser> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  other: { en: 'Another browser', ja: 'ほかのブラウザー', zh: '其他浏览器' },
};

const systemNames: Names<System> = {
  android: 'Android',
  // Both call themselves by one system.
  ios: { en: 'iPhone or iPad', ja: 'iPhoneまたはiPad', zh: 'iPhone 或 iPad' },
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
  other: { en: 'another system', ja: 'ほかのシステム', zh: '其他系统' },
};

function named<Name extends string>(names: Names<Name>, name: Name, language: NoticeLanguage): string {
  const found = names[name];
  return typeof found === 'string' ? found : found[language];
}

const together: Readonly<Record<NoticeLanguage, (browser: string, system: string) => string>> = {
  en: (browser, system) => `${browser} on ${system}`,
  ja: (browser, system) => `${system}の${browser}`,
  // Names in Latin letters stand apart from what is around them, Chinese words do not.
  zh: (browser, system) =>
    `${system} 上的 ${browser}`.replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''),
};

/** A device by what is known of it, as "Chrome on Android". */
export const deviceName = (
  { browser, system }: { browser: Browser | null; system: System | null },
  language: NoticeLanguage,
): string =>
  together[language](
    named(browserNames, browser ?? 'other', language),
    named(systemNames, system ?? 'other', language),
  );
