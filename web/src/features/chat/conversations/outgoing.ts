import type { Message, sendMessage } from '@dazi/contract/chat/conversations';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, call } from '#platform/api.ts';
import { onPersonGone } from '#platform/storage.ts';
import { restoreToDraft } from './drafts.ts';
import { onScreen } from './on-screen.ts';
import { Outbox } from './outbox.ts';
import { type NewMessage, type OwnMessage, ownIn, toBeSent } from './replica/own.ts';
import { emptyReplica } from './replica/replica.ts';
import { replicaOf, useReplica } from './replica/replica-store.ts';
import { SendingTab } from './sending-tab.ts';
import { forgetMessage, isKept, keepMessage, keptMessages } from './waiting-messages.ts';
import { wordsBesideFiles } from './words-beside-files.ts';

type Outcome = { kind: 'sent' } | { kind: 'refused'; error: unknown };
/** Hears of a message before what the server said of it is known here; what it gives is done after that. */
type Arrival = (message: OwnMessage, answer: Message) => () => void;
type Refusal = (message: OwnMessage, error: unknown) => void;

/** Another tab has sent it, or was refused and has said so. */
const settledElsewhere = 'SETTLED_ELSEWHERE';

/** Pictures in the message itself are not kept over a reload. */
const keptLength = 20_000;
const outlivesPage = ({ content, state }: OwnMessage) =>
  state !== 'uploading' && content.length <= keptLength;

/** Sends the own messages of one page, and keeps on the device those that wait. */
class Sending {
  readonly #replica: ReturnType<typeof replicaOf>;
  readonly #outbox: Outbox;
  readonly #tab = new SendingTab(globalThis.navigator?.locks);
  /** Who wants to know what became of a message, by its id. */
  readonly #outcomes = new Map<string, (outcome: Outcome) => void>();
  readonly #arrivals = new Set<Arrival>();
  readonly #refusals = new Set<Refusal>();
  /** Every message this tab has written down or taken over. */
  readonly #seen = new Set<string>();
  /** Found on this device: another tab may be sending them. */
  readonly #found = new Set<string>();
  /** Whose messages this tab keeps. */
  #sender: string | null = null;
  /** What was on its way when this was last looked at. */
  #own: readonly OwnMessage[] = [];

