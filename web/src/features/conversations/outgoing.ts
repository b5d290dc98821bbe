import { type Message, sendMessage } from '@dazi/contract/conversations';
import { useSyncExternalStore } from 'react';
import { call } from '#platform/api.ts';
import { isListOf, PersonalStore } from '#platform/personal-store.ts';
import { onPersonGone } from '#platform/storage.ts';
import { restoreToDraft } from './drafts.ts';
import { type KeptMessage, Outbox, type OutgoingMessage } from './outbox.ts';
import { outgoingOf, waitingMessage } from './private-messages.ts';
import { keepDelivered, keepWaiting, waitingOf } from './private-store.ts';

type Outcome = { kind: 'sent'; answer: Message } | { kind: 'refused'; error: unknown };

/** Who wants to know what became of a message, by its id. */
const waitingFor = new Map<string, (outcome: Outcome) => void>();
const arrivals = new Set<(message: OutgoingMessage, answer: Message) => void>();
const refusals = new Set<(message: OutgoingMessage, error: unknown) => void>();
/** Every message this tab has had: what else is kept belongs to other tabs. */
const seen = new Set<string>();

/** Of groups; private ones stand among the private messages. */
const waiting = new PersonalStore(
  'waiting',
  isListOf<KeptMessage>(['clientId', 'userId', 'conversationId', 'content', 'type']),
);

/** Whose messages this tab sends. */
let sender: string | null = null;

const isPrivate = (message: KeptMessage): message is KeptMessage & { receiverId: string } =>
  message.receiverId !== null;

function keep(messages: readonly KeptMessage[]): void {
  for (const { clientId } of messages) seen.add(clientId);
  if (sender === null) return;
  const ofGroups = messages.filter((message) => !isPrivate(message));
  waiting.change(sender, (before) => {
    const ofOthers = (before ?? []).filter(({ clientId }) => !seen.has(clientId));
    const all = [...ofOthers, ...ofGroups];
    return all.length === 0 ? null : all;
  });
  const ofTwo = messages.filter(isPrivate);
  keepWaiting(sender, ofTwo.map(waitingMessage), seen);
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
    if (isPrivate(message)) keepDelivered(message.userId, message.clientId);
    for (const listener of arrivals) listener(message, answer);
    settle(message.clientId, { kind: 'sent', answer });
  },
  refused(message, error) {
    // Words go back to where they were written; of files the composer speaks.
    if (message.type === 'TEXT') restoreToDraft(message.conversationId, message.userId, message.content);
    for (const listener of refusals) listener(message, error);
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

/** Hears of every message that the server did not take. */
export function onRefusal(listener: (message: OutgoingMessage, error: unknown) => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

/** What waits on this device of one person, who sends from now on. */
export function restoreWaiting(userId: string): void {
  sender = userId;
  outbox.restore([...(waiting.read(userId) ?? []), ...waitingOf(userId).map(outgoingOf)]);
}

/** Nobody sends any more; what waits stays where it is kept. */
export function endSending(): void {
  sender = null;
  outbox.clear();
  seen.clear();
}

onPersonGone(endSending);

const none: readonly OutgoingMessage[] = [];

export function useOutgoing(conversationId: string): readonly OutgoingMessage[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const own = all.filter((message) => message.conversationId === conversationId);
  return own.length === 0 ? none : own;
}
