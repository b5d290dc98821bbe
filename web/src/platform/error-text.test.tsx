// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { ApiError } from './api.ts';
import { useFailureText } from './error-text.ts';
import { allTextsReady } from './i18n/i18n.ts';

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
