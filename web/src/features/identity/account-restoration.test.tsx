// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { useRemoveAccount, useRestoreAccount } from './account.api.ts';
import { sessionKey, useSession } from './identity.api.ts';
import { setLeaving } from './session-channel.ts';
import { keepFarewell, readFarewell } from './session-facts.ts';

const refused = (code: string, status: number) =>
  Response.json({ success: false, code, error: '' }, { status });
const until = '2030-01-01T00:00:00.000Z';
const answers = {
  done: () => Response.json({ success: true, data: { id: 'u1', restorableUntil: until } }),
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
  setLeaving(false);
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

test.each([
  ['done', until, ['done']],
  ['done', until, ['lost', 'done']],
  // The first attempt deleted it, and with it the session.
  ['done', expect.any(String), ['lost', 'gone']],
  ['failed', null, ['gone']],
] as const)(
  'an account is deleted though the answer was lost: %s, restorable until %s after %j',
  async (outcome, farewell, answered) => {
    toCome = [...answered];
    keepFarewell(null);
    vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { result } = await drawHook(() => useRemoveAccount({ id: 'u1' } as User));
    const became = await act(() =>
      result.current.mutateAsync().then(
        () => 'done',
        () => 'failed',
      ),
    );
    expect([became, toCome, readFarewell()]).toEqual([outcome, [], farewell]);
  },
);

test('whoever deletes their account is shown until the page is new: what lies over it would lead back on its way out', async () => {
  const user = { id: 'u1', name: 'Mika' } as User;
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', (_address: string, { method }: RequestInit) =>
    method === 'DELETE'
      ? new Promise<Response>((resolve) => {
          answer = resolve;
        })
      : Promise.resolve(Response.json({ success: true, data: null, keptUntil: null })),
  );
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const client = createQueryClient();
  client.setQueryData(sessionKey, user);
  const { result } = await drawHook(() => ({ ...useSession(), remove: useRemoveAccount(user) }), client);
  await act(async () => result.current.remove.mutate());
  // The stream has said that the session is over.
  await act(() => client.invalidateQueries({ queryKey: sessionKey }));
  expect(result.current.status).toBe('signed-in');
  await act(async () => answer(answers.done()));
  await vi.waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/'));
  await act(() => client.invalidateQueries({ queryKey: sessionKey }));
  expect(result.current.status).toBe('signed-in');
});

test('who is there is asked for again when the account could not be deleted', async () => {
  const user = { id: 'u1', name: 'Mika' } as User;
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) =>
    method === 'DELETE' ? answers.gone() : Response.json({ success: true, data: null, keptUntil: null }),
  );
  const client = createQueryClient();
  client.setQueryData(sessionKey, user);
  const { result } = await drawHook(() => ({ ...useSession(), remove: useRemoveAccount(user) }), client);
  await act(async () => result.current.remove.mutate());
  await vi.waitFor(() => expect(result.current.status).toBe('signed-out'));
});
