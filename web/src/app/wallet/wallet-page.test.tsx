// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { toasts } from '#ui/toast-store.ts';
import { WalletPage } from './WalletPage.tsx';

const mika = { id: 'mika', name: 'Mika', email: null, avatarUrl: null };
const lin = { type: 'USER', id: 'user-lin', userId: 'lin', name: 'Lin', avatarUrl: null };
const wallet = { id: 'w1', user: mika, balanceMinor: 10_000, canSend: true, lastNumber: 1 };
const done = { transaction: {}, fromWallet: { id: 'w1', balanceMinor: 9_500 }, toWallet: { id: 'w2' } };

let answered: Promise<void>;

// The header fetches it when it is shown. On a busy machine it would come, and ask, when other tests run already.
beforeAll(() => import('#app/shell/signed-in-parts.ts'));

beforeEach(async () => {
  answered = Promise.resolve();
  await allTextsReady;
  localStorage.clear();
  forgetMemories();
  forgetStored();
  writeStored(stored.user, mika as never);
  // No tab leads the stream here.
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request: () => new Promise(() => {}) } as never);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const path = new URL(String(url), 'http://dazi.example').pathname;
    if (method === 'POST') {
      await answered;
      return Response.json({ success: true, data: done });
    }
    if (path === '/api/wallets') return Response.json({ success: true, data: wallet });
    if (path.endsWith('/transactions')) return Response.json({ success: true, data: [], nextCursor: null });
    return new Promise<Response>(() => {});
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const amount = () =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Amount (Dazi)')?.control;

/** The page at an entry of the history, with all that stands in it. */
async function opens(entry: object) {
  cleanup();
  const client = createQueryClient();
  client.setQueryData(sessionKey, mika as never);
  const routes = [
    { path: '/wallet', element: <WalletPage /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [entry as never] });
  await draw(
    <Asking client={client}>
      <RouterProvider router={router} />
    </Asking>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  return router;
}

test('whoever has sent to a person whom they came from is not offered it anew by a reload', async () => {
  const router = await opens({ pathname: '/wallet', state: { sendTo: lin } });
  await write(amount()!, '5');
  await press(button('Send')!);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(button('Send Money')).toBeDefined();
  await opens(router.state.location);
  expect(amount()).toBeUndefined();
  expect(button('Send Money')).toBeDefined();
});

test('what is not sent yet is there after a reload', async () => {
  const router = await opens({ pathname: '/wallet', state: { sendTo: lin } });
  await write(amount()!, '5');
  await opens(router.state.location);
  expect((amount() as HTMLInputElement).value).toBe('5');
});

test('whoever has gone on before the answer came stays where they are', async () => {
  let answer = () => {};
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  const router = await opens({ pathname: '/wallet', state: { sendTo: lin } });
  await write(amount()!, '5');
  await press(button('Send')!);
  await act(() => router.navigate('/map?at=here', { state: { of: 'the map' } }));
  answer();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(toasts.snapshot().map(({ type }) => type)).toContain('success');
  expect(router.state.location).toMatchObject({
    pathname: '/map',
    search: '?at=here',
    state: { of: 'the map' },
  });
});
