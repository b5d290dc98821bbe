// @vitest-environment happy-dom

import type { Standing } from '@dazi/contract/identity/standing';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '#platform/api.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import { sessionKey } from './identity.api.ts';
import { useStandingChange } from './use-standing-change.ts';

const good: Standing = { kind: 'good', until: null, decisionId: null };
const suspended: Standing = { kind: 'suspended', until: null, decisionId: 'd1' };
const limited: Standing = { kind: 'limited', until: null, decisionId: 'd1' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function follow(first: Standing) {
  const client = createQueryClient();
  client.setQueryData(sessionKey, { id: 'u1' });
  client.setQueryData(['posts', 'list'], ['a post']);
  const hook = renderHook(({ standing }: { standing: Standing }) => useStandingChange('u1', standing), {
    initialProps: { standing: first },
    wrapper: ({ children }) => <Asking client={client}>{children}</Asking>,
  });
  const become = async (standing: Standing) => {
    hook.rerender({ standing });
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  };
  return { client, become };
}

test('whoever is suspended keeps nothing of what they were shown, but is still signed in', async () => {
  const { client, become } = await follow(good);
  await become(suspended);
  expect(client.getQueryData(['posts', 'list'])).toBeUndefined();
  expect(client.getQueryData(sessionKey)).toEqual({ id: 'u1' });
});

test('a limit asks again for what is shown, and so does its end', async () => {
  const { client, become } = await follow(good);
  await become(limited);
  expect(client.getQueryData(['posts', 'list'])).toEqual(['a post']);
  expect(client.getQueryState(['posts', 'list'])?.isInvalidated).toBe(true);
});

test('a call that is refused because the account is suspended has the session asked for again', async () => {
  const { client } = await follow(good);
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { success: false, code: 'ACCOUNT_SUSPENDED', error: 'Your account is suspended' },
      { status: 403 },
    ),
  );
  await expect(call<never>('GET' as never, '/api/wallets' as never, {} as never)).rejects.toThrow();
  expect(client.getQueryState(sessionKey)?.isInvalidated).toBe(true);
});
