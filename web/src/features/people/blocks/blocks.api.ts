import type {
  Block,
  BlockedPerson,
  blockPerson,
  listBlocks,
  unblockPerson,
} from '@dazi/contract/people/blocks';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { failingAs } from '#platform/failures.ts';
import { untilAnswered } from '#platform/lost-answers.ts';
import { showToast } from '#ui/toast-store.ts';
import {
  asStanding,
  type BlockList,
  idsOfBlocked,
  requireOther,
  withBlock,
  withoutBlock,
} from './block-list.ts';
import { blocksOf, changeBlocks } from './block-mirror.ts';

const blocksKey = ['blocks'] as const;

interface BlockPage {
  data: BlockedPerson[];
  nextCursor: string | null;
}

/** What does not depend on who is hidden from whom. */
const independent = ['session', 'settings', 'policy', 'mottos', 'places', 'link-preview'];

/** What is shown is asked for again and stays until the answer comes; what is remembered goes, so that nobody appears once more. */
export async function refreshPeople(client: QueryClient): Promise<void> {
  const predicate = ({ queryKey }: Query) => !independent.includes(String(queryKey[0]));
  client.removeQueries({ type: 'inactive', predicate: (query) => predicate(query) && !isOwnWork(query) });
  await client.invalidateQueries({ predicate });
}

/** Held open by what is being looked at or written, without asking by itself. */
const isOwnWork = ({ queryKey }: Query) => queryKey[0] === 'conversations';

const blocksQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...blocksKey, userId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<BlockPage> => {
      const query = { userId, ...(pageParam && { cursor: pageParam }) };
      const { data, nextCursor } = await call<typeof listBlocks>('GET', '/api/blocks', { query, signal });
      const isAll = !pageParam && nextCursor === null;
      const records = data.map(({ user: _, ...block }) => block);
      changeBlocks(userId, (known) =>
        isAll ? asStanding(known, userId, records) : records.reduce(withBlock, known),
      );
      return { data, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** Whom one has blocked, the latest first. */
export const useBlocks = (userId: string, isWanted: boolean) =>
  useInfiniteQuery({ ...blocksQuery(userId), enabled: isWanted });

/** Asks anew whom one keeps away, after something may have been missed; who went or came back is shown so everywhere. */
export async function refreshBlocks(client: QueryClient, userId: string): Promise<void> {
  const before = idsOfBlocked(blocksOf(userId), userId);
  // What was asked before that may say nothing of it.
  await client.cancelQueries({ queryKey: [...blocksKey, userId], exact: true });
  await client.fetchInfiniteQuery({ ...blocksQuery(userId), staleTime: 0 });
  if (idsOfBlocked(blocksOf(userId), userId) !== before) await refreshPeople(client);
}

/** The own blocks as this device knows them; null while they are asked for, since one may have ended elsewhere. */
export const certainBlocks = (client: QueryClient, userId: string): BlockList | null =>
  client.isFetching({ queryKey: [...blocksKey, userId] }) > 0 ? null : blocksOf(userId);

/** The screens may follow a moment later than the word that it is done. */
const patience_ms = 1500;

const soon = (work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, patience_ms))]);

/** Keeps somebody away. Told to nobody; what is shown of people is asked for again by whoever shows it. */
function useBlock(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      blockedId,
      reason,
    }: {
      blockedId: string;
      reason: string | null;
    }): Promise<Block> => {
      requireOther(userId, blockedId);
      // To block twice is to block once.
      const send = () =>
        call<typeof blockPerson>('POST', '/api/blocks', { body: { userId, blockedId, reason } });
      return (await failingAs(untilAnswered(send), () => 'Failed to block user')).data;
    },
    onSuccess: (block) => {
      changeBlocks(userId, (known) => withBlock(known, block));
      return soon(refreshPeople(client));
    },
  });
}

function useUnblock(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (blockedId: string) => {
      const send = () => call<typeof unblockPerson>('DELETE', '/api/blocks', { body: { userId, blockedId } });
      return (await failingAs(untilAnswered(send), () => 'Failed to unblock user')).data;
    },
    onSuccess: (_block, blockedId) => {
      changeBlocks(userId, (known) => withoutBlock(known, userId, blockedId));
      client.setQueryData<InfiniteData<BlockPage, string | null>>(
        [...blocksKey, userId],
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              data: page.data.filter((block) => block.blockedId !== blockedId),
            })),
          },
      );
      return soon(refreshPeople(client));
    },
  });
}

export interface Blockable {
  id: string;
  name: string;
}

/** What both are in, and what is to be done about it once the person is blocked. */
export interface TogetherProps {
  person: Blockable;
  userId: string;
  onChoose(then: (() => Promise<void>) | null): void;
}

export function useBlocking(userId: string, onBlocked?: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const block = useBlock(userId);
  const unblock = useUnblock(userId);
  const told = (error: unknown, failed: string) => {
    const isOneself = error instanceof ApiError && error.code === 'BLOCK_YOURSELF';
    showToast({ type: 'error', message: isOneself ? errorText(error) : failed });
  };
  // What asked may be gone by the time of the answer: it is told all the same. `block` answers whether they are blocked.
  return {
    isBusy: block.isPending || unblock.isPending,
    async block({ id, name }: Blockable, reason: string | null): Promise<boolean> {
      try {
        await block.mutateAsync({ blockedId: id, reason });
        onBlocked?.();
        showToast({ type: 'success', message: t('blocks.blocked', { name }) });
        return true;
      } catch (error) {
        told(error, t('blocks.blockFailed'));
        return false;
      }
    },
    async unblock({ id, name }: Blockable): Promise<void> {
      try {
        await unblock.mutateAsync(id);
        showToast({ type: 'success', message: t('blocks.unblocked', { name }) });
      } catch (error) {
        told(error, t('blocks.unblockFailed'));
      }
    },
  };
}

export { activeBlock, type BlockList, idsOfBlocked, isApart } from './block-list.ts';
export { blocksOf, onBlocksChanged } from './block-mirror.ts';
