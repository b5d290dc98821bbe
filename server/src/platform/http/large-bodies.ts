import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { onceDone } from './connection-end.ts';

/** Who sends a body: an account, through the network that an address belongs to. */
export interface Sender {
  account: string;
  network: string;
}

export interface PlaceLimits {
  /** Each is held in memory as a whole. */
  places: number;
  ofAccount: number;
  ofNetwork: number;
  waitingOfAccount: number;
  patience_ms: number;
}

export const placeLimits: PlaceLimits = {
  places: 4,
  ofAccount: 2,
  ofNetwork: 3,
  waitingOfAccount: 4,
  patience_ms: 15_000,
};

interface Waiting {
  sender: Sender;
  begin(): void;
}

/** Places for large bodies: few at once, shared fairly, and a queue for those who find none. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken: Sender[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits = placeLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place and answers how to give it back. UPLOADS_BUSY when too many of this account wait already or
   * none became free in time. Whoever leaves the queue by `signal` gets no place and no answer.
   */
  take(sender: Sender, signal: AbortSignal): Promise<() => void> {
    const { waitingOfAccount, patience_ms } = this.#limits;
    const own = this.#waiting.filter((each) => each.sender.account === sender.account);
    if (own.length >= waitingOfAccount) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(patience);
        signal.removeEventListener('abort', leave);
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
      };
      const waiting: Waiting = {
        sender,
        begin: () => {
          leave();
          this.#taken.push(sender);
          resolve(() => this.#giveBack(sender));
        },
      };
      const patience = setTimeout(() => {
        leave();
        reject(busy());
      }, patience_ms);
      signal.addEventListener('abort', leave);
      this.#waiting.push(waiting);
      this.#fill();
    });
  }

  #giveBack(sender: Sender) {
    const at = this.#taken.indexOf(sender);
    if (at < 0) return;
    this.#taken.splice(at, 1);
    this.#fill();
  }

  /** Those who came first begin first; who has their share waits while others pass. */
  #fill() {
    for (const each of [...this.#waiting]) if (this.#hasRoomFor(each.sender)) each.begin();
  }

  #hasRoomFor({ account, network }: Sender): boolean {
    const { places, ofAccount, ofNetwork } = this.#limits;
    return (
      this.#taken.length < places &&
      this.#taken.filter((each) => each.account === account).length < ofAccount &&
      this.#taken.filter((each) => each.network === network).length < ofNetwork
    );
  }
}

const busy = () => new AppError('UPLOADS_BUSY', { retryAfter_s: 2 });

/** The least speed of a large body over each stretch: 32 KiB a second is what a weak mobile network carries. */
export const leastSpeed = { bytes_per_s: 32 * 1024, stretch_s: 5 } as const;

/** Ends a body that comes more slowly than `leastSpeed`: whoever reads it gets UPLOAD_TOO_SLOW. */
function watchSpeed(request: FastifyRequest): () => void {
  const { socket } = request.raw;
  // Nobody reads yet: then it is not the sender who is slow.
  const isRead = () => request.raw.listenerCount('error') > 0;
  let before_bytes = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.raw.complete) return clearInterval(timer);
    const came_bytes = socket.bytesRead - before_bytes;
    before_bytes = socket.bytesRead;
    if (came_bytes >= leastSpeed.bytes_per_s * leastSpeed.stretch_s || !isRead()) return;
    clearInterval(timer);
    request.raw.emit('error', new AppError('UPLOAD_TOO_SLOW'));
  }, leastSpeed.stretch_s * 1000);
  return () => clearInterval(timer);
}

/** Bodies larger than this take a place; what is not announced counts as large. */
const largeBody_bytes = 1024 * 1024;

function isLarge(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config;
  if (!endpoint || endpoint.bodyLimit <= largeBody_bytes) return false;
  const { 'content-length': announced } = request.headers;
  return Number(announced ?? Number.POSITIVE_INFINITY) > largeBody_bytes;
}

/** A few large bodies fill the memory: who finds no place waits for one, before anything of the body is read. */
export function guardLargeBodies(app: FastifyInstance, senderOf: (request: FastifyRequest) => Sender): void {
  const places = new Places();
  app.decorateRequest('leavePlace', null);
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLarge(request)) return;
    const gone = new AbortController();
    let giveBack = () => {};
    request.leavePlace = onceDone({ socket: request.raw.socket, answer: reply.raw }, () => {
      gone.abort();
      giveBack();
    });
    if (gone.signal.aborted) return;
    const leave = await places.take(senderOf(request), gone.signal);
    const stopWatching = watchSpeed(request);
    giveBack = () => {
      stopWatching();
      leave();
    };
    // It went away in the same moment.
    if (gone.signal.aborted) giveBack();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leavePlace?.();
    done(null, payload);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the place of a large body back; null where none was taken. */
    leavePlace: (() => void) | null;
  }
}
