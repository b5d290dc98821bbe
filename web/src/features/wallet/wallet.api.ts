import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  Transaction,
  transfer,
  Wallet,
  WalletResult,
} from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';

/** Whose wallet it is: the person's own, or that of a group. */
export type WalletOwner = { userId: string } | { conversationId: string };

const walletKeys = {
  wallets: ['wallet', 'of'] as const,
  wallet: (owner: WalletOwner) => ['wallet', 'of', owner] as const,
  transactions: ['wallet', 'transactions'] as const,
  transactionsOf: (walletId: string, limit: number) => ['wallet', 'transactions', walletId, limit] as const,
  sent: (walletId: string, key: string) => ['wallet', 'sent', walletId, key] as const,
  search: (userId: string, query: string) => ['wallet', 'search', userId, query] as const,
};

/** A page of the statement: few calls, none of them long. */
const statementPage = 200;

export async function fetchWallet(owner: WalletOwner, signal?: AbortSignal): Promise<Wallet> {
  const failure = 'userId' in owner ? 'Failed to load wallet' : 'Failed to get group wallet';
  const asking = call<typeof getWallet>('GET', '/api/wallets', { query: owner, ...(signal && { signal }) });
  return (await failingAs(asking, () => failure)).data as Wallet;
}

/** That it could not be loaded is for the log alone. */
export const useWallet = (owner: WalletOwner, { enabled = true } = {}) =>
  useQuery({
    queryKey: walletKeys.wallet(owner),
    queryFn: ({ signal }) => fetchWallet(owner, signal),
    enabled,
  });

/** What is asked of this wallet just now is not waited for: it may be gone before the answer comes. */
export const stopAskingForWallet = (client: QueryClient, owner: WalletOwner) =>
  client.cancelQueries({ queryKey: walletKeys.wallet(owner) });

export async function fetchTransactions(
  walletId: string,
  limit: number,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<{ data: readonly Transaction[]; nextCursor: string | null }> {
  const query = { limit, ...(cursor && { cursor }) };
  const asking = call<typeof listTransactions>('GET', '/api/wallets/{walletId}/transactions', {
    params: { walletId },
    query,
    ...(signal && { signal }),
  });
  const { data, nextCursor } = await failingAs(asking, () => 'Failed to load transactions');
  return { data: data as Transaction[], nextCursor };
}

/** Newest first; waits until the wallet is known. */
export const useTransactions = (walletId: string | null, limit: number) =>
  useInfiniteQuery({
    queryKey: walletKeys.transactionsOf(walletId ?? '', limit),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchTransactions(walletId!, limit, pageParam, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: walletId !== null,
  });

/** Everything that ever came and went, for the statement. */
export async function fetchAllTransactions(walletId: string, signal: AbortSignal): Promise<Transaction[]> {
  const all: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchTransactions>> = await fetchTransactions(
      walletId,
      statementPage,
      cursor,
      signal,
    );
    all.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** Asks from the second character on; a failure leaves nothing found and is for the log alone. */
export const useWalletSearch = (userId: string, query: string) =>
  useQuery({
    queryKey: walletKeys.search(userId, query),
    queryFn: async ({ signal }) => {
      const asking = call<typeof searchWallets>('GET', '/api/wallets/search', {
        query: { userId, q: query },
        signal,
      });
      return (await failingAs(asking, () => 'Failed to search wallets')).data as WalletResult[];
    },
    enabled: query.length >= walletLimits.searchFrom,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

/** What changed in wallets that are looked at is asked for again; the others when they are opened. */
export async function refreshWallets(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: walletKeys.wallets }),
    client.invalidateQueries({ queryKey: walletKeys.transactions }),
  ]);
}

/** While it is not clear what became of a transfer, it is asked for again and again. */
const askAgain_ms = 4000;

/** What was sent under a key; null while nothing was. */
export const useSent = (walletId: string, key: string) =>
  useQuery({
    queryKey: walletKeys.sent(walletId, key),
    queryFn: async ({ signal }) =>
      (
        await call<typeof findTransfer>('GET', '/api/wallets/{walletId}/transfers/{key}', {
          params: { walletId, key },
          signal,
        })
      ).data as Transaction | null,
    refetchInterval: askAgain_ms,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** The balance that is shown drops with the answer; what else changed is asked for. */
export function useTransfer(owner: WalletOwner) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Transfer failed' },
    mutationFn: async (body: BodyOf<typeof transfer>) =>
      (await call<typeof transfer>('POST', '/api/wallets/transfer', { body })).data,
    onSuccess: ({ fromWallet }) => {
      client.setQueryData<Wallet>(
        walletKeys.wallet(owner),
        (wallet) => wallet && { ...wallet, balanceMinor: fromWallet.balanceMinor },
      );
    },
    // An answer that was lost may have been one of success.
    onSettled: () => void refreshWallets(client),
  });
}
