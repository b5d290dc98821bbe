import { exportAccount } from '@dazi/contract/identity/identity';
import { rateLimits } from '@dazi/contract/kernel/endpoint';
import { getPost } from '@dazi/contract/posts/post-views';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/services.mjs';
import { openPostgresql } from './platform/database/postgresql.ts';
import {
  expectAllHeard,
  expectNothingLost,
  keepBusy,
  openPages,
  peopleInRoom,
} from './testing/acknowledged.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { balancerCookie, hasHaproxy, TestHaproxy } from './testing/test-haproxy.ts';
import { hasNats, TestNats } from './testing/test-nats.ts';
import { isUnsure, pause, TestNodes } from './testing/test-nodes.ts';
import { TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { TestProvider } from './testing/test-provider.ts';
import { hasRedis, TestRedis } from './testing/test-redis.ts';
import { TestS3 } from './testing/test-s3.ts';

/**
 * Three nodes behind a balancer, their media in a bucket, of which one is killed every few seconds while people go on.
 * NODES_KILLS, NODES_EVERY_S and NODES_PEOPLE make it longer; NODES_WAYS names how nodes tell each other.
 */
const kills = Number(process.env.NODES_KILLS ?? 3);
const every_s = Number(process.env.NODES_EVERY_S ?? 3);
const everyone = Number(process.env.NODES_PEOPLE ?? 9);
const ways = (process.env.NODES_WAYS ?? 'Redis').split(',');
/** Within which browsers are to hear again, on a machine that has nothing else to do. */
const back_ms = Number(process.env.NODES_BACK_MS ?? Number.POSITIVE_INFINITY);
const listening = 5;
/** Wide enough for all that people do here; of what is allowed least soon nothing is left. */
const limitFactor = 20;
const exportsAMinute = rateLimits.export * limitFactor;

const superuserUrl = process.env.TEST_DATABASE_URL;

/** Three nodes behind a balancer, with all that is outside of them. */
class Fleet {
  readonly provider = new TestProvider();
  readonly s3 = new TestS3();
  nodes!: TestNodes;
  readonly #closing: (() => Promise<unknown>)[] = [];
  origin = '';
  databaseUrl = '';

  async start(way: string) {
    await this.provider.start();
    await this.s3.start();
    this.databaseUrl = await makeTestDatabase(superuserUrl!);
    const nats = way === 'NATS' ? await TestNats.start() : null;
    const redis = way === 'Redis' ? await TestRedis.start() : null;
    const port = await freePort();
    this.origin = `http://127.0.0.1:${port}`;
    this.nodes = await TestNodes.of(3);
    await this.nodes.start({
      ...this.provider.environment,
      ...this.s3.settings,
      ...(nats && { NATS_URL: nats.url }),
      ...(redis && { REDIS_URL: redis.url }),
      PUBLIC_URL: this.origin,
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: String(limitFactor),
      DATABASE_URL: this.databaseUrl,
      DATABASE_POOL: '8',
      POSITION_SECRET: 'the position secret of the tests, long enough',
    });
    const haproxy = await TestHaproxy.before(this.nodes.ports.map(Number), port);
    this.#closing.push(
      () => this.nodes.remove(),
      () => haproxy.stop(),
      () => this.provider.stop(),
      () => this.s3.stop(),
      async () => nats?.goAway(),
      async () => redis?.goAway(),
    );
  }

  async close() {
    for (const close of this.#closing) await close();
  }
}

/** Exports an account again and again without the balancer's cookie, so that nodes come by turns, until all have refused. */
async function exportTooOften(person: TestPerson, until: () => boolean) {
  const began_ms = performance.now();
  const refusedBy = new Set<string>();
  let taken = 0;
  const ask = async () => {
    while (!until() || refusedBy.size < 3) {
      const there = new TestPerson(person.origin);
      for (const [name, value] of person.cookies) if (name !== balancerCookie) there.cookies.set(name, value);
      try {
        const answer = await there.fetch(exportAccount.path);
        // One that comes while another is still made was let through by the limits, too.
        if ((await answer.text()).includes('TOO_MANY_REQUESTS'))
          refusedBy.add(there.cookies.get(balancerCookie)!);
        else if (answer.status < 500) taken++;
      } catch (error) {
        if (!isUnsure(error)) throw error;
      }
      await pause(50);
    }
  };
  await Promise.all([ask(), ask()]);
  const minutesBegun = Math.floor((performance.now() - began_ms) / 60_000) + 1;
  return { taken, most: minutesBegun * exportsAMinute };
}

let fleet: Fleet | undefined;
afterEach(async () => {
  await fleet?.close();
});

const ofPostgresql = describe.skipIf(!superuserUrl);

ofPostgresql('three nodes behind a balancer, of which one is killed again and again', () => {
  test.for(ways)(
    'lose nothing that was acknowledged and do nothing twice, telling each other by %s',
    { timeout: (kills * (every_s + 15) + 90) * 1000 },
    async (way, context) => {
      if (!hasHaproxy) return context.skip('haproxy is not installed: apt-get install haproxy');
      if (way === 'NATS' && !hasNats) return context.skip('nats-server is not installed');
      if (way === 'Redis' && !hasRedis) return context.skip('redis-server is not installed');
      fleet = new Fleet();
      await fleet.start(way);
      const { origin, provider } = fleet;
      const { people, room } = await peopleInRoom(everyone, (number) =>
        new TestPerson(origin).signInAt(provider, `Person ${number}`),
      );
      // Who is new may post little in a day.
      const database = await openPostgresql(fleet.databaseUrl);
      await database.script("UPDATE users SET created_at = now() - interval '15 days'");
      await database.close();
      const pages = await openPages(people, room, listening);
      const impatient = await new TestPerson(origin).signInAt(provider, 'Impatient');
      const busy = await keepBusy(room, people, [await picture(64)]);
      const { doings, poster } = busy;
      // Without Redis each node counts for itself.
      const asking = way === 'Redis' ? exportTooOften(impatient, busy.isOver) : null;
      asking?.catch(() => {});
      const began_ms = performance.now();
      for (let killed = 0; killed < kills; killed++) {
        const next = pause(every_s * 1000);
        await pause((every_s * 1000) / 2);
        await fleet.nodes.kill(killed % 3);
        await pause(500);
        await fleet.nodes.come(killed % 3);
        await next;
      }
      await busy.stop();
      const asked = await asking;
      if (asked) expect(asked.taken).toBeLessThanOrEqual(asked.most);
      const length_s = ((performance.now() - began_ms) / 1000).toFixed(0);

      const { log, transfers } = await expectNothingLost({ ...busy, databaseUrl: fleet.databaseUrl });
      for (const { id, media } of doings.posts) {
        await poster.get(getPost, { params: { messageId: id } });
        for (const { url } of media) expect((await poster.fetch(url)).status, url).toBe(200);
      }
      await expectAllHeard(pages, log);
      const away_ms = pages.flatMap((page) => page.away_ms.slice(1)).sort((one, other) => one - other);
      expect(Math.max(...away_ms)).toBeLessThan(back_ms);
      process.stdout.write(
        `${way}: ${kills} killed in ${length_s} s; ${log.length} messages, ${transfers} transfers, ${doings.votes} votes, ${doings.posts.length} posts acknowledged; ${asked ? `${asked.taken} of ${asked.most} exports that the limits of one node allow; ` : ''}streams back after ${away_ms.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
      );
    },
  );
});
