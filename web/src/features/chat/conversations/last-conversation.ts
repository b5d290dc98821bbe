import { isRecord, json, readStored, writePersonal, writeStored } from '#platform/storage.ts';

/** Where somebody was in their messages; `timestamp` in milliseconds since 1970. */
interface LastConversation {
  conversationId: string;
  timestamp: number;
  userId: string;
}

const memory = json(
  'dazi.lastConversation',
  (value): value is LastConversation =>
    isRecord(value) &&
    typeof value.conversationId === 'string' &&
    Number.isFinite(value.timestamp) &&
    typeof value.userId === 'string',
);

/** Where somebody was is of no use after a week. */
export const memory_ms = 7 * 24 * 60 * 60 * 1000;

/** The conversation to go back to; nothing when the memory is old or somebody else's. */
export function rememberedFor(kept: LastConversation | null, userId: string, now: number): string | null {
  if (kept === null || kept.userId !== userId) return null;
  return now - kept.timestamp < memory_ms ? kept.conversationId : null;
}

export const lastConversationOf = (userId: string, now: number): string | null =>
  rememberedFor(readStored(memory), userId, now);

export function rememberConversation(conversationId: string, userId: string, now: number): void {
  writePersonal(userId, memory, { conversationId, timestamp: now, userId });
}

/** It is gone: nobody is led there any more. */
export function forgetConversation(conversationId: string): void {
  if (readStored(memory)?.conversationId === conversationId) writeStored(memory, null);
}
