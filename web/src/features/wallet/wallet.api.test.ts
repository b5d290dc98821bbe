import { afterEach, expect, it, vi } from 'vitest';
import { fetchAllTransactions, fetchTransactions, fetchWallet } from './wallet.api.ts';

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const refusal = { success: false, code: 'NOT_A_MEMBER', error: 'You are not a member of this conversation' };

afterEach(() => vi.unstubAllGlobals());

it('WAL-083 WAL-087 WAL-088 WAL-097 what failed is thrown under its name, with the code it had', async () => {
  vi.stubGlobal('fetch', async () => answer(403, refusal));
  const group = fetchWallet({ conversationId: 'c' });
  await expect(group).rejects.toMatchObject({ message: 'Failed to get group wallet', code: 'NOT_A_MEMBER' });
  await expect(fetchWallet({ userId: 'u' })).rejects.toThrow('Failed to load wallet');
  await expect(fetchTransactions('w', 20, null)).rejects.toThrow('Failed to load transactions');
});

it('the statement asks page after page until there is none', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const cursor = new URL(url, 'http://dazi.example').searchParams.get('cursor');
    const nextCursor = { null: '9', 9: '4', 4: null }[String(cursor)];
    return answer(200, { success: true, data: [{ id: `after ${cursor}` }], nextCursor });
  });
  const all = await fetchAllTransactions('w', new AbortController().signal);
  expect(all.map(({ id }) => id)).toEqual(['after null', 'after 9', 'after 4']);
  expect(asked[2]).toBe('/api/wallets/w/transactions?limit=200&cursor=4');
});
