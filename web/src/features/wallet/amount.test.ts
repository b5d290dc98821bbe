import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daziText, decimalSignOf, fieldText, minorFromText } from './amount.ts';

const minors = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: walletLimits.amountMinor }),
);
const wide = (text: string) =>
  text.replaceAll(/[0-9.,]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0));

describe('an amount as people write it', () => {
  it.each(['en', 'ja', 'zh', 'de', 'pt-BR', 'de-CH', 'fr'])(
    'WAL-062 is read back as it is shown in %s, in full width too',
    (locale) => {
      const sign = decimalSignOf(locale);
      fc.assert(
        fc.property(minors, (minor) => {
          expect(minorFromText(daziText(minor, locale), sign)).toBe(minor);
          expect(minorFromText(wide(daziText(minor, locale)), sign)).toBe(minor);
          expect(minorFromText(fieldText(minor))).toBe(minor);
        }),
        { seed: 20261121 },
      );
    },
  );

  it('WAL-063 is above nothing, in whole minor units and within the limit, or none', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('.' as const, ',' as const), (text, sign) => {
        const minor = minorFromText(text, sign);
        if (minor === null) return;
        expect(Number.isSafeInteger(minor)).toBe(true);
        expect(minor).toBeGreaterThanOrEqual(1);
        expect(minor).toBeLessThanOrEqual(walletLimits.amountMinor);
        expect(text).toMatch(/\p{N}/u);
      }),
      { seed: 20261121, numRuns: 2000 },
    );
  });

  it.each([
    ['12.50', '.', 1250],
    ['12,50', '.', 1250],
    ['１２．５', '.', 1250],
    ['１２。５', '.', 1250],
    ['1,000', '.', 100_000],
    ['1,000.5', '.', 100_050],
    ['1.000', '.', 100],
    ['0,125', '.', 13],
    ['1.000', ',', 100_000],
    ['1.000,50', ',', 100_050],
    ['1.000,50', '.', 100_050],
    ['1,000.50', ',', 100_050],
    ['1.234.567,8', '.', 123_456_780],
    ['1,5', ',', 150],
    ['1 000', '.', 100_000],
    ['.5', '.', 50],
    ['1e3', '.', 100_000],
    ['0.005', '.', 1],
  ] as const)('%s with %s is %i', (text, sign, minor) => {
    expect(minorFromText(text, sign)).toBe(minor);
  });

  it.each([
    '',
    ' ',
    '0',
    '0.00',
    '0.004',
    '-5',
    '−5',
    'ten',
    '1,00,0',
    '1.2.3',
    '1e99',
    'Infinity',
    'NaN',
    '0x10',
  ])('WAL-064 WAL-098 %j is none', (text) => {
    expect(minorFromText(text)).toBeNull();
    expect(minorFromText(text, ',')).toBeNull();
  });
});

it('WAL-089 an amount shows two decimals in every language', () => {
  expect(daziText(128_450, 'en')).toBe('1,284.50');
  expect(daziText(0, 'ja')).toBe('0.00');
  expect(daziText(5, 'zh')).toBe('0.05');
});
