import { expect, test } from 'vitest';
import { asSentences } from './sentences.ts';

test('phrases become sentences with the full stop of their language, and those that have one keep it', () => {
  expect(asSentences(['You are next', 'We tell you.'], 'en')).toBe('You are next. We tell you.');
  expect(asSentences(['次の番です', 'お知らせします。'], 'ja')).toBe('次の番です。お知らせします。');
  expect(asSentences(['你是下一位', '可以吗？'], 'zh')).toBe('你是下一位。可以吗？');
});
