import type { Message } from '@dazi/contract/chat/conversations';
import type { sentTypes } from '@dazi/contract/chat/conversations.rules';
import { ApiError } from '#platform/api.ts';

/** A message that waits for the network, as it outlives the page. */
export interface KeptMessage {
  clientId: string;
  userId: string;
  /** The other one of a private conversation. */
  receiverId: string | null;
  conversationId: string;
  content: string;
  type: (typeof sentTypes)[number];
  replyToId: string | null;
  createdAt: string;
}

/** A message on its way. */
export interface OutgoingMessage extends KeptMessage {
  replyTo: Message['replyTo'];
  /** `waiting`: for the network; `held`: as long as the server asks for. Also where others do and go first. */
  state: 'sending' | 'waiting' | 'held';
  /** A picture or video as the device has it, until the server has it. */
  preview: { url: string; width: number; height: number } | null;
}

export interface OutboxDeps {
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Message>;
  /** Runs `action` later; the answer cancels it. */
  after(delay_ms: number, action: () => void): () => void;
  keep(messages: readonly KeptMessage[]): void;
  sent(message: OutgoingMessage, answer: Message): void;
  refused(message: OutgoingMessage, error: unknown): void;
}

/** Without an answer for this long the network counts as gone; sending again is harmless. */
const patience_ms = 20_000;
const firstRetry_ms = 2000;
const longestRetry_ms = 30_000;
/** Pictures in the message itself are not kept over a reload. */
const keptLength = 20_000;

const nobodyAnswered = [0, 408, 425, 502, 503, 504];

/** The server has not judged it: worth another try, with the same id. Some refusals of a message are a 429, too. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  nobodyAnswered.includes(error.status) ||
  (error.status === 429 && error.code === 'TOO_MANY_REQUESTS');

/**
 * Sends messages of every conversation one after the other, in the order they were written, each once: the id
 * made here lets the server tell a repetition. What cannot be sent now waits, on this device, for the network.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #listeners = new Set<() => void>();
  #messages: readonly OutgoingMessage[] = [];
  readonly #busy = new Map<string, AbortController>();
  #failures = 0;
  #cancelRetry: (() => void) | null = null;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  readonly snapshot = (): readonly OutgoingMessage[] => this.#messages;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(message: Omit<OutgoingMessage, 'state'>): void {
    const state = this.#messages.findLast(
      ({ conversationId }) => conversationId === message.conversationId,
    )?.state;
    this.#set([...this.#messages, { ...message, state: state ?? 'sending' }]);
    this.#sendNext();
  }

  /** What was kept of somebody's when the page was last open. */
  restore(kept: readonly KeptMessage[]): void {
    const known = new Set(this.#messages.map(({ clientId }) => clientId));
    const restored = kept
      .filter(({ clientId }) => !known.has(clientId))
      .map((message) => ({ ...message, replyTo: null, state: 'waiting' as const, preview: null }));
    if (restored.length === 0) return;
    this.#set([...restored, ...this.#messages]);
    this.#sendNext();
  }

  /** The network is back, or may be. */
  retry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#failures = 0;
    this.#sendNext();
  }

  /** The message was seen in the log: its answer got lost on the way. */
  arrived(clientId: string): void {
    if (this.#messages.some((message) => message.clientId === clientId) && !this.#isBusyWith(clientId)) {
      this.#remove(clientId);
    }
  }

  /** Takes back what waits for the network; whether it did. */
  withdraw(clientId: string): boolean {
    const message = this.#messages.find((one) => one.clientId === clientId);
    if (message?.state !== 'waiting') return false;
    this.#takeOut(message);
    return true;
  }

  /** The same of what waits for whatever reason: it is written anew, or stays unsaid. Null when it is being sent. */
  takeBack(clientId: string): OutgoingMessage | null {
    const message = this.#messages.find((one) => one.clientId === clientId);
    if (!message || message.state === 'sending') return null;
    // Tried again at this moment: the server may have it.
    if (this.#isFirst(message) && this.#busy.has(message.conversationId)) return null;
    this.#takeOut(message);
    this.#sendNext();
    return message;
  }

  #takeOut(message: OutgoingMessage): void {
    const { conversationId, clientId } = message;
    if (this.#isFirst(message)) {
      this.#busy.get(conversationId)?.abort();
      this.#busy.delete(conversationId);
    }
    this.#remove(clientId);
  }

  clear(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    for (const sending of this.#busy.values()) sending.abort();
    this.#busy.clear();
    this.#set([]);
  }

  #isFirst(message: OutgoingMessage): boolean {
    return this.#messages.find((one) => one.conversationId === message.conversationId) === message;
  }

  #isBusyWith(clientId: string): boolean {
    const message = this.#messages.find((one) => one.clientId === clientId);
    return message?.state === 'sending';
  }

  #sendNext(): void {
    if (this.#cancelRetry) return;
    const heads = new Map<string, OutgoingMessage>();
    for (const message of this.#messages) {
      if (!heads.has(message.conversationId)) heads.set(message.conversationId, message);
    }
    for (const message of heads.values()) {
      if (!this.#busy.has(message.conversationId)) void this.#send(message);
    }
  }

  async #send(message: OutgoingMessage): Promise<void> {
    const { conversationId, clientId } = message;
    const sending = new AbortController();
    this.#busy.set(conversationId, sending);
    const cancelPatience = this.#deps.after(patience_ms, () => sending.abort());
    let answer: Message;
    try {
      answer = await this.#deps.send(message, sending.signal);
    } catch (error) {
      cancelPatience();
      // Cleared meanwhile: it is nobody's any more.
      if (this.#busy.get(conversationId) !== sending) return;
      this.#busy.delete(conversationId);
      if (isUnanswered(error)) this.#wait(error);
      else {
        this.#remove(clientId);
        this.#deps.refused(message, error);
        this.#sendNext();
      }
      return;
    }
    cancelPatience();
    if (this.#busy.get(conversationId) !== sending) return;
    this.#busy.delete(conversationId);
    this.#failures = 0;
    // First the log has it, then it goes from here: the reader sees one of them at every moment.
    this.#deps.sent(message, answer);
    this.#remove(clientId);
    this.#sendNext();
  }

  #wait(error: unknown): void {
    const state = error instanceof ApiError && error.status === 429 ? 'held' : 'waiting';
    this.#set(this.#messages.map((message) => ({ ...message, state })));
    const asked_ms = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    const backoff_ms = Math.min(longestRetry_ms, firstRetry_ms * 2 ** this.#failures);
    this.#failures++;
    this.#cancelRetry?.();
    this.#cancelRetry = this.#deps.after(Math.max(asked_ms, backoff_ms), () => {
      this.#cancelRetry = null;
      this.#sendNext();
    });
  }

  #remove(clientId: string): void {
    this.#set(this.#messages.filter((message) => message.clientId !== clientId));
  }

  #set(messages: readonly OutgoingMessage[]): void {
    this.#messages = messages;
    this.#deps.keep(
      messages
        .filter(({ content }) => content.length <= keptLength)
        .map(({ clientId, userId, receiverId, conversationId, content, type, replyToId, createdAt }) => ({
          clientId,
          userId,
          receiverId,
          conversationId,
          content,
          type,
          replyToId,
          createdAt,
        })),
    );
    for (const listener of this.#listeners) listener();
  }
}
