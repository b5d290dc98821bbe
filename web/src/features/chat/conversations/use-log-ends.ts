import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { loadNewer, loadOlder } from './messages.api.ts';

export function useOlder(conversationId: string) {
  const client = useQueryClient();
  const busy = useRef(false);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    setFailed(false);
    loadOlder(client, conversationId)
      .catch(() => setFailed(true))
      .finally(() => {
        busy.current = false;
      });
  }, [client, conversationId]);
  return { failed, load };
}

/** Coming back down from an older place. */
export function useNewer(conversationId: string): () => void {
  const client = useQueryClient();
  const busy = useRef(false);
  return useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    loadNewer(client, conversationId)
      .catch(() => {})
      .finally(() => {
        busy.current = false;
      });
  }, [client, conversationId]);
}
