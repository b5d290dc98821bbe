import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { blocksOf, onBlocksChanged } from '#features/people/blocks/blocks.api.ts';
import { restore } from './device-writing.ts';
import { useReplica } from './replica-store.ts';
import { asShown } from './shown.ts';

/** What is known without an answer: what this device kept, and whose words are kept away. Null while not wanted. */
export function useWithoutServer(userId: string, isWanted: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (isWanted) restore(client, userId);
  }, [client, userId, isWanted]);
  const state = useReplica((all) => (isWanted ? all : null));
  const blocks = useSyncExternalStore(onBlocksChanged, () =>
    isWanted ? JSON.stringify(blocksOf(userId)) : '[]',
  );
  return useMemo(() => state && { state: asShown(state), blocks: JSON.parse(blocks) }, [state, blocks]);
}
