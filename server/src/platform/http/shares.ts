import type { ErrorCode } from '@dazi/contract/registry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { onceDone } from './connection-end.ts';
import { isShared, thingOf } from './crowds.ts';
import type { Turns } from './turns.ts';

/** Requests worked on at once; what else the account sent waits. */
const mostOfAccount = 8;
/** Of one network of visitors: schools and carriers share one. */
const mostOfNetwork = 16;
/** So many may wait for those; a browser has a few dozens under way at most. */
const mostWaiting = 2000;
/**
 * Of a crowd at one post, plan or conversation; all others find the rest of the thread and of the connections free. More than
 * an account may have: nobody fills it alone.
 */
const mostOfOneThing = 12;
/** So many may wait there. */
const mostInCrowd = 10_000;

interface Wanted {
  /** Of whom or of what a share is taken. */
  of: string;
  most: number;
  mostWaiting: number;
  otherwise: ErrorCode;
}

interface Share {
  underWay: number;
  /** In the order of their coming. */
  waiting: Set<() => void>;
}

export class Shares {
  readonly #shares = new Map<string, Share>();

  /** Whether it may begin now; else `begin` is called later. `leave` is called once. Null: too many wait. */
  enter(
    of: string,
    { most, mostWaiting }: Pick<Wanted, 'most' | 'mostWaiting'>,
    begin: () => void,
  ): { isUnderWay: boolean; leave(): void } | null {
    const share = this.#shares.get(of) ?? { underWay: 0, waiting: new Set() };
    if (share.waiting.size >= mostWaiting) return null;
    this.#shares.set(of, share);
    const isUnderWay = share.underWay < most;
    if (isUnderWay) share.underWay++;
    else share.waiting.add(begin);
    return {
      isUnderWay,
      leave: () => {
        if (!share.waiting.delete(begin)) this.#passOn(of, share);
      },
    };
  }

  #passOn(of: string, share: Share) {
    const [next] = share.waiting;
    if (next) {
      share.waiting.delete(next);
      // One after the other and not one inside the other, however soon each is done.
      queueMicrotask(next);
    } else if (--share.underWay === 0) this.#shares.delete(of);
  }
}

/**
 * Without shares somebody who asks a thousand things at once would be served before all others, and so would a thousand
 * people who all want to see one thing. They are taken when the body is there: who sends slowly holds nothing. The
 * actor's comes first: whoever waits for it keeps nobody else from the thing.
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
    if (!isShared(request)) return done();
    const actor = actorOf(request);
    const held: { leave(): void }[] = [];
    let isGone = false;
    request.leaveShare = onceDone({ socket: request.raw.socket, answer: reply.raw }, () => {
      isGone = true;
      for (const share of held) share.leave();
    });
    const takeInOrder = ([wanted, ...further]: readonly Wanted[]): void => {
      // Who went away is not worked for.
      if (isGone) return;
      if (!wanted) {
        turns.take(actor, () => {
          if (!isGone) done();
        });
        return;
      }
      const { of, otherwise } = wanted;
      const share = shares.enter(of, wanted, () => takeInOrder(further));
      if (share) held.push(share);
      else done(new AppError(otherwise, { retryAfter_s: 1 }));
      if (share?.isUnderWay) takeInOrder(further);
    };
    const most = Math.ceil((request.viewer ? mostOfAccount : mostOfNetwork) * factor);
    takeInOrder([
      { of: `actor ${actor}`, most, mostWaiting, otherwise: 'TOO_MANY_REQUESTS' },
      ...crowdOf(request),
    ]);
  });
  // Sending the answer is the network's work, at the speed of whoever receives it.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveShare?.();
    done(null, payload);
  });
}

function crowdOf(request: FastifyRequest): Wanted[] {
  const thing = thingOf(request);
  if (thing === null) return [];
  const { mostOfCrowd = mostOfOneThing } = request.routeOptions.config;
  return [{ of: `thing ${thing}`, most: mostOfCrowd, mostWaiting: mostInCrowd, otherwise: 'UNAVAILABLE' }];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next request of the same actor begin; null where nothing is shared. */
    leaveShare: (() => void) | null;
  }
}
