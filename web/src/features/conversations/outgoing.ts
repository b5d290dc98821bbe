import { type Message, sendMessage } from '@dazi/contract/conversations';
import { useSyncExternalStore } from 'react';
import { call } from '#platform/api.ts';
import { type KeptMessage, readStored, stored, writeStored } from '#platform/storage.ts';
import { restoreToDraft } from './drafts.ts';
import { Outbox, type OutgoingMessage } from './outbox.ts';

type Outcome = { kind: 'sent'; answer: Message } | { kind: 'refused'; error: unknown };

/** Who wants to know what became of a message, by its id. */
const waitingFor = new Map<string, (outcome: Outcome) => void>();
const arrivals = new Set<(message: OutgoingMessage, answer: Message) => void>();
/** Every message this tab has had: what else is kept belongs to other tabs. */
const seen = new Set<string>();

function keep(messages: readonly KeptMessage[]): void {
  for (const { clientId } of messages) seen.add(clientId);
  const ofOthers = (readStored(stored.waitingMessages) ?? []).filter(({ clientId }) => !seen.has(clientId));
  const all = [...ofOthers, ...messages];
  writeStored(stored.waitingMessages, all.length === 0 ? null : all);
}

export const outbox = new Outbox({
  async send({ conversationId, userId, content, type, clientId, replyToId }, signal) {
    const body = { userId, content, type, clientId, replyToId };
    return (await call(sendMessage, { params: { conversationId }, body, signal })).data;
  },
  after(delay_ms, action) {
    const timer = setTimeout(action, delay_ms);
    return () => clearTimeout(timer);
  },
  keep,
  sent(message, answer) {
    for (const listener of arrivals) listener(message, answer);
    settle(message.clientId, { kind: 'sent', answer });
  },
  refused(message, error) {
    // Words go back to where they were written; of files the composer speaks.
    if (message.type === 'TEXT') restoreToDraft(message.conversationId, message.userId, message.content);
    settle(message.clientId, { kind: 'refused', error });
  },
});

function settle(clientId: string, outcome: Outcome): void {
  waitingFor.get(clientId)?.(outcome);
  waitingFor.delete(clientId);
}

/** Puts a message on its way; says what became of it, however long that takes. */
export function sendOut(message: Omit<OutgoingMessage, 'state'>): Promise<Outcome> {
  return new Promise((resolve) => {
    waitingFor.set(message.clientId, resolve);
    outbox.add(message);
  });
}

/** Hears of every message that arrived, before it leaves the outbox. */
export function onArrival(listener: (message: OutgoingMessage, answer: Message) => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}

/** What waits on this device of one person. */
export function restoreWaiting(userId: string): void {
  const kept = readStored(stored.waitingMessages) ?? [];
  outbox.restore(kept.filter((message) => message.userId === userId));
}

const none: readonly OutgoingMessage[] = [];

export function useOutgoing(conversationId: string): readonly OutgoingMessage[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const own = all.filter((message) => message.conversationId === conversationId);
  return own.length === 0 ? none : own;
}
