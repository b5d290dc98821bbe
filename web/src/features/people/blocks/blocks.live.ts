import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { subscribeToPersonal } from '#platform/stream.ts';
import { blocksOf, knowsBlocksOf } from './block-mirror.ts';
import { refreshBlocks, refreshPeople, useBlocks } from './blocks.api.ts';

/** Follows who is hidden from whom; stands once in the page while somebody is signed in. */
export function useHiddenNews(userId: string): void {
  const client = useQueryClient();
  const [hasChanged, setChanged] = useState(false);
  // Who keeps nobody away asks once.
  useBlocks(
    userId,
    hasChanged || !knowsBlocksOf(userId) || blocksOf(userId).some(({ isActive }) => isActive),
  );
  useEffect(() => {
    const subscription = subscribeToPersonal({
      takes: {
        hidden_changed() {
          // Perhaps by the same person on another device.
          setChanged(true);
          void refreshPeople(client);
        },
      },
      resumed: (_behind, isAfterGap) => {
        // Without an answer it is asked for the next time.
        if (isAfterGap) void refreshBlocks(client, userId).catch(() => {});
      },
    });
    return () => subscription.close();
  }, [client, userId]);
}
