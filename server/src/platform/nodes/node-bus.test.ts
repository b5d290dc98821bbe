import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { inProcessBus, topicKind } from '../bus.ts';
import { builderOn } from '../database/builder.ts';
import { type Connection, type Database, DatabaseGone } from '../database/connection.ts';
import { type Deps, makeDeps } from '../deps.ts';
import { Horizon } from '../horizon.ts';
import { randomIds } from '../ids.ts';
import type { Counted } from '../measures.ts';
import { CatchingUp } from './catching-up.ts';
import type { Channel } from './channel.ts';
import { gapTopics } from './gap.ts';
import { busOfNodes, type NodeBus } from './node-bus.ts';

const told = topicKind<{ text: string }>('test');

/** All who listen in one process; what is said may get lost, or be said once more later. */
class Air {
  isSilent = false;
  readonly said: string[] = [];
  readonly #listeners: { heard: (text: string) => void; opened: () => void }[] = [];

  channel(limit_bytes = 7900): Channel {
    return {
      limit_bytes,
      tell: async (texts) => {
        this.said.push(...texts);
        if (!this.isSilent) this.sayAgain(texts);
      },
      hear: async (heard, opened) => {
        this.#listeners.push({ heard, opened });
        opened();
      },
      close: async () => {},
    };
  }
  sayAgain(texts: readonly string[]) {
    for (const text of texts) for (const { heard } of this.#listeners) heard(text);
  }
  open() {
    for (const { opened } of this.#listeners) opened();
  }
}

/** One of several on one database. */
class Node {
  readonly heard: string[] = [];
  readonly counted: string[] = [];
  readonly warned: string[] = [];
  gaps = 0;
  /** The database answers this node nothing any more. */
  isCutOff = false;
  /** What the database answers reaches this node after it. */
  delay: Promise<void> | null = null;
  asked = 0;
  catchingUp!: CatchingUp;
  bus!: NodeBus;
  deps!: Deps;

  static async join(database: Database, app: TestApp, channel: Channel, looksByItself = true): Promise<Node> {
    const node = new Node();
    const here = inProcessBus((error) => {
      throw error;
    });
    here.subscribe(told, ({ text }, id) => node.heard.push(`${id}: ${text}`));
    here.subscribe(gapTopics, () => node.gaps++);
    const cut: Connection = {
      async query(...call) {
        if (node.isCutOff) throw new DatabaseGone('cut off');
        const answer = await database.query(...call);
        node.asked++;
        await node.delay;
        return answer;
      },
    };
    const db = builderOn(cut);
    node.catchingUp = new CatchingUp(db, new Horizon(db, database.kind === 'embedded' ? 'one' : 'several'));
    node.bus = await busOfNodes(here, {
      channel,
      catchingUp: node.catchingUp,
      gather_ms: 1,
      looksByItself,
      ids: randomIds,
      log: { warn: (_what: unknown, text?: string) => void node.warned.push(text!), error() {} },
      measures: { count: (what: keyof Counted) => void node.counted.push(what), observe() {}, gauge() {} },
    });
    node.deps = makeDeps(database, { ...app.deps, bus: node.bus });
    return node;
  }

  tell(text: string, stored: { text: string } | null = { text: `${text} (kept)` }) {
    return this.deps.transact(async (inner) => {
      if (stored) inner.emit(told.topic('x'), stored, { text });
      else inner.emit(told.topic('x'), null, { text });
    });
  }
}

let app: TestApp;
let database: Database;
let air: Air;
let [a, b]: Node[] = [];
beforeAll(async () => {
  app = await startTestApp({}, {}, async () => {
    database = await openTestDatabase();
    return database;
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  air = new Air();
  [a, b] = [await Node.join(database, app, air.channel()), await Node.join(database, app, air.channel())];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const node of [a!, b!]) {
    node.isCutOff = false;
    await node.bus.leave();
  }
});

const soon = { interval: 20 };

describe('two nodes', () => {
  test('hear each other once, with the words, and themselves at once', async () => {
    await a!.tell('one');
    expect(a!.heard).toEqual(['x: one']);
    await expect.poll(() => b!.heard, soon).toEqual(['x: one']);
    await a!.tell('of the moment', null);
    b!.bus.publish(told.topic('y'), { text: 'kept nowhere' });
    await expect.poll(() => a!.heard, soon).toEqual(['x: one', 'x: of the moment', 'y: kept nowhere']);
    await expect.poll(() => b!.heard, soon).toEqual(['x: one', 'y: kept nowhere', 'x: of the moment']);
    // Nor does what is read in the outbox afterwards come a second time.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect([a!.heard.length, b!.heard.length]).toEqual([3, 3]);
    expect(b!.counted).not.toContain('bus_caught_up');
    expect(b!.counted.filter((what) => what === 'bus_letters')).toHaveLength(2);
  });

  test('hear nothing of what was rolled back', async () => {
    await expect(
      a!.deps.transact(async (inner) => {
        inner.emit(told.topic('x'), { text: 'never' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await a!.tell('after it');
    await expect.poll(() => b!.heard, soon).toEqual(['x: after it']);
  });

  test('find within two seconds what was lost on the way, as far as it is kept, in its order and once', async () => {
    // Only what is waited for between looks is counted: how long a look takes is the machine's business.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reader = await Node.join(database, app, air.channel());
    const looks = vi.spyOn(reader.catchingUp, 'missed');
    air.isSilent = true;
    for (let number = 1; number <= 3; number++) await a!.tell(`${number}`);
    await a!.tell('of the moment', null);
    // What polls would move the clock.
    const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));
    while (!air.said.join().includes('of the moment')) await aMoment();
    for (let second = 1; second <= 2; second++) {
      vi.advanceTimersByTime(1000);
      await Promise.all(looks.mock.results.map(({ value }) => value));
      await aMoment();
    }
    expect(reader.heard).toEqual(['x: 1 (kept)', 'x: 2 (kept)', 'x: 3 (kept)']);
    expect(reader.counted.filter((what) => what === 'bus_caught_up')).toHaveLength(3);
    // The letters come late, after all.
    air.isSilent = false;
    air.sayAgain(air.said);
    expect(reader.heard).toEqual(['x: 1 (kept)', 'x: 2 (kept)', 'x: 3 (kept)', 'x: of the moment']);
    expect([a!.heard, a!.gaps, reader.gaps]).toEqual([['x: 1', 'x: 2', 'x: 3', 'x: of the moment'], 0, 0]);
    await reader.bus.leave();
  });

  test('find the words of what is too long for a letter at once', async () => {
    const narrow = await Node.join(database, app, air.channel(120));
    await narrow.tell('x'.repeat(200), { text: 'y'.repeat(200) });
    await expect.poll(() => b!.heard, soon).toEqual([`x: ${'y'.repeat(200)}`]);
    await narrow.bus.leave();
  });

  test('know no gap when a channel begins anew: the outbox says at once what was missed', async () => {
    const reader = await Node.join(database, app, air.channel(), false);
    air.isSilent = true;
    await a!.tell('while nobody heard');
    air.open();
    await expect.poll(() => reader.heard, soon).toEqual(['x: while nobody heard (kept)']);
    expect(reader.gaps).toBe(0);
    await reader.bus.leave();
  });

  test('look once more for what was committed after a look had begun', async () => {
    const reader = await Node.join(database, app, air.channel(), false);
    air.isSilent = true;
    let answer: () => void = () => {};
    reader.delay = new Promise((resolve) => {
      answer = resolve;
    });
    const before = reader.asked;
    air.open();
    await expect.poll(() => reader.asked, soon).toBe(before + 1);
    await a!.tell('meanwhile');
    air.open();
    answer();
    await expect.poll(() => reader.heard, soon).toEqual(['x: meanwhile (kept)']);
    await reader.bus.leave();
  });

  test('read on past what cannot be read', async () => {
    air.sayAgain(['no letter at all', '{"from":"x"}', '{"from":"x","letters":[7]}']);
    await a!.tell('a letter');
    await expect.poll(() => b!.heard.length, soon).toBe(1);
    expect(b!.warned).toContain('another node said what cannot be read');
  });

  test('that could not look for ten seconds say so, and once more when they can', async () => {
    air.isSilent = true;
    b!.isCutOff = true;
    await a!.tell('missed');
    await expect.poll(() => b!.gaps, soon).toBe(1);
    expect(b!.bus.isHeard()).toBe(false);
    b!.isCutOff = false;
    await expect.poll(() => b!.gaps, soon).toBe(2);
    expect(b!.bus.isHeard()).toBe(true);
    await a!.tell('heard again');
    await expect.poll(() => b!.heard, soon).toEqual(['x: heard again (kept)']);
    expect(b!.warned).toHaveLength(1);
  });
});

describe('many at once', () => {
  test('all is heard by all, once, though half of the letters are lost', async () => {
    const nodes = [a!, b!];
    const losing = setInterval(() => {
      air.isSilent = !air.isSilent;
    }, 15);
    const expected: string[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_each, writer) => {
        for (let number = 0; number < 25; number++) {
          const text = `${writer}-${number}`;
          expected.push(`x: ${text}`);
          await nodes[writer % 2]!.deps.transact(async (inner) => {
            await inner.db.execute(sql`SELECT 1`);
            if (number % 5 === 0) await new Promise((resolve) => setTimeout(resolve, writer * 4));
            inner.emit(told.topic('x'), { text });
          });
        }
      }),
    );
    for (const node of nodes) {
      await expect.poll(() => node.heard.length, soon).toBe(expected.length);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect([...node.heard].sort()).toEqual([...expected].sort());
    }
    clearInterval(losing);
  });
});
