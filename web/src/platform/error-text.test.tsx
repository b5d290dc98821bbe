// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
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
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await allTextsReady;
  let said = '';
  function Failure() {
    said = useFailureText()(failed, error);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Failure />));
  await act(async () => root.unmount());
  expect(said).toBe(text);
});
