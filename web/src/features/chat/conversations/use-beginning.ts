import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ConversationLog, missingAtOpening } from './conversation-log.ts';
import { moveTo } from './messages.api.ts';
import type { Opening } from './openings.ts';

/** True once the log holds where somebody begins to read: at the first message that is new to them, or at the end. */
export function useBeginning(
  conversationId: string,
  opened: Opening | undefined,
  log: ConversationLog | undefined,
): boolean {
  const client = useQueryClient();
  const [hasBegun, setBegun] = useState(false);
  const missing = !hasBegun && opened && log ? missingAtOpening(log, opened) : undefined;
  if (missing === null) setBegun(true);
  const isWanted = Boolean(missing);
  const around = missing?.around;
  useEffect(() => {
    if (!isWanted) return;
    const begin = () => setBegun(true);
    // Without an answer they begin with what is here.
    moveTo(client, conversationId, around === undefined ? {} : { around }).then(begin, begin);
  }, [client, conversationId, isWanted, around]);
  return hasBegun || missing === null;
}
