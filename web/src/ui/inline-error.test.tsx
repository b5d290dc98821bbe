// @vitest-environment happy-dom
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { draw, press } from '#testing/draw.tsx';
import { InlineError } from './InlineError.tsx';

afterEach(() => {
  document.body.innerHTML = '';
});

function Failed() {
  const [isThere, setThere] = useState(false);
  return isThere ? <p>It is there</p> : <InlineError text="It did not come" onRetry={() => setThere(true)} />;
}

test('who tries again by keyboard goes on in the page, and who is elsewhere stays there', async () => {
  document.body.innerHTML = '<main></main><input>';
  const main = document.querySelector('main')!;
  await draw(<Failed />, main);
  main.querySelector('button')!.focus();
  await press(main.querySelector('button')!);
  expect(main.textContent).toBe('It is there');
  expect(document.activeElement).toBe(main);
  document.querySelector('input')!.focus();
  await draw(<InlineError text="It did not come" onRetry={() => {}} />, main);
  await draw(<p>It is there</p>, main);
  expect(document.activeElement).toBe(document.querySelector('input'));
});
