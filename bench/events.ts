import { inProcessBus, topicKind } from '../server/src/platform/bus.ts';
import { builderOn } from '../server/src/platform/database/builder.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeDeps, type Outside } from '../server/src/platform/deps.ts';
import { Horizon } from '../server/src/platform/horizon.ts';
import { randomIds } from '../server/src/platform/ids.ts';
import { noMeasures } from '../server/src/platform/measures.ts';
import { CatchingUp } from '../server/src/platform/nodes/catching-up.ts';
import { busOfNodes } from '../server/src/platform/nodes/node-bus.ts';
import { notifyingChannel } from '../server/src/platform/nodes/notify-channel.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { startPostgres } from '../tools/services.mjs';

/**
 * Transactions a second that each tell something, and how long after the commit another node has heard it. Beside what
 * the product does: nothing told, and NOTIFY in the transaction itself, which commits one after the other. All in this process.
 *
 *   node --import tsx bench/events.ts [seconds a turn] [turns] [writers]
 */
const seconds = Number(process.argv[2] ?? 4);
const turns = Number(process.argv[3] ?? 3);
const writers = Number(process.argv[4] ?? 32);
const words = 'x'.repeat(250);
const letters = topicKind<{ words: string; at: number }>('letter');
const print = (line = '') => process.stdout.write(`${line}\n`);

interface Way {
  write(writer: number): Promise<void>;
  close(): Promise<void>;
}

const complain = (what: unknown) => void process.stderr.write(`${JSON.stringify(what)}\n`);
const log = { warn: complain, error: complain };

/** A connection of its own, as each node has it. */
async function aNode(url: string, heard: (at: number) => void) {
  const database = await openPostgresql(url, { connections: Math.min(writers, 40) });
  const db = builderOn(database);
  const here = inProcessBus(complain);
  here.subscribe(letters, ({ at }) => heard(at));
  return { database, db, here };
}

async function ofTheProduct(url: string, heard: (at: number) => void): Promise<Way> {
  const join = async (hears: (at: number) => void) => {
    const { database, db, here } = await aNode(url, hears);
    const bus = await busOfNodes(here, {
      channel: notifyingChannel(db, database.signals!, { ids: randomIds, log }),
      catchingUp: new CatchingUp(db, new Horizon(db, 'several')),
      gather_ms: 8,
      ids: randomIds,
      log,
      measures: noMeasures,
    });
    return { database, bus };
  };
  const [told, hearing] = [await join(() => {}), await join(heard)];
  const outside = { bus: told.bus, clock: () => new Date(), config: { checksItself: false } };
  const deps = makeDeps(told.database, outside as unknown as Outside);
  return {
    async write(writer) {
      await deps.transact(async (inner) => {
        const event = { words, at: 0 };
        // Told from the moment of the commit on: the event is made before it, and its time set right after.
        inner.emit(letters.topic(String(writer)), { words: '', at: 0 }, event);
        inner.afterCommit(() => {
          event.at = performance.now();
        });
      });
    },
    async close() {
      for (const { bus, database } of [told, hearing]) {
        await bus.leave();
        await database.close();
      }
    },
  };
}

const insert = `INSERT INTO outbox (topic, event, created_at) VALUES ($1, $2::text::jsonb, now())`;

async function inTheTransaction(url: string, heard: (at: number) => void): Promise<Way> {
  const [telling, hearing] = [await aNode(url, () => {}), await aNode(url, () => {})];
  await hearing.database.signals!.listen(
    'beside',
    (text) => heard(JSON.parse(text).at),
    () => {},
  );
  return {
    async write(writer) {
      const at = performance.now();
      const said = JSON.stringify({ at, words });
      await telling.database.transaction(async (connection) => {
        await connection.query(
          `WITH stored AS (${insert}) SELECT pg_notify('beside', $3)`,
          [`letter:${writer}`, '{"words":""}', said],
          'arrays',
        );
      });
    },
    async close() {
      await telling.database.close();
      await hearing.database.close();
    },
  };
}

async function untold(url: string): Promise<Way> {
  const { database } = await aNode(url, () => {});
  return {
    write: (writer) =>
      database.transaction(async (connection) => {
        await connection.query(insert, [`letter:${writer}`, '{"words":""}'], 'arrays');
      }),
    close: () => database.close(),
  };
}

const ways: Readonly<Record<string, (url: string, heard: (at: number) => void) => Promise<Way>>> = {
  'nothing told': untold,
  'NOTIFY in the transaction': inTheTransaction,
  'after the commit, gathered': ofTheProduct,
};

async function turn(url: string, make: (typeof ways)[string]) {
  const late: number[] = [];
  const way = await make(url, (at) => late.push(performance.now() - at));
  let written = 0;
  const before = process.cpuUsage();
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: writers }, async (_each, writer) => {
      while (performance.now() < until) {
        await way.write(writer);
        written++;
      }
    }),
  );
  const a_second = written / ((performance.now() - begun) / 1000);
  const { user, system } = process.cpuUsage(before);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await way.close();
  late.sort((one, other) => one - other);
  const at = (share: number) => late[Math.floor(late.length * share)]?.toFixed(1) ?? '-';
  return {
    a_second,
    text: `${a_second.toFixed(0)} commits/s, ${late.length} of ${written} heard, p50 ${at(0.5)}, p99 ${at(0.99)} ms, ${((user + system) / written).toFixed(0)} µs of processor`,
  };
}

const postgres = await startPostgres({ durable: true });
try {
  const url = await makeTestDatabase(postgres.url);
  const speeds = new Map<string, number[]>();
  for (let number = 1; number <= turns; number++) {
    for (const [name, make] of Object.entries(ways)) {
      const { a_second, text } = await turn(url, make);
      speeds.set(name, [...(speeds.get(name) ?? []), a_second]);
      print(`${number} ${name}: ${text}`);
    }
  }
  const [, beside, ours] = [...speeds.values()];
  const ratios = ours!.map((speed, index) => speed / beside![index]!);
  print(
    `\nafter the commit: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')} times NOTIFY in the transaction`,
  );
} finally {
  await postgres.stop();
}
