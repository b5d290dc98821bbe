import type { Message, sendMessage } from '@dazi/contract/chat/conversations';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '#platform/api.ts';
import { onPersonGone } from '#platform/storage.ts';
import { restoreToDraft } from './drafts.ts';
import { type KeptMessage, Outbox, type OutgoingMessage } from './outbox.ts';
import { SendingTab } from './sending-tab.ts';
import { forgetMessage, isKept, keepMessage, keptMessages } from './waiting-messages.ts';

type Outcome = { kind: 'sent'; answer: Message } | { kind: 'refused'; error: unknown };

/** Who wants to know what became of a message, by its id. */
const waitingFor = new Map<string, (outcome: Outcome) => void>();
const arrivals = new Set<(message: OutgoingMessage, answer: Message) => void>();
const refusals = new Set<(message: OutgoingMessage, error: unknown) => void>();
/** Every message this tab has written down or taken over. */
const seen = new Set<string>();
/** Found on this device: another tab may be sending them. */
const found = new Set<string>();
const sendingTab = new SendingTab(globalThis.navigator?.locks);
/** Another tab has sent it, or was refused and has said so. */
const settledElsewhere = 'SETTLED_ELSEWHERE';

/** Whose messages this tab sends. */
let sender: string | null = null;
/** What stood in the outbox last. */
let listed: ReadonlySet<string> = new Set();

function keep(messages: readonly KeptMessage[]): void {
  const own = messages.filter(({ clientId }) => isOurs(clientId));
  if (sender !== null) writeDown(sender, messages, own);
  // Only now: whoever gets the lock next looks at what is kept.
  sendingTab.keepOnly(new Set(own.map(({ clientId }) => clientId)));
}

function writeDown(userId: string, all: readonly KeptMessage[], own: readonly KeptMessage[]): void {
  for (const message of own) {
    if (!seen.has(message.clientId) && !found.has(message.clientId)) keepMessage(message);
    seen.add(message.clientId);
  }
  const before = listed;
  listed = new Set(all.map(({ clientId }) => clientId));
  for (const clientId of before) {
    if (listed.has(clientId)) continue;
    forgetMessage(userId, clientId);
    seen.add(clientId);
  }
}

export const outbox = new Outbox({
  async send(message, signal) {
    const { conversationId, userId, content, type, clientId, replyToId } = message;
    await sendingTab.hold(clientId, signal);
    if (found.has(clientId) && !isKept(userId, clientId)) {
      throw new ApiError(settledElsewhere, 'Settled by another tab', { status: 409 });
    }
    const body = { userId, content, type, clientId, replyToId };
    return (
      await call<typeof sendMessage>('POST', '/api/conversations/{conversationId}', {
        params: { conversationId },
        body,
        signal,
      })
    ).data;
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
    if (error instanceof ApiError && error.code === settledElsewhere) return;
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
    void sendingTab.hold(message.clientId);
    outbox.add(message);
  });
}

/** The same for what does not outlive the page: it is taken back where the network is gone. */
export function sendWhileHere(
  message: Omit<OutgoingMessage, 'state'>,
): Promise<Outcome | { kind: 'unreached' }> {
  const { clientId } = message;
  const unreached = new Promise<{ kind: 'unreached' }>((resolve) => {
    const stop = outbox.subscribe(() => {
      const isThere = outbox.snapshot().some((one) => one.clientId === clientId);
      if (isThere && !outbox.withdraw(clientId)) return;
      stop();
      if (isThere) resolve({ kind: 'unreached' });
    });
  });
  return Promise.race([sendOut(message), unreached]);
}

/** Whether this tab is to send it; another one may have it in hand. */
export const isOurs = (clientId: string): boolean => !found.has(clientId) || sendingTab.holds(clientId);

/** What waits is taken back, to be written anew or not at all; false where it is on its way already. */
export function takeBack(clientId: string): boolean {
  if (!isOurs(clientId) || outbox.takeBack(clientId) === null) return false;
  waitingFor.delete(clientId);
  return true;
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
  const kept = keptMessages(userId);
  for (const { clientId } of kept) if (!seen.has(clientId)) found.add(clientId);
  outbox.restore(kept);
}

/** Nobody sends any more; what waits stays where it is kept. */
export function endSending(): void {
  sender = null;
  outbox.clear();
  seen.clear();
  found.clear();
  listed = new Set();
}

onPersonGone(endSending);

const none: readonly OutgoingMessage[] = [];

export function useOutgoing(conversationId: string): readonly OutgoingMessage[] {
  const all = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const own = all.filter((message) => message.conversationId === conversationId);
  return own.length === 0 ? none : own;
}
