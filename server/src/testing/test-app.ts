import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/services.mjs';
import { type App, type AppOptions, makeApp } from '../app.ts';
import { accountOf, openSession } from '../features/identity/identity.service.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/connection.ts';
import { sessionCookie } from '../platform/http/cookies.ts';
import { demoIssuer } from '../platform/sign-in/demo-provider.ts';
import { openTestDatabase } from './test-database.ts';
import { logOfServer } from './test-log.ts';
import { emailOf, TestPerson } from './test-person.ts';

const server = join(import.meta.dirname, '..', '..');

/** A clock that stands still until it is moved. */
export class TestClock {
  #now: number;
  constructor(begins = new Date()) {
    this.#now = begins.getTime();
  }
  readonly read = (): Date => new Date(this.#now);
  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface TestApp extends App {
  url: string;
  dataDir: string;
  clock: TestClock;
  /** A visitor: no session yet. */
  visitor(): TestPerson;
  /**
   * Signed in as by the demo provider, whose pages and redirects are a tenth of the tests' time: `visitor().signIn`
   * goes through them. The profile is saved with a gender.
   */
  person(name: string, options?: { profile?: boolean }): Promise<TestPerson>;
}

type TestOptions = Partial<
  Pick<AppOptions, 'webDirectory' | 'logTo' | 'runJobs' | 'trustedPushHost' | 'ids'>
> & { begins?: Date };

/** The whole server on a free port, with a database of its own: embedded, or at TEST_DATABASE_URL. */
export async function startTestApp(
  environment: Record<string, string> = {},
  changes: Partial<Config> = {},
  openDatabase: () => Promise<Database> = openTestDatabase,
  { begins, ...options }: TestOptions = {},
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dazi-test-'));
  const port = Number(environment.PORT ?? (await freePort()));
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000',
      MAP_STYLE_URL: 'none',
      CLIENT_ERRORS: '1',
      POSITION_SECRET: 'the position secret of the tests, long enough',
      ...environment,
    }),
    logLevel: 'error',
    ...changes,
  };
  const database = await openDatabase();
  const clock = new TestClock(begins);
  const app = await makeApp({
    config,
    database,
    migrationsDirectory: join(server, 'migrations'),
    gazetteerFile: join(server, 'gazetteer', 'towns.tsv'),
    webDirectory: null,
    clock: clock.read,
    // A job in the background would change tables and count as statements when a test least expects it.
    runJobs: false,
    logTo: logOfServer(config.publicUrl),
    ...options,
  });
  await app.server.listen({ host: '127.0.0.1', port });
  return {
    ...app,
    url: config.publicUrl,
    dataDir,
    clock,
    visitor: () => new TestPerson(config.publicUrl),
    async person(name, { profile = true } = {}) {
      const person = new TestPerson(config.publicUrl);
      const email = emailOf(name);
      const proven = { issuer: demoIssuer(config), subject: email, email, emailVerified: true, name };
      person.user = await accountOf(app.deps, proven);
      person.cookies.set(sessionCookie(config).name, (await openSession(app.deps, person.id)).token);
      if (profile) await person.saveProfile({ displayName: name, gender: 'F', age: 30 });
      return person;
    },
    async close(onStep) {
      await app.close(onStep);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
