import { expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { failingAs, logFailure } from './failures.ts';

test('a refused call gets the text of the log and keeps what it is', async () => {
  const refused = new ApiError('UNAVAILABLE', 'Later', { status: 503, statusText: 'Busy', retryAfter: 2 });
  const named = failingAs(
    Promise.reject(refused),
    ({ status, statusText }) => `Failed: ${status} ${statusText}`,
  );
  await expect(named).rejects.toMatchObject({
    message: 'Failed: 503 Busy',
    code: 'UNAVAILABLE',
    status: 503,
    retryAfter: 2,
  });
  const silent = new ApiError('UNAVAILABLE', 'Later', { status: 503 });
  await expect(
    failingAs(Promise.reject(silent), ({ status, statusText }) => `Failed: ${status} ${statusText}`),
  ).rejects.toThrow(/^Failed: 503$/);
});

test('what succeeds, and what is no refusal, passes', async () => {
  expect(await failingAs(Promise.resolve(1), () => 'no')).toBe(1);
  const other = new TypeError('a mistake of ours');
  await expect(failingAs(Promise.reject(other), () => 'no')).rejects.toBe(other);
});

test('what was given up is not logged', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  logFailure(new DOMException('gone', 'AbortError'));
  expect(warn).not.toHaveBeenCalled();
  logFailure(new Error('Failed to add bookmark'));
  expect(warn).toHaveBeenCalledWith('Failed to add bookmark', expect.any(Error));
  warn.mockRestore();
});
