// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { partsOf } from '#platform/error-text.ts';
import { avatarPair, avatarPairs, initialOf } from '#ui/Avatar.tsx';
import { cappedCount } from '#ui/Badge.tsx';
import { guessLanguage } from '#ui/guess-language.ts';

describe('what people wrote', () => {
  it.each([
    ['パン屋の朝', 'en', 'ja'],
    ['刚搬来老城', 'en', 'zh-Hans'],
    ['公園', 'ja', 'ja'],
    ['公园', 'zh', 'zh-Hans'],
    ['Good bread', 'zh', 'en'],
    ['Good bread', 'en', undefined],
    ['한강', 'en', 'ko'],
    ['12:30', 'ja', undefined],
  ])('%s for a reader of %s is %s', (text, reader, language) => {
    expect(guessLanguage(text, reader)).toBe(language);
  });

  it('gives every name one of 8 pairs and its first letter', () => {
    for (const name of ['Mika', '葵', '', '👩‍👩‍👧 family', 'Ötzi']) {
      expect(avatarPair(name)).toBeGreaterThanOrEqual(0);
      expect(avatarPair(name)).toBeLessThan(avatarPairs);
    }
    expect(avatarPair('Mika')).toBe(avatarPair('Mika'));
    expect(['mika', ' 葵', '👩‍👩‍👧 family', ''].map(initialOf)).toEqual(['M', '葵', '👩‍👩‍👧', '?']);
    // What belongs to a letter stays with it.
    expect(['e\u0301ric', 'z\u200dx', '葛\u{e0100}', '한울', 'の'].map(initialOf)).toEqual([
      'E\u0301',
      'Z\u200d',
      '葛\u{e0100}',
      '한',
      'の',
    ]);
  });

  it('caps counts', () => {
    expect([cappedCount(9, 9), cappedCount(10, 9), cappedCount(99, 99), cappedCount(100, 99)]).toEqual([
      '9',
      '9+',
      '99',
      '99+',
    ]);
  });

  it('reads the parts of an error text back', () => {
    expect(partsOf('No credential received from {provider}', 'No credential received from Google')).toEqual({
      provider: 'Google',
    });
    expect(partsOf('Invalid {provider} token', 'something else')).toEqual({ provider: '' });
    expect(partsOf('Not found', 'Not found')).toEqual({});
  });
});
