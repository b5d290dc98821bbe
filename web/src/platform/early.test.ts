// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

afterEach(() => {
  delete window.daziErrors;
  document.body.innerHTML = '';
});

test('of what went wrong outside of the components the last three are kept, and nothing that was given up', () => {
  new Function(readFileSync(join(import.meta.dirname, '../../public/early.js'), 'utf8'))();
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  for (const reason of ['one', new RangeError('two'), undefined, null]) reject(reason);
  for (let time = 0; time < 3; time++) reject(new DOMException('Given up', 'AbortError'));
  expect(window.daziErrors).toEqual([new RangeError('two'), undefined, null]);
});
