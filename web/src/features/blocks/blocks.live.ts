import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToPersonal } from '#platform/stream.ts';
import { blocksOf } from './block-mirror.ts';
import { refreshPeople, useBlocks } from './blocks.api.ts';

/** Follows who is hidden from whom; stands once in the page while somebody is signed in. */
export function useHiddenNews(userId: string): void {
  const client = useQueryClient();
  // Who keeps nobody away asks nothing.
  useBlocks(
    userId,
    blocksOf(userId).some(({ isActive }) => isActive),
  );
  useEffect(() => {
    const subscription = subscribeToPersonal({
      told: (event) => {
        if (event.type === 'hidden_changed') void refreshPeople(client);
      },
    });
    return () => subscription.close();
  }, [client]);
}
