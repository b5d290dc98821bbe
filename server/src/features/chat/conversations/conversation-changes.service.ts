import type { MessageEvent } from '@dazi/contract/chat/conversations';
import { tellConversation } from '#features/live/live.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './conversations.store.ts';
import { appendEvent } from './message-appending.service.ts';

/** Nothing is said in it any more and no list shows it. It is erased some weeks after `endedAt`. */
export async function endConversation(
  inner: TransactingDeps,
  conversationId: string,
  endedAt: Date = inner.clock(),
): Promise<void> {
  await store.changeConversation(inner.db, conversationId, { isActive: false, updatedAt: endedAt });
  tellConversation(inner, { type: 'conversation_update', conversationId, change: { kind: 'closed' } });
}

/** Nothing is said in it any more; its members have it in their lists and read it. */
export async function closeConversation(inner: TransactingDeps, conversationId: string): Promise<void> {
  await store.changeConversation(inner.db, conversationId, { closedAt: inner.clock() });
  tellDetails(inner, conversationId);
}

export async function reopenConversation(inner: TransactingDeps, conversationId: string): Promise<void> {
  await store.changeConversation(inner.db, conversationId, { closedAt: null });
  tellDetails(inner, conversationId);
}

export function tellDetails(inner: TransactingDeps, conversationId: string): void {
  tellConversation(inner, { type: 'conversation_update', conversationId, change: { kind: 'details' } });
}

export async function changeDetails(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  details: { title?: string; description?: string | null },
): Promise<void> {
  await store.changeConversation(inner.db, conversationId, { ...details, updatedAt: inner.clock() });
  if (details.title !== undefined) {
    const event: MessageEvent = {
      code: 'title_changed',
      params: { name: actor.name, title: details.title },
    };
    await appendEvent(inner, conversationId, 'SYSTEM', actor.id, event);
  }
  tellDetails(inner, conversationId);
}

/** The caller has the room to itself. */
export async function setSlowMode(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  seconds: number,
): Promise<void> {
  if ((await store.slowModeOf(inner.db, conversationId)) === seconds) return;
  await store.changeConversation(inner.db, conversationId, {
    slowMode_s: seconds,
    updatedAt: inner.clock(),
  });
  const event: MessageEvent = { code: 'slow_mode_changed', params: { seconds } };
  await appendEvent(inner, conversationId, 'SYSTEM', actor.id, event);
  tellDetails(inner, conversationId);
}
