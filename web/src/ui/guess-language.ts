/**
 * The language tag that gives a piece of writing its right glyphs, or undefined for the page's own. Han
 * characters alone may be either language: the reader's interface decides, and simplified Chinese otherwise.
 */
export function guessLanguage(text: string, interfaceLanguage: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/\p{Script=Han}/u.test(text)) return interfaceLanguage === 'ja' ? 'ja' : 'zh-Hans';
  if (/\p{Script=Latin}/u.test(text) && interfaceLanguage !== 'en') return 'en';
  return undefined;
}
