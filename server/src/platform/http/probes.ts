import type { FastifyInstance, FastifyReply } from 'fastify';

/** Whoever watches a server asks for these; they are answered before anything else of a request is looked at. */
export const probePaths: ReadonlySet<string> = new Set(['/livez', '/readyz']);

export const pathOf = (url: string) => url.split('?', 1)[0]!;

export type Check = () => Promise<boolean>;

/** A part that does not answer for so long is down. */
const checkLimit_ms = 2000;
/** Asked more often than this, the last answer is good. */
const checkAtMostEvery_ms = 500;
/** A balancer that asked within this time is still told that a node stops. */
const watchedFor_ms = 60_000;

export class Readiness {
  readonly #checks: Readonly<Record<string, Check>>;
  #isStopping = false;
  #askedAt_ms = Number.NEGATIVE_INFINITY;
  #latest: { at_ms: number; found: Promise<Record<string, boolean>> } | null = null;

  constructor(checks: Readonly<Record<string, Check>>) {
    this.#checks = checks;
  }

  async answer(): Promise<{ isReady: boolean; parts: Record<string, 'ok' | 'down' | boolean> }> {
    const now_ms = performance.now();
    this.#askedAt_ms = now_ms;
    if (!this.#latest || now_ms - this.#latest.at_ms > checkAtMostEvery_ms) {
      this.#latest = { at_ms: now_ms, found: this.#look() };
    }
    const found = await this.#latest.found;
    const isReady = !this.#isStopping && Object.values(found).every(Boolean);
    const parts = Object.fromEntries(
      Object.entries(found).map(([name, isUp]) => [name, isUp ? ('ok' as const) : ('down' as const)]),
    );
    return { isReady, parts: { ...parts, stopping: this.#isStopping } };
  }

  async #look(): Promise<Record<string, boolean>> {
    const names = Object.keys(this.#checks);
    const found = await Promise.all(names.map((name) => inTime(this.#checks[name]!)));
    return Object.fromEntries(names.map((name, at) => [name, found[at]!]));
  }

  /** Sends nobody here any more. True when somebody watches, who is to notice before connections end. */
  stop(): boolean {
    this.#isStopping = true;
    return performance.now() - this.#askedAt_ms < watchedFor_ms;
  }
}

async function inTime(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, checkLimit_ms, false);
  });
  return Promise.race([check().catch(() => false), late]).finally(() => clearTimeout(timer));
}

const send = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));

/** Before all guards: balancers ask by any name, and as often as they like. */
export function answerProbes(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url);
    if (!probePaths.has(path) || (request.method !== 'GET' && request.method !== 'HEAD')) return;
    if (path === '/livez') return send(reply, 200, { status: 'ok' });
    const { isReady, parts } = await readiness.answer();
    return send(reply, isReady ? 200 : 503, parts);
  });
}
