import { expect, test } from 'vitest';
import { isBlank } from './blank-text.ts';

test.each([
  '',
  ' \n\t',
  '\u3000',
  '\u200b\u200b',
  '\u2060\ufeff',
  '\u202e',
  '\u3164',
  '\u2800',
  '\u00ad',
  '\ud800',
])('%j shows nothing', (text) => expect(isBlank(text)).toBe(true));

test.each(['a', ' .', '你', '\u200b-', '\u{1f468}\u200d\u{1f469}', '\u0301', '\u{e000}'])(
  '%j shows something',
  (text) => expect(isBlank(text)).toBe(false),
);
