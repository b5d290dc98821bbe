import type { Budget } from '@dazi/contract/kernel/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { onceDone } from './connection-end.ts';
import type { Turns } from './turns.ts';

/** Requests worked on at once; what else the account sent waits. */
const mostOfAccount = 8;
/** Of one network of visitors: schools and carriers share one. */
const mostOfNetwork = 16;
/** So many may wait for those; a browser has a few dozens under way at most. */
const mostWaiting = 2000;

/** A stream stays open, a file is read at its sender's speed, and a health check waits for nobody. */
const unshared: readonly Budget[] = ['none', 'live', 'upload'];

interface Share {
  underWay: number;
  /** In the order of their coming. */
  waiting: Set<() => void>;
}

export class Shares {
  readonly #actors = new Map<string, Share>();

  /** Whether it may begin now; else `begin` is called later. `leave` is called once. Null: too many wait. */
  enter(actor: string, most: number, begin: () => void): { isUnderWay: boolean; leave(): void } | null {
    const share = this.#actors.get(actor) ?? { underWay: 0, waiting: new Set() };
    if (share.waiting.size >= mostWaiting) return null;
    this.#actors.set(actor, share);
    const isUnderWay = share.underWay < most;
    if (isUnderWay) share.underWay++;
    else share.waiting.add(begin);
    return {
      isUnderWay,
      leave: () => {
        if (!share.waiting.delete(begin)) this.#passOn(actor, share);
      },
    };
  }

  #passOn(actor: string, share: Share) {
    const [next] = share.waiting;
    if (next) {
      share.waiting.delete(next);
      // One after the other and not one inside the other, however soon each is done.
      queueMicrotask(next);
    } else if (--share.underWay === 0) this.#actors.delete(actor);
  }
}

/**
 * Without shares somebody who asks a thousand things at once would be served before all others. It is taken when the
 * body is there: who sends slowly holds nothing.
 */
export function guardShares(
  app: FastifyInstance,
  turns: Turns,
  actorOf: (request: FastifyRequest) => string,
  factor: number,
): void {
  const shares = new Shares();
  app.decorateRequest('leaveShare', null);
  app.addHook('preValidation', (request, reply, done) => {
    const { endpoint, budget = endpoint?.budget } = request.routeOptions.config;
    if (budget === undefined || unshared.includes(budget)) return done();
    const actor = actorOf(request);
    const most = Math.ceil((request.viewer ? mostOfAccount : mostOfNetwork) * factor);
    let isGone = false;
    const begin = () =>
      turns.take(actor, () => {
        // Who went away is not worked for.
        if (!isGone) done();
      });
    const share = shares.enter(actor, most, begin);
    if (!share) return done(new AppError('TOO_MANY_REQUESTS', { retryAfter_s: 1 }));
    request.leaveShare = onceDone({ socket: request.raw.socket, answer: reply.raw }, () => {
      isGone = true;
      share.leave();
    });
    if (share.isUnderWay) begin();
  });
  // Sending the answer is the network's work, at the speed of whoever receives it.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveShare?.();
    done(null, payload);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next request of the same actor begin; null where nothing is shared. */
    leaveShare: (() => void) | null;
  }
}
