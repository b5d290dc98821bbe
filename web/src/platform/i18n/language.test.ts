import { describe, expect, it } from 'vitest';
import { supportedLanguage } from './language.ts';

describe('the first language', () => {
  it.each([
    [['ja-JP', 'en'], 'ja'],
    [['zh-Hans-CN'], 'zh'],
    [['de-AT', 'zh-TW', 'ja'], 'zh'],
    [['de', 'fr'], 'en'],
    [[], 'en'],
  ])('for a browser that wants %j is %s', (wanted, language) => {
    expect(supportedLanguage(wanted)).toBe(language);
  });
});
