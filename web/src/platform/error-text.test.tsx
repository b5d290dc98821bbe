// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { ApiError } from './api.ts';
import { useFailureText } from './error-text.ts';
import { allTextsReady, i18n } from './i18n/i18n.ts';

const failed = 'Failed to save profile. Please try again.';

test.each([
  ['an answer that says nothing', new ApiError('UNSAID', '', { status: 502 }), failed],
  ['PROF-094 a mistake of the server', new ApiError('INTERNAL', 'Something went wrong'), failed],
  ['a code without words', new ApiError('NEVER_HEARD_OF', 'Failed to update profile'), failed],
  ['what was no answer at all', new TypeError('a mistake of ours'), failed],
  ['what somebody can do something about', new ApiError('NETWORK', ''), `${failed} Network error`],
])('what failed is said with its reason, or alone: %s', async (_what, error, text) => {
  await allTextsReady;
  const { result } = await drawHook(() => useFailureText()(failed, error));
  expect(result.current).toBe(text);
});

const unavailable = new ApiError('UNAVAILABLE', '', { status: 503 });
const busy = new ApiError('TOO_MANY_REQUESTS', '', { status: 429, retryAfter: 5 });
test.each([
  ['en', unavailable, 'Leaving failed. The service is temporarily unavailable. Please try again.'],
  ['en', busy, 'Leaving failed. Too many requests. Please try again in 5 seconds.'],
  ['en', new ApiError('PLAN_OVER', '', { status: 409 }), 'Leaving failed. This plan is over'],
  ['ja', unavailable, '取りやめられませんでした。サービスは一時的に利用できません。もう一度お試しください。'],
  ['ja', busy, '取りやめられませんでした。リクエストが多すぎます。5秒後にもう一度お試しください。'],
  ['ja', new ApiError('NETWORK', ''), '取りやめられませんでした。もう一度お試しください。ネットワークエラー'],
  ['zh', unavailable, '退出失败，服务暂时不可用，请重试。'],
  ['zh', busy, '退出失败，请求过多，请在5秒后重试。'],
  ['zh', new ApiError('NETWORK', ''), '退出失败，请重试。网络错误'],
] as const)('nobody is asked twice to try again, or for nothing: %s', async (language, error, text) => {
  await allTextsReady;
  await i18n.changeLanguage(language);
  const { result } = await drawHook(() => useFailureText()(i18n.t('plans.leave.failed'), error));
  expect(result.current).toBe(text);
  await i18n.changeLanguage('en');
});

test('a sentence without an end gets the one of its script', async () => {
  await allTextsReady;
  const { result } = await drawHook(() => useFailureText());
  const lost = new ApiError('NETWORK', '');
  expect(result.current('Failed to vote', lost)).toBe('Failed to vote. Network error');
  await i18n.changeLanguage('ja');
  const { result: inJapanese } = await drawHook(() => useFailureText());
  expect(inJapanese.current('投票できませんでした', lost)).toBe('投票できませんでした。ネットワークエラー');
  await i18n.changeLanguage('en');
});
