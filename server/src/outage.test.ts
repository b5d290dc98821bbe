import { Worker } from 'node:worker_threads';
import { sendMessage } from '@dazi/contract/chat/conversations';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { getHealth } from '@dazi/contract/kernel/service';
import { listPosts } from '@dazi/contract/posts/post-views';
import { createPost } from '@dazi/contract/posts/posts';
import { transfer } from '@dazi/contract/wallet/wallet';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import { openPostgresql } from './platform/database/postgresql.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { makeTestDatabase, openMade, snapshot, wayTo } from './testing/test-database.ts';
import { TestNetwork } from './testing/test-network.ts';
import { haight, type TestPerson } from './testing/test-person.ts';
import { TestStream } from './testing/test-stream.ts';

const superuserUrl = process.env.TEST_DATABASE_URL;
let app: TestApp;
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const post = (content: string) => ({ body: { content, location: haight } });

async function expectUnavailable(person: TestPerson, endpoint: Endpoint, input: object = {}) {
  const answer = await person.call(endpoint, input);
  expect(answer).toMatchObject({ status: 503, success: false, code: 'UNAVAILABLE' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

async function expectEverythingUnavailable(person: TestPerson) {
  await expectUnavailable(app.visitor(), getHealth);
  await expectUnavailable(app.visitor(), listPosts);
  await expectUnavailable(person, listPosts);
  await expectUnavailable(person, createPost, post('never'));
}

/** Uncaught errors would end the server; vitest reports them, this one says where. */
function watchForCrashes() {
  const crashes: unknown[] = [];
  const note = (error: unknown) => crashes.push(error);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  return () => {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    expect(crashes).toEqual([]);
  };
}

// The other database has its own run: what does not concern this one is not part of it.
const ofEmbedded = superuserUrl ? () => {} : describe;
const ofPostgresql = superuserUrl ? describe : () => {};

ofEmbedded('when the embedded database is gone', () => {
  test('every call answers 503 with Retry-After, and nothing crashes', async () => {
    app = await startTestApp({}, {}, () => openEmbedded({ directory: null, snapshot }));
    const ann = await app.person('Ann');
    const expectNoCrash = watchForCrashes();
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    await ann.post();
    await (posted.mock.contexts[0] as unknown as Worker).terminate();
    await expectEverythingUnavailable(ann);
    expectNoCrash();
  });
});

ofPostgresql('when PostgreSQL is gone', () => {
  async function startBehindNetwork(made?: string) {
    const { url, options } = await wayTo(made ?? (await makeTestDatabase(superuserUrl!)));
    const network = await TestNetwork.to(url);
    app = await startTestApp({}, {}, () => openPostgresql(network.url, options));
    return network;
  }

  /** Asks again until the service answers as it should; gives up when the test's time is over. */
  async function untilAvailable(person: TestPerson) {
    for (;;) {
      const answer = await person.call(getHealth, {});
      if (answer.success) return;
      expect(answer.status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  test('every call answers 503 with Retry-After, and it recovers without a restart', async () => {
    const network = await startBehindNetwork();
    const ann = await app.person('Ann');
    const stream = await TestStream.open(ann);
    const before = await ann.post({ content: 'before' });
    const expectNoCrash = watchForCrashes();
    for (let outage = 0; outage < 2; outage++) {
      await network.cut();
      await expectEverythingUnavailable(ann);
      await network.restore();
      await untilAvailable(ann);
    }
    app.clock.advance(1000);
    const after = await ann.post({ content: 'after' });
    const { data } = await ann.get(listPosts, {});
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual([after.id, before.id]);
    expect(stream.ended).toBe(false);
    stream.close();
    expectNoCrash();
  });

  test('a server of a cluster that went away under a statement is unavailable as well', async () => {
    app = await startTestApp({}, {}, async () => openMade(await makeTestDatabase(superuserUrl!)));
    const said = app.deps.db.execute(
      sql`DO $$ BEGIN RAISE 'failure on connection marked as essential: 127.0.0.1:5432' USING ERRCODE = 'XX000'; END $$`,
    );
    await expect(said).rejects.toMatchObject({ cause: { name: 'DatabaseGone' } });
  });

  test('a long outage is answered as promptly as a short one', async () => {
    const network = await startBehindNetwork();
    await network.cut();
    // More calls than connections, so that each connection fails more than once.
    for (let call = 0; call < 60; call++) await expectUnavailable(app.visitor(), getHealth);
    await network.restore();
    await untilAvailable(app.visitor());
  });

  test('wherever a connection that is being made breaks off, nothing crashes', {
    timeout: 60_000,
  }, async () => {
    const network = await startBehindNetwork();
    const ann = await app.person('Ann');
    const expectNoCrash = watchForCrashes();
    for (let pieces = 0; pieces < 12; pieces++) {
      network.cutAfter(pieces);
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { status } = await ann.call(listPosts, {});
          expect([200, 503]).toContain(status);
        }),
      );
      await network.cut();
      await network.restore();
      await untilAvailable(ann);
    }
    expectNoCrash();
  });

  test('a proxy that has no server left leaves nobody waiting', { timeout: 60_000 }, async () => {
    const network = await startBehindNetwork();
    const ann = await app.person('Ann');
    network.loseServer();
    for (let round = 0; round < 10; round++) await expectEverythingUnavailable(ann);
    network.findServer();
    await untilAvailable(ann);
  });

  test('what was committed while its answer got lost is not done again', async () => {
    const made = await makeTestDatabase(superuserUrl!);
    const server = await openPostgresql(made, { connections: 1 });
    const network = await startBehindNetwork(made);
    const ann = await app.person('Ann');
    const { conversationId } = await aRoom(ann);
    const [from, to] = [await walletOf(ann), await walletOf(await app.person('Bob'))];
    const done = async (what: string) => (await server.query(`SELECT id FROM ${what}`, [], 'objects')).length;
    const expectNoCrash = watchForCrashes();
    const words = 'said and not heard';
    // The server's word for a transaction that it has committed.
    const committed = /COMMIT\0/;
    for (const [what, lost, ask] of [
      [`posts WHERE content = '${words}'`, committed, () => ann.call(createPost, post(words))],
      // A plain message is committed by the statement that writes it.
      [
        `messages WHERE content = '${words}'`,
        new RegExp(words),
        () => ann.call(sendMessage, { params: { conversationId }, body: { content: words } }),
      ],
      [
        "transfers WHERE kind = 'transfer'",
        committed,
        () => ann.call(transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } }),
      ],
    ] as const) {
      network.loseAnswersFrom(lost);
      const asked = ask();
      const once = vi.waitFor(async () => expect(await done(what), what).toBe(1), { timeout: 10_000 });
      await once.finally(() => network.cut());
      await network.restore();
      expect(await asked, what).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
      await untilAvailable(ann);
      expect(await done(what), what).toBe(1);
    }
    await server.close();
    expectNoCrash();
  });

  test('transactions under way are told, not left waiting, and leave nothing behind', async () => {
    const network = await startBehindNetwork();
    const ann = await app.person('Ann');
    const expectNoCrash = watchForCrashes();
    const underWay = Array.from({ length: 5 }, (_each, number) =>
      app.deps.transact(async (inner) => {
        await inner.db.execute(sql`INSERT INTO installation (name, value) VALUES (${`half ${number}`}, '')`);
        await inner.db.execute(sql`SELECT pg_sleep(60)`);
      }),
    );
    const outcomes = Promise.allSettled(underWay);
    const asleep = sql`FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    // Seen by the server: what has not reached it before the cut ends with its connection.
    await vi.waitFor(async () => expect(await app.deps.db.execute(sql`SELECT ${asleep}`)).toHaveLength(5), {
      timeout: 10_000,
    });
    await network.cut();
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
    await network.restore();
    await untilAvailable(ann);
    // The server there works on for who has gone, and other tests on it wait for transactions that do not end.
    const ended = await app.deps.db.execute(sql`SELECT pg_terminate_backend(pid) ${asleep}`);
    expect(ended).toHaveLength(5);
    await vi.waitFor(async () => {
      const found = await app.deps.db.execute(sql`SELECT name FROM installation WHERE name LIKE 'half%'`);
      expect(found).toEqual([]);
    }, 30_000);
    expectNoCrash();
  });

  test('a server that stood still for longer than a transaction may is unavailable for a moment', async () => {
    await startBehindNetwork();
    const ann = await app.person('Ann');
    const expectNoCrash = watchForCrashes();
    const asked: Promise<unknown>[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        app.deps.transact(async (inner) => {
          await inner.db.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 50`);
          const until = performance.now() + 100;
          while (performance.now() < until);
          asked.push(ann.call(listPosts, {}), ann.call(createPost, post('later')));
          await inner.db.execute(sql`SELECT 1`);
        }),
      ),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseGone' } });
    }
    for (const answer of await Promise.all(asked))
      expect([200, 503]).toContain((answer as { status: number }).status);
    await untilAvailable(ann);
    expectNoCrash();
  });
});
