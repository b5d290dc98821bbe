// @vitest-environment happy-dom
import type { Wallet, WalletResult } from '@dazi/contract/wallet/wallet';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press, write as writeIn } from '#testing/draw.tsx';
import { toasts } from '#ui/toast-store.ts';
import { pendingOf } from './pending-transfer.ts';
import { SendDazi } from './SendDazi.tsx';

const lin: WalletResult = { type: 'USER', id: 'w9', name: 'Lin', avatarUrl: null, userId: 'lin' };
const noor: WalletResult = { type: 'USER', id: 'w8', name: 'Noor', avatarUrl: null, userId: 'noor' };
const wallet = { id: 'w1', balanceMinor: 10_000, canSend: true } as unknown as Wallet;

let answer: () => Promise<Response>;
/** What the server says was sent under a key. */
let arrived: object | null;
let transfers: object[];

const comes = (id: string) => {
  forgetMemories();
  forgetStored({ wordsOf: id });
  writeStored(stored.user, { id, name: id, email: null, avatarUrl: null } as never);
};
const json = (data: object | null) => Response.json({ success: true, data });
const refused = (code: string, status: number) =>
  Response.json({ success: false, code, error: '' }, { status });

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  localStorage.clear();
  comes('mika');
  arrived = null;
  transfers = [];
  answer = async () => json({ id: 't1' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') {
      transfers.push(JSON.parse(String(init.body)));
      return answer();
    }
    return json(String(url).includes('/search') ? [lin] : arrived);
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The wallet of this person comes anew, as after a reload. */
async function opens(userId: string, to: WalletResult | null = null): Promise<void> {
  cleanup();
  await draw(
    <Asking client={createQueryClient()}>
      <SendDazi userId={userId} owner={{ userId }} wallet={wallet} to={to} />
    </Asking>,
  );
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const click = (name: string) =>
  act(async () => {
    await press(button(name)!);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
const field = (name: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
    ?.control as HTMLInputElement;
const write = (name: string, text: string) => writeIn(field(name), text);
const words = () => ({
  to: document.querySelector('.wallet-chosen b, .wallet-recipient')?.textContent ?? null,
  amount: field('Amount (Dazi)').value,
  memo: field('Memo (optional)').value,
});
const nothing = { to: null, amount: '', memo: '' };

/** Somebody came to pay Lin and has filled in the rest. */
async function begins(): Promise<void> {
  await opens('mika', lin);
  await write('Amount (Dazi)', '5');
  await write('Memo (optional)', 'For the boat');
}
/** What stands in the form when it is opened by its button. */
async function found(userId: string): Promise<ReturnType<typeof words>> {
  await opens(userId);
  await click('Send Money');
  return words();
}

test('the words are there for the same person when their session has ended, and wait to be sent', async () => {
  await begins();
  cleanup();
  forgetStored('words');
  comes('mika');
  expect(await found('mika')).toMatchObject({
    to: expect.stringContaining('Lin'),
    amount: '5',
    memo: 'For the boat',
  });
  expect(transfers).toEqual([]);
  await click('Send');
  expect(transfers).toMatchObject([{ toWalletId: 'w9', amountMinor: 500, memo: 'For the boat' }]);
  expect(await found('mika')).toEqual(nothing);
});

test('a session that ended is found out by sending: the words stay, and nothing is under way', async () => {
  await begins();
  answer = async () => {
    forgetStored('words');
    return refused('SIGN_IN_REQUIRED', 401);
  };
  await click('Send');
  cleanup();
  comes('mika');
  expect(pendingOf('mika', 'w1')).toBeNull();
  expect(await found('mika')).toMatchObject({ amount: '5', memo: 'For the boat' });
});

test('somebody who is not there any more is not named again', async () => {
  await begins();
  answer = async () => refused('WALLET_NOT_FOUND', 404);
  await click('Send');
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Wallet not found');
  expect(await found('mika')).toEqual({ to: null, amount: '5', memo: 'For the boat' });
});

test('nobody else finds them, and what was cancelled is gone', async () => {
  await begins();
  cleanup();
  forgetStored('words');
  comes('noor');
  expect(await found('noor')).toEqual(nothing);
  comes('mika');
  expect(await found('mika')).toEqual(nothing);
  await begins();
  await click('Cancel');
  expect(await found('mika')).toEqual(nothing);
});

test.each([
  ['it turns out to have arrived', null],
  ['it is sent again', 'Send it now'],
  ['it is given up', 'Do not send'],
])('a payment that was unclear is not offered once more when %s', async (_, pressed) => {
  await begins();
  answer = async () => Promise.reject(new TypeError('offline'));
  await click('Send');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  cleanup();
  forgetStored('words');
  comes('mika');
  await opens('mika');
  // As long as it is unclear there is no form.
  expect(button('Send Money')).toBeUndefined();
  expect(field('Amount (Dazi)')).toBeUndefined();
  if (pressed === null) arrived = { id: 't1' };
  answer = async () => json({ id: 't1' });
  await opens('mika');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  if (pressed !== null) await click(pressed);
  expect(pendingOf('mika', 'w1')).toBeNull();
  expect(await found('mika')).toEqual(nothing);
});

test('an amount that was meant for one is not taken over for another', async () => {
  await begins();
  await opens('mika', noor);
  expect(words()).toMatchObject({ to: expect.stringContaining('Noor'), amount: '', memo: '' });
});

test('what another tab has sent is not offered here', async () => {
  await begins();
  cleanup();
  localStorage.removeItem('dazi.words.sending.mika');
  expect(await found('mika')).toEqual(nothing);
});
