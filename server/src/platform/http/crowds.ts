import type { Budget } from '@dazi/contract/kernel/endpoint';
import type { ErrorCode } from '@dazi/contract/registry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Measures } from '../measures.ts';
import { Circle } from './circle.ts';
import { onceDone } from './connection-end.ts';

/** So many of a crowd are let in together: what they ask of the database is asked together, too. */
const mostTogether = 8;
/** Whoever takes longer is not waited for: a body that comes slowly, a lock that somebody else has. */
const patience_ms = 40;
/** After a group the thread and the database are left to all others for so many times as long as it took. */
const mostRestPerWork = 2;
/** Of so many who wait on the rest becomes shorter, or thousands would wait three times as long as they need. */
const shortensFrom = 200;
/** However slow the machine is, 200 are let in within two seconds: 25 groups of 65 ms at most. */
const mostRest_ms = 25;
/** When nobody has come to anything else for so long, nobody needs the rest. */
const alone_ms = 1000;
/** So many may wait for one thing, */
const mostWaiting = 10_000;
/** and so many of one network: nobody fills it alone. */
const mostWaitingOfNetwork = 2000;

/** A stream stays open, a file is read at its sender's speed, and a health check waits for nobody. */
const unshared: readonly Budget[] = ['none', 'live', 'upload'];

export function isShared({ routeOptions: { config } }: FastifyRequest): boolean {
  const { endpoint, budget = endpoint?.budget } = config;
  return budget !== undefined && !unshared.includes(budget);
}

/** An address with the id of something in it, and what is done there, is one thing that many may want; else null. */
export function thingOf({ raw, routeOptions }: FastifyRequest): string | null {
  return routeOptions.url?.includes('/:') ? `${raw.method} ${raw.url!.split('?', 1)[0]}` : null;
}

/** One inside, or who waits. */
interface Place {
  isInside: boolean;
  leave(): void;
}
type TurnedAway = Extract<ErrorCode, 'TOO_MANY_REQUESTS' | 'UNAVAILABLE'>;

/** Before one thing that several people want. It is there as long as anybody is inside or waits. */
export class Door {
  readonly #waiting = new Circle<() => void>();
  readonly #isAlone: () => boolean;
  readonly #close: () => void;
  /** Of the group that was let in last; nobody waits for those before it. */
  #inside = 0;
  #group = 0;
  #begun_ms = 0;
  #isResting = false;
  /** The end of the patience or of the rest, where somebody waits for it. */
  #timer: NodeJS.Timeout | null = null;

