import type { Message } from '@dazi/contract/chat/conversations';
import { ApiError } from '#platform/api.ts';
import type { OwnMessage } from './replica/own.ts';

export interface OutboxDeps {
  /** What is to be sent, in that order. Nothing of it is held here. */
  own(): readonly OwnMessage[];
  send(message: OwnMessage, signal: AbortSignal): Promise<Message>;
  /** Runs `action` later; the answer cancels it. */
  after(delay_ms: number, action: () => void): () => void;
  /** The first three take the message away, the last says of all that they wait. */
  sent(message: OwnMessage, answer: Message): void;
  refused(message: OwnMessage, error: unknown): void;
  takenBack(message: OwnMessage): void;
  delayed(state: 'waiting' | 'held'): void;
}

/** Without an answer for this long the network counts as gone; sending again is harmless. */
const patience_ms = 20_000;
const firstRetry_ms = 2000;
const longestRetry_ms = 30_000;

const nobodyAnswered = [0, 408, 425, 502, 503, 504];

/** A portal, or what stands before a server that is away, speaks in its own words. */
const isOfAnother = ({ code, status }: ApiError): boolean =>
  code === 'UNSAID' && (status < 400 || status >= 500);

/** The server has not judged it: worth another try, with the same id. Some refusals of a message are a 429, too. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  nobodyAnswered.includes(error.status) ||
  isOfAnother(error) ||
  (error.status === 429 && error.code === 'TOO_MANY_REQUESTS');

/**
 * Says when own messages are sent: in every conversation one after the other, in the order they were written, each once: the
 * id made here lets the server tell a repetition. What cannot be sent now waits, on this device, for the network.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  /** By conversation, what is being sent. */
  readonly #busy = new Map<string, { clientId: string; end: AbortController }>();
  #failures = 0;
  #cancelRetry: (() => void) | null = null;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Sends the first of each conversation, unless the network is waited for. */
  sendNext(): void {
    if (this.#cancelRetry) return;
    const heads = new Map<string, OwnMessage>();
    for (const message of this.#deps.own()) {
      if (!heads.has(message.conversationId)) heads.set(message.conversationId, message);
    }
    for (const message of heads.values()) {
      if (!this.#busy.has(message.conversationId)) void this.#send(message);
    }
  }

  /** The network is back, or may be. */
  retry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#failures = 0;
    this.sendNext();
  }

  /** Takes back what waits for the network; whether it did. */
  withdraw(clientId: string): boolean {
    const message = this.#find(clientId);
    if (message?.state !== 'waiting') return false;
    this.#takeOut(message);
    return true;
  }

  /** The same of what waits for whatever reason: it is written anew, or stays unsaid. */
  takeBack(clientId: string): boolean {
    const message = this.#find(clientId);
    // Tried again at this moment: the server may have it.
    if (!message || message.state === 'sending' || this.#isBusyWith(message)) return false;
    this.#takeOut(message);
    this.sendNext();
    return true;
  }

  end(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    for (const { end } of this.#busy.values()) end.abort();
    this.#busy.clear();
  }

  #find(clientId: string): OwnMessage | undefined {
    return this.#deps.own().find((one) => one.clientId === clientId);
  }

  #isBusyWith({ conversationId, clientId }: OwnMessage): boolean {
    return this.#busy.get(conversationId)?.clientId === clientId;
  }

  #takeOut(message: OwnMessage): void {
    if (this.#isBusyWith(message)) {
      this.#busy.get(message.conversationId)?.end.abort();
      this.#busy.delete(message.conversationId);
    }
    this.#deps.takenBack(message);
  }

  async #send(message: OwnMessage): Promise<void> {
    const { conversationId, clientId } = message;
    const sending = { clientId, end: new AbortController() };
    this.#busy.set(conversationId, sending);
    const cancelPatience = this.#deps.after(patience_ms, () => sending.end.abort());
    let answer: Message;
    try {
      answer = await this.#deps.send(message, sending.end.signal);
    } catch (error) {
      cancelPatience();
      // Ended meanwhile: it is nobody's any more.
      if (this.#busy.get(conversationId) !== sending) return;
      this.#busy.delete(conversationId);
      if (isUnanswered(error)) this.#wait(error);
      else {
        // What was seen in the log meanwhile was taken.
        if (this.#find(clientId)) this.#deps.refused(message, error);
        this.sendNext();
      }
      return;
    }
    cancelPatience();
    if (this.#busy.get(conversationId) !== sending) return;
    this.#busy.delete(conversationId);
    this.#failures = 0;
    this.#deps.sent(message, answer);
    this.sendNext();
  }

  #wait(error: unknown): void {
    this.#deps.delayed(error instanceof ApiError && error.status === 429 ? 'held' : 'waiting');
    const asked_ms = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    const backoff_ms = Math.min(longestRetry_ms, firstRetry_ms * 2 ** this.#failures);
    this.#failures++;
    this.#cancelRetry?.();
    this.#cancelRetry = this.#deps.after(Math.max(asked_ms, backoff_ms), () => {
      this.#cancelRetry = null;
      this.sendNext();
    });
  }
}
