import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus, EmittedEvent, Topic } from './bus.ts';
import type { Config } from './config.ts';
import { builderInside, builderOn, type Db, withoutQuery } from './database/builder.ts';
import type { Connection, Database } from './database/connection.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Heartbeats } from './heartbeats.ts';
import { Horizon } from './horizon.ts';
import type { Ids } from './ids.ts';
import type { Measures } from './measures.ts';
import { insertEvents } from './outbox.store.ts';
import type { FileStorage } from './storage/file-storage.ts';

export interface Deps {
  readonly db: Db;
  readonly clock: () => Date;
  readonly ids: Ids;
  readonly files: FileStorage;
  readonly gazetteer: Gazetteer;
  readonly log: FastifyBaseLogger;
  readonly config: Config;
  /** Key of the shift from true to displayed positions. */
  readonly positionSecret: string;
  readonly bus: Bus;
  readonly measures: Measures;
  readonly horizon: Horizon;
  /** Null where nodes share no Redis. */
  readonly heartbeats: Heartbeats | null;
  /** The only way to open a transaction: what is called inside gets `inner`. One inside another joins it. */
  transact<Result>(work: (inner: TransactingDeps) => Promise<Result>): Promise<Result>;
}

export interface TransactingDeps extends Deps {
  /** Stores `event` unless it is null. After the commit listeners hear `delivered` where it is given, or `event`. */
  emit<Event extends object>(topic: Topic<Event>, event: NoInfer<Event>, delivered?: NoInfer<Event>): void;
  emit<Event extends object>(topic: Topic<Event>, event: null, delivered: NoInfer<Event>): void;
  afterCommit(work: () => void): void;
}

interface OpenTransaction {
  open: boolean;
}

interface Fence {
  inside<Result>(transaction: OpenTransaction, work: () => Promise<Result>): Promise<Result>;
  refuseInside(): void;
}

const currentTransaction = new AsyncLocalStorage<OpenTransaction>();

/** The embedded database would wait for itself for ever, and on a server the statement would escape the transaction. */
const closedFence: Fence = {
  inside: (transaction, work) => currentTransaction.run(transaction, work),
  refuseInside() {
    if (currentTransaction.getStore()?.open) {
      throw new Error('Inside deps.transact use the inner deps: this statement would leave the transaction');
    }
  },
};

/** Node 20 follows every promise of the process to know who runs inside: a seventh of all it does. */
const noFence: Fence = { inside: (_transaction, work) => work(), refuseInside() {} };

function fenced(connection: Connection, fence: Fence): Connection {
  return {
    isCluster: connection.isCluster ?? false,
    query(text, parameters, shape) {
      fence.refuseInside();
      return connection.query(text, parameters, shape);
    },
  };
}

/** Two may wait for each other's locks; the one that is rolled back begins anew, after pauses of unequal length. */
const attempts = 8;
const longestPause_ms = 50;
const isDeadlock = (error: unknown) =>
  (withoutQuery(error) as { code?: string } | undefined)?.code === '40P01';

export type Outside = Omit<Deps, 'db' | 'transact' | 'horizon'>;

export function makeDeps(database: Database, outside: Outside): Deps {
  const fence = outside.config.checksItself ? closedFence : noFence;
  const db = builderOn(fenced(database, fence));
  async function once<Result>(
    deps: Deps,
    work: (inner: TransactingDeps) => Promise<Result>,
  ): Promise<Result> {
    const events: EmittedEvent[] = [];
    const afterwards: (() => void)[] = [];
    const state: OpenTransaction = { open: true };
    let result: Result;
    let numbers: Promise<(number | null)[]> = Promise.resolve([]);
    try {
      result = await database.transaction((connection) =>
        fence.inside(state, async () => {
          const inner: TransactingDeps = {
            ...deps,
            db: builderInside(connection),
            transact: (nested) => nested(inner),
            emit: (topic: string, event: object | null, delivered?: object) =>
              void events.push({ topic, stored: event, delivered: delivered ?? event }),
            afterCommit: (run) => void afterwards.push(run),
          };
          const done = await work(inner);
          numbers = insertEvents(inner.db, events, inner.clock());
          numbers.catch(() => {});
          return done;
        }),
      );
    } finally {
      state.open = false;
    }
    const ids = await numbers;
    deps.bus.tellCommitted(events.map((event, index) => ({ ...event, id: ids[index]! })));
    for (const run of afterwards) run();
    return result;
  }

  return {
    ...outside,
    db,
    horizon: new Horizon(db, database.kind === 'embedded' ? 'one' : 'several'),
    async transact(work) {
      fence.refuseInside();
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(this, work);
        } catch (error) {
          if (attempt === attempts || !isDeadlock(error)) throw error;
          outside.log.warn({ attempt }, 'two transactions waited for each other; one begins anew');
          await setTimeout(Math.random() * longestPause_ms * attempt);
        }
      }
    },
  };
}