  /** `isAlone` says whether the rest helps nobody; `close` hears that nobody is there any more. */
  constructor(isAlone: () => boolean, close: () => void) {
    this.#isAlone = isAlone;
    this.#close = close;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Whether one more may begin now; else `begin` is called later. `leave` is called once. Or why they are turned
   * away: too many of this network wait, or too many in all. Those who wait are served in a circle by their networks.
   */
  enter(network: string, begin: () => void): Place | TurnedAway {
    if (this.#waiting.size === 0 && this.#inside < mostTogether && !this.#isResting) {
      if (this.#inside === 0) this.#beginGroup();
      this.#inside++;
      return { isInside: true, leave: this.#leaveOfNow() };
    }
    if (this.#waiting.countOf(network) >= mostWaitingOfNetwork) return 'TOO_MANY_REQUESTS';
    if (this.#waiting.size >= mostWaiting) return 'UNAVAILABLE';
    let leave: (() => void) | null = null;
    const letIn = () => {
      leave = this.#leaveOfNow();
      begin();
    };
    this.#waiting.add(network, letIn);
    this.#timer ??= this.#after(this.#begun_ms + patience_ms - performance.now(), () => this.#rest());
    return {
      isInside: false,
      leave: () => {
        if (leave) leave();
        else this.#waiting.remove(network, letIn);
      },
    };
  }

  #beginGroup() {
    this.#group++;
    this.#begun_ms = performance.now();
  }

  #leaveOfNow(): () => void {
    const group = this.#group;
    return () => {
      if (group === this.#group && --this.#inside === 0) this.#rest();
    };
  }

  #rest() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#inside = 0;
    // Of these nobody is waited for any more.
    this.#group++;
    if (this.#waiting.size === 0) {
      this.#close();
      return;
    }
    this.#isResting = true;
    const took_ms = performance.now() - this.#begun_ms;
    const share = this.#isAlone() ? 0 : Math.min(1, shortensFrom / this.#waiting.size);
    const rest_ms = share * Math.min(mostRestPerWork * took_ms, mostRest_ms);
    this.#timer = this.#after(rest_ms, () => this.#letNextIn());
  }

  #letNextIn() {
    this.#isResting = false;
    this.#timer = null;
    const next: (() => void)[] = [];
    for (let letIn = this.#waiting.take(); letIn; letIn = this.#waiting.take()) {
      next.push(letIn);
      if (next.length === mostTogether) break;
    }
    this.#beginGroup();
    this.#inside = next.length;
    if (next.length === 0) this.#close();
    else if (this.#waiting.size > 0) this.#timer = this.#after(patience_ms, () => this.#rest());
    for (const letIn of next) letIn();
  }

  #after(ms: number, call: () => void): NodeJS.Timeout {
    return setTimeout(call, Math.max(0, ms));
  }
}

/** To what somebody came last, and when somebody came to anything else. */
class Comings {
  #last = { to: '', at_ms: Number.NEGATIVE_INFINITY };
  #before_ms = Number.NEGATIVE_INFINITY;

  note(to: string) {
    if (to !== this.#last.to) this.#before_ms = this.#last.at_ms;
    this.#last = { to, at_ms: performance.now() };
  }

  isAlone(to: string): boolean {
    const others_ms = this.#last.to === to ? this.#before_ms : this.#last.at_ms;
    return performance.now() - others_ms > alone_ms;
  }
}

/**
 * Of many who come to one thing at once most wait before anything is done for them, and the node works on them with rests:
 * whoever wants anything else hardly notices them. The first thing that is done for a request.
 */
export function guardCrowds(app: FastifyInstance, networkOf: (request: FastifyRequest) => string): void {
  const doors = new Map<string, Door>();
  const comings = new Comings();
  app.decorateRequest('leaveDoor', null);
  app.decorateRequest('turnedAway', null);
  app.decorate('waitingInCrowds', () => [...doors.values()].reduce((sum, { waiting }) => sum + waiting, 0));
  app.addHook('onRequest', (request, reply, done) => {
    if (!isShared(request)) return done();
    const thing = thingOf(request);
    comings.note(thing ?? '');
    if (thing === null) return done();
    const door =
      doors.get(thing) ??
      new Door(
        () => comings.isAlone(thing),
        () => doors.delete(thing),
      );
    doors.set(thing, door);
    let isGone = false;
    const place = door.enter(networkOf(request), () => {
      // Who went away is not worked for.
      if (!isGone) done();
    });
    if (typeof place === 'string') {
      request.turnedAway = place;
      return done();
    }
    request.leaveDoor = onceDone({ socket: request.raw.socket, answer: reply.raw }, () => {
      isGone = true;
      place.leave();
    });
    if (place.isInside) done();
  });
  // Sending the answer is the network's work, at the speed of whoever receives it.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveDoor?.();
    done(null, payload);
  });
}

/** Tells those for whom there was no room to wait; what every answer has is set by then. */
export function turnAway(app: FastifyInstance, measures: Measures): void {
  app.addHook('onRequest', async ({ turnedAway }) => {
    if (!turnedAway) return;
    measures.count('rate_limited', {});
    throw new AppError(turnedAway, { retryAfter_s: 1 });
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How many wait before doors. */
    waitingInCrowds(): number;
  }
  interface FastifyRequest {
    /** Lets those behind go on; null where nobody waits behind anybody. */
    leaveDoor: (() => void) | null;
    /** Why there was no room for them to wait. */
    turnedAway: TurnedAway | null;
  }
}
