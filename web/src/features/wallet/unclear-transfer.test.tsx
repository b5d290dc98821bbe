// @vitest-environment happy-dom

import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import { keepPending, type PendingTransfer, pendingOf, underWay_ms } from './pending-transfer.ts';
import { UnclearTransfer } from './UnclearTransfer.tsx';

const owner = { userId: 'mika' };
const body = { fromWalletId: 'w1', toWalletId: 'w9', amountMinor: 500, key: 'the-only-key' };
const unclear = 'It is not clear yet whether it was sent.';
const notSent = 'Transfer failed: it was not sent.';

let known: number;
/** What the server knows by the key. */
let found: object | null;
/** What it says to a transfer. */
let judged: () => Promise<Response>;
let sent: unknown[];

beforeEach(async () => {
  await allTextsReady;
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.clear();
  forgetMemories();
  forgetStored();
  writeStored(stored.user, { id: 'mika', name: 'Mika', email: null, avatarUrl: null } as never);
  [known, found, sent] = [0, null, []];
  judged = async () => Response.json({ success: true, data: { fromWallet: { balanceMinor: 0 } } });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method !== 'POST') return Response.json({ success: true, data: found });
    sent.push(JSON.parse(String(init.body)));
    return judged();
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(async () => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  // A toast that closes takes its time.
  await pass(1000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Those that are closing may be of another file. */
const said = () => shownToasts().map(({ type }) => type);
const page = () => document.querySelector('main')!.textContent;
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
const press = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
  await act(async () => void fireEvent.click(button));
  await pass(100);
};

/** Asked for just now, and no answer came. */
async function show() {
  const pending: PendingTransfer = { body, name: 'Lin', askedAt: Date.now() };
  expect(keepPending('mika', pending)).toBe(true);
  await draw(
    <Asking client={createQueryClient()}>
      <UnclearTransfer userId="mika" owner={owner} pending={pending} onKnown={() => known++} />
    </Asking>,
    document.querySelector('main')!,
  );
  await pass(100);
}

test('what the server does not know may be under way at first, and was not sent once that is over', async () => {
  await show();
  expect(page()).toContain(unclear);
  expect(buttons()).toEqual(['Ask again']);
  await pass(underWay_ms - 6000);
  expect(page()).toContain(unclear);
  expect(buttons()).toEqual(['Ask again']);
  await pass(12_000);
  expect(page()).toContain(notSent);
  expect(page()).toContain('5.00\u00a0D to Lin');
  expect(buttons()).toEqual(['Do not send', 'Send it now']);
  expect([known, sent.length]).toEqual([0, 0]);

  await press('Do not send');
  expect([known, sent.length]).toEqual([1, 0]);
  expect(pendingOf('mika', 'w1')).toBeNull();
});

test('what was not sent goes out again under the same key, once', async () => {
  await show();
  await pass(underWay_ms + 6000);
  expect(page()).toContain(notSent);
  await press('Send it now');
  expect(sent).toEqual([body]);
  expect(known).toBe(1);
  expect(pendingOf('mika', 'w1')).toBeNull();
  expect(said()).toEqual(['success']);
});

test('sent again without an answer, nobody knows once more', async () => {
  await show();
  await pass(underWay_ms + 6000);
  judged = () => Promise.reject(new TypeError('Failed to fetch'));
  await press('Send it now');
  expect(sent).toEqual([body]);
  expect(known).toBe(0);
  expect(pendingOf('mika', 'w1')).toMatchObject({ body, askedAt: expect.any(Number) });
  expect(pendingOf('mika', 'w1')!.askedAt).toBeGreaterThan(Date.now() - 1000);
});

test('what the server finds by the key was sent', async () => {
  await show();
  found = { id: 't1' };
  await pass(5000);
  expect(known).toBe(1);
  expect(pendingOf('mika', 'w1')).toBeNull();
  expect(said()).toEqual(['success']);
});
