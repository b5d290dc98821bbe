// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { useRestoreAccount } from './account.api.ts';
import { sessionKey } from './identity.api.ts';

const refused = (code: string, status: number) =>
  Response.json({ success: false, code, error: '' }, { status });
const answers = {
  done: () => Response.json({ success: true, data: { id: 'u1' } }),
  there: () => refused('ACCOUNT_NOT_LEFT', 409),
  gone: () => refused('SIGN_IN_REQUIRED', 401),
  lost: () => Promise.reject(new TypeError('Failed to fetch')),
};
let toCome: (keyof typeof answers)[];

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => answers[toCome.shift()!]());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['done', ['done']],
  ['done', ['there']],
  ['done', ['lost', 'there']],
  ['failed', ['lost', 'lost']],
  ['failed', ['gone']],
] as const)(
  'an account that another device or a first attempt restored is restored: %s after %j',
  async (outcome, answered) => {
    toCome = [...answered];
    const client = createQueryClient();
    client.setQueryData(sessionKey, { left: 'long ago' });
    const { result } = await drawHook(() => useRestoreAccount(), client);
    const became = await act(() =>
      result.current.mutateAsync().then(
        () => 'done',
        () => 'failed',
      ),
    );
    expect([became, toCome]).toEqual([outcome, []]);
    expect(client.getQueryState(sessionKey)?.isInvalidated).toBe(true);
  },
);