  constructor(client: QueryClient) {
    const replica = replicaOf(client);
    this.#replica = replica;
    this.#outbox = new Outbox({
      own: () => toBeSent(replica.state().own),
      send: (message, signal) => this.#send(message, signal),
      after(delay_ms, action) {
        const timer = setTimeout(action, delay_ms);
        return () => clearTimeout(timer);
      },
      sent: (message, answer) => this.#sent(message, answer),
      refused: (message, error) => this.#refused(message, error),
      takenBack: ({ clientId }) => {
        this.#outcomes.delete(clientId);
        replica.dispatch({ kind: 'taken back', clientId });
      },
      delayed: (state) => replica.dispatch({ kind: 'delayed', state }),
    });
    replica.subscribe(() => this.#hear());
  }

  /** Puts a message on its way; says what became of it, however long that takes. */
  send(message: NewMessage): Promise<Outcome> {
    return new Promise((resolve) => {
      inUse.add(this);
      this.#outcomes.set(message.clientId, resolve);
      void this.#tab.hold(message.clientId);
      this.#replica.dispatch({ kind: 'did', message });
      this.#outbox.sendNext();
    });
  }

  /** The same for what does not outlive the page: it is taken back where the network is gone. */
  sendWhileHere(message: NewMessage): Promise<Outcome | { kind: 'unreached' }> {
    const { clientId } = message;
    const unreached = new Promise<{ kind: 'unreached' }>((resolve) => {
      const stop = this.#replica.subscribe(() => {
        const isThere = this.#replica.state().own.some((one) => one.clientId === clientId);
        if (isThere && !this.#outbox.withdraw(clientId)) return;
        stop();
        if (isThere) resolve({ kind: 'unreached' });
      });
    });
    return Promise.race([this.send(message), unreached]);
  }

  retry(): void {
    this.#outbox.retry();
  }

  /** Whether this tab is to send it; another one may have it in hand. */
  isOurs(clientId: string): boolean {
    return !this.#found.has(clientId) || this.#tab.holds(clientId);
  }

  /** What waits is taken back, to be written anew or not at all; false where it is on its way already. */
  takeBack(clientId: string): boolean {
    return this.isOurs(clientId) && this.#outbox.takeBack(clientId);
  }

  onArrival(listener: Arrival): () => void {
    this.#arrivals.add(listener);
    return () => void this.#arrivals.delete(listener);
  }

  /** Hears of every message that the server did not take. */
  onRefusal(listener: Refusal): () => void {
    this.#refusals.add(listener);
    return () => void this.#refusals.delete(listener);
  }

  /** What waits on this device of one person, who sends from now on. */
  begin(userId: string): void {
    inUse.add(this);
    this.#sender = userId;
    wordsBesideFiles.restore(userId);
    const kept = keptMessages(userId);
    for (const { clientId } of kept) if (!this.#seen.has(clientId)) this.#found.add(clientId);
    // Those of them that stand in a log by now are kept no longer.
    this.#own = [...kept, ...this.#own];
    this.#replica.dispatch({ kind: 'own restored', messages: kept });
    this.#hear();
    this.#outbox.sendNext();
  }

  /** Nobody sends any more; what waits stays where it is kept. */
  end(): void {
    inUse.delete(this);
    this.#sender = null;
    this.#outbox.end();
    this.#outcomes.clear();
    this.#seen.clear();
    this.#found.clear();
    this.#tab.keepOnly(new Set());
  }

  async #send(message: OwnMessage, signal: AbortSignal): Promise<Message> {
    const { conversationId, userId, content, type, clientId, replyToId } = message;
    await this.#tab.hold(clientId, signal);
    if (this.#found.has(clientId) && !isKept(userId, clientId)) {
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
  }

  #sent(message: OwnMessage, answer: Message): void {
    const { clientId, userId } = message;
    const ends = [...this.#arrivals].map((hear) => hear(message, answer));
    this.#replica.dispatch({ kind: 'sent', clientId, answer, myId: userId, onScreen: onScreen() });
    for (const end of ends) end();
  }

  #refused(message: OwnMessage, error: unknown): void {
    const { clientId, conversationId, userId, type, content, createdAt } = message;
    const isElsewhere = error instanceof ApiError && error.code === settledElsewhere;
    if (!isElsewhere) this.#settle(clientId, { kind: 'refused', error });
    this.#replica.dispatch({ kind: 'refused', clientId });
    if (isElsewhere) return;
    // Words go back to where they were written; of files the composer speaks.
    if (type === 'TEXT') restoreToDraft(conversationId, userId, content, createdAt);
    for (const listener of this.#refusals) listener(message, error);
  }

  #settle(clientId: string, outcome: Outcome): void {
    this.#outcomes.get(clientId)?.(outcome);
    this.#outcomes.delete(clientId);
  }

  #hear(): void {
    const state = this.#replica.state();
    const before = this.#own;
    if (state.own === before) return;
    this.#own = state.own;
    // Nothing is known any more: what waits stays where it is kept.
    if (state === emptyReplica) return;
    const there = new Set(state.own.map(({ clientId }) => clientId));
    const left = before.filter(({ clientId }) => !there.has(clientId));
    const ours = state.own.filter((message) => outlivesPage(message) && this.isOurs(message.clientId));
    if (this.#sender !== null) this.#writeDown(this.#sender, ours, left.filter(outlivesPage));
    // Only now: whoever gets the lock next looks at what is kept.
    this.#tab.keepOnly(new Set(ours.map(({ clientId }) => clientId)));
    // Of what was refused or taken back nobody waits to hear any more.
    for (const { clientId } of left) this.#settle(clientId, { kind: 'sent' });
  }

  #writeDown(userId: string, ours: readonly OwnMessage[], left: readonly OwnMessage[]): void {
    for (const message of ours) {
      const { clientId } = message;
      if (!this.#seen.has(clientId) && !this.#found.has(clientId)) keepMessage(message);
      this.#seen.add(clientId);
    }
    for (const { clientId } of left) {
      forgetMessage(userId, clientId);
      this.#seen.add(clientId);
    }
  }
}

/** Those that send for somebody. The page of all others may be over. */
const inUse = new Set<Sending>();
onPersonGone(() => {
  for (const sending of [...inUse]) sending.end();
});

const sendings = new WeakMap<QueryClient, Sending>();

/** What sends the messages of the page that asks with this client. */
export function sendingOf(client: QueryClient): Sending {
  const known = sendings.get(client);
  if (known) return known;
  const sending = new Sending(client);
  sendings.set(client, sending);
  return sending;
}

export function useOwn(conversationId: string): readonly OwnMessage[] {
  const own = useReplica((replica) => replica.own);
  return useMemo(() => ownIn(own, conversationId), [own, conversationId]);
}
