import { typing_ms } from '@dazi/contract/chat/conversations.rules';
import { useSyncExternalStore } from 'react';
import { onPersonGone } from '#platform/storage.ts';

interface Writer {
  userId: string;
  name: string;
}

const nobody: readonly Writer[] = [];
const writers = new Map<string, readonly Writer[]>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(conversationId: string, next: readonly Writer[]): void {
  if (next.length === 0) writers.delete(conversationId);
  else writers.set(conversationId, next);
  for (const listener of listeners) listener();
}

export function forgetTyping(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  writers.clear();
  for (const listener of listeners) listener();
}

onPersonGone(forgetTyping);

/** Somebody writes, until nothing more is heard of it. */
export function heardTyping(conversationId: string, userId: string, name: string): void {
  const key = `${conversationId} ${userId}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => stoppedTyping(conversationId, userId), typing_ms),
  );
  const others = (writers.get(conversationId) ?? nobody).filter((writer) => writer.userId !== userId);
  set(conversationId, [...others, { userId, name }]);
}

export function stoppedTyping(conversationId: string, userId: string | null): void {
  const known = writers.get(conversationId);
  if (!known?.some((writer) => writer.userId === userId)) return;
  clearTimeout(timers.get(`${conversationId} ${userId}`));
  set(
    conversationId,
    known.filter((writer) => writer.userId !== userId),
  );
}

export function useTyping(conversationId: string): readonly Writer[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => writers.get(conversationId) ?? nobody,
  );
}
