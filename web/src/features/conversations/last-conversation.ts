import { type LastConversation, readStored, stored, writeStored } from '#platform/storage.ts';

/** Where somebody was is of no use after a week. */
export const memory_ms = 7 * 24 * 60 * 60 * 1000;

/** The conversation to go back to; nothing when the memory is old or somebody else's. */
export function rememberedFor(memory: LastConversation | null, userId: string, now: number): string | null {
  if (memory === null || memory.userId !== userId) return null;
  return now - memory.timestamp < memory_ms ? memory.conversationId : null;
}

export const lastConversationOf = (userId: string, now: number): string | null =>
  rememberedFor(readStored(stored.lastConversation), userId, now);

export function rememberConversation(conversationId: string, userId: string, now: number): void {
  writeStored(stored.lastConversation, { conversationId, timestamp: now, userId });
}

/** It is gone: nobody is led there any more. */
export function forgetConversation(conversationId: string): void {
  const isRemembered = readStored(stored.lastConversation)?.conversationId === conversationId;
  if (isRemembered) writeStored(stored.lastConversation, null);
}
