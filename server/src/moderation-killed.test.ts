import { join } from 'node:path';
import { genesis } from '@dazi/contract/kernel/chain';
import { getModeratedPerson, listModerationLog } from '@dazi/contract/moderation/moderated-people';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLog } from '#features/moderation/moderation-log.service.ts';
import { freePort } from '../../tools/services.mjs';
import { chainedHash } from './platform/chain.ts';
import { builderOn } from './platform/database/builder.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import { openPostgresql } from './platform/database/postgresql.ts';
import { Killed, type Stage, step, World } from './testing/any-order.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { TestPerson } from './testing/test-person.ts';
import { TestInstallation, type TestProcess } from './testing/test-process.ts';
import { diceOf, turnsOf } from './testing/test-share.ts';

/** What moderators do on the built server, which is killed between two steps and in the middle of them. */
const rounds = Number(process.env.KILL_ROUNDS ?? turnsOf(10));
const superuserUrl = process.env.TEST_DATABASE_URL;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class RoughStage implements Stage {
  kills = 0;
  readonly #installation = new TestInstallation();
  #home: Record<string, string> = {};
  #server!: TestProcess;

  async start() {
    const DATA_DIR = this.#installation.newDataDir();
    this.#home = {
      DATA_DIR,
      PORT: String(await freePort()),
      ADMIN_EMAILS: 'judge@people.example,rosa@people.example',
      POSITION_SECRET: 'the position secret of the tests, long enough',
      ...(superuserUrl && { DATABASE_URL: await makeTestDatabase(superuserUrl) }),
    };
    await this.#come();
  }

  async #come() {
    this.#server = await (await this.#installation.launch(this.#home)).ready();
  }

  async #kill() {
    this.kills++;
    await this.#server.kill();
  }

  async #killAndCome() {
    await this.#kill();
    await this.#come();
  }

  /** While the server is down. */
  async inDatabase<Result>(work: (db: ReturnType<typeof builderOn>) => Promise<Result>): Promise<Result> {
    const { DATA_DIR, DATABASE_URL } = this.#home;
    const database = DATABASE_URL
      ? await openPostgresql(DATABASE_URL)
      : await openEmbedded({ directory: join(DATA_DIR!, 'database'), snapshot: null });
    const result = await work(builderOn(database));
    await database.close();
    return result;
  }

  now_ms = () => Date.now();

  async person(name: string) {
    const person = await new TestPerson(this.#server.url).signIn(name);
    await person.saveProfile({ displayName: name, gender: 'F', age: 30, confirmed: true });
    return person;
  }

  async ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const dice = this.kills < rounds ? Math.random() : 1;
    if (dice < 0.1) await this.#killAndCome();
    if (dice < 0.1 || dice > 0.4) return call();
    const asked = call().then(
      (answer) => ({ answer }),
      (error) => ({ error }),
    );
    await pause(Math.random() * 12);
    await this.#killAndCome();
    const came = await asked;
    if ('answer' in came) return came.answer;
    if (/ECONNRESET|ECONNREFUSED|EPIPE|aborted|socket hang up/.test(String(came.error))) throw new Killed();
    throw came.error;
  }

  async verify(judge: TestPerson) {
    const pages = [await judge.get(listModerationLog, { query: {} })];
    for (let next = pages[0]!.nextCursor; next; next = pages.at(-1)!.nextCursor) {
      pages.push(await judge.get(listModerationLog, { query: { cursor: next } }));
    }
    let hash = genesis;
    for (const link of pages.flatMap(({ data }) => data).reverse()) {
      const { number, action, code, rule, until, createdAt, commitment } = link;
      hash = chainedHash(hash, [number, action, code, rule, until, createdAt, commitment]);
      expect(hash, `link ${number}`).toBe(link.hash);
    }
    expect(hash).toBe(pages[0]!.head.hash);
  }

  /** As if the account had been deleted long ago: it is erased when the server comes, which is killed over it. */
  async erased(personId: string, judge: TestPerson) {
    await this.#kill();
    await this.inDatabase((db) =>
      db.execute(
        sql`UPDATE left_accounts SET left_at = now() - interval '30 days' WHERE user_id = ${personId}`,
      ),
    );
    await this.#come();
    await pause(Math.random() * 100);
    await this.#killAndCome();
    const known = async () => (await judge.call(getModeratedPerson, { params: { personId } })).status;
    await expect.poll(known, { timeout: 60_000 }).toBe(404);
  }

  async wait() {
    throw new Error('Its clock is that of the machine');
  }

  async close() {
    await this.#server.kill('SIGTERM');
  }

  remove = () => this.#installation.remove();
}

let stage: RoughStage;
beforeAll(async () => {
  stage = new RoughStage();
  await stage.start();
});
afterAll(() => stage.remove());

test(
  `killed ${rounds} times, each step is done or not, and what must hold holds`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const world = await World.make(stage);
        for (const one of [{ do: 'report', of: 'post', by: 0 } as const, ...steps]) {
          await world.take(one);
          await world.holds();
        }
      }),
      { numRuns: Math.ceil(rounds / 5), seed: diceOf(26), endOnFailure: true },
    );
    expect(stage.kills).toBeGreaterThanOrEqual(1);
    await stage.close();
    expect(await stage.inDatabase((db) => verifyLog({ db }))).toMatchObject({ problem: null });
  },
  60_000 + rounds * 20_000,
);
