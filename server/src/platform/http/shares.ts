import type { Budget } from '@dazi/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Turns } from './turns.ts';

/** Requests of one account that are worked on at once; what else it sent waits. */
const mostOfAccount = 8;
/** Of one network of visitors: schools and carriers share one. */
const mostOfNetwork = 16;

/** A stream stays open, a file is read at its sender's speed, and a health check waits for nobody. */
const unshared: readonly Budget[] = ['none', 'live', 'upload'];

/** How many of each actor's requests are under way, and what waits until one of them is done. */
export class Shares {
  readonly #actors = new Map<string, { underWay: number; waiting: (() => void)[] }>();

  /** Begins now or when fewer than `most` of this actor are under way. */
  enter(actor: string, most: number, begin: () => void): void {
    const share = this.#actors.get(actor) ?? { underWay: 0, waiting: [] };
    this.#actors.set(actor, share);
    if (share.underWay >= most) {
      share.waiting.push(begin);
      return;
    }
    share.underWay++;
    begin();
  }

  /** One of this actor's is done: the next of theirs begins in its place. */
  leave(actor: string): void {
    const share = this.#actors.get(actor);
    if (!share) return;
    const next = share.waiting.shift();
    if (next) next();
    else if (--share.underWay === 0) this.#actors.delete(actor);
  }
}

/**
 * A share of the server for each account, and for the visitors of each network: the database answers in the order of
 * asking, so somebody who asks a thousand things at once would be served a thousand times before the next one is.
 */
export function guardShares(
  app: FastifyInstance,
  turns: Turns,
  actorOf: (request: FastifyRequest) => string,
  factor: number,
): void {
  const shares = new Shares();
  app.decorateRequest('leaveShare', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint, budget = endpoint?.budget } = request.routeOptions.config;
    if (budget === undefined || unshared.includes(budget) || reply.raw.destroyed) return done();
    const actor = actorOf(request);
    const most = Math.ceil((request.viewer ? mostOfAccount : mostOfNetwork) * factor);
    shares.enter(actor, most, () => {
      let isUnderWay = true;
      const leave = () => {
        if (isUnderWay) shares.leave(actor);
        isUnderWay = false;
      };
      // Who went away while waiting is not worked for.
      if (reply.raw.destroyed) return leave();
      request.leaveShare = leave;
      reply.raw.once('close', leave);
      turns.take(actor, done);
    });
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
