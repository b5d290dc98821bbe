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

export const deviceNames = (
  { browser, system }: { browser: Browser | null; system: System | null },
  language: NoticeLanguage,
): { browser: string; system: string } => ({
  browser: named(browserNames, browser ?? 'other', language),
  system: named(systemNames, system ?? 'other', language),
});
