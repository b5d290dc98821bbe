import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { getPost } from '@dazi/contract/posts/post-views';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../tools/services.mjs';
import {
  expectAllHeard,
  expectNothingLost,
  keepBusy,
  openPages,
  peopleInRoom,
} from './testing/acknowledged.ts';
import { makeEmptyDatabase } from './testing/test-database.ts';
import { asDeployed, hasHaproxy, TestHaproxy } from './testing/test-haproxy.ts';
import { pause, TestNodes } from './testing/test-nodes.ts';
import { TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { TestInstallation } from './testing/test-process.ts';
import { TestProvider } from './testing/test-provider.ts';

/**
 * Two nodes behind a balancer, brought to this version one after the other as docs/operating.md says, while people go on.
 * UPGRADE_FROM is a checkout of the version before with its server built; without it this version follows itself.
 */
const before = process.env.UPGRADE_FROM;
const everyone = Number(process.env.UPGRADE_PEOPLE ?? 8);
const calm_s = Number(process.env.UPGRADE_CALM_S ?? 2);

/** Whoever is answered an error, or nothing, remembers it. */
class Witness extends TestPerson {
  static readonly errors: string[] = [];

  override async call<E extends Endpoint>(endpoint: E, input: Parameters<TestPerson['call']>[1]) {
    try {
      const answer = await super.call(endpoint, input as never);
      if (!answer.success) Witness.errors.push(`${endpoint.name}: ${answer.status} ${answer.code}`);
      return answer as never;
    } catch (error) {
      Witness.errors.push(`${endpoint.name}: ${error} ${(error as Error).cause ?? ''}`);
      throw error;
    }
  }
}

// The embedded database belongs to one process.
const ofPostgresql = describe.skipIf(!process.env.TEST_DATABASE_URL);

ofPostgresql('two nodes brought to another version one after the other', () => {
  test('people see no error, and nothing that was acknowledged is lost or done twice', {
    timeout: 400_000,
  }, async (context) => {
    if (!hasHaproxy) return context.skip('haproxy is not installed: apt-get install haproxy');
    const provider = new TestProvider();
    await provider.start();
    context.onTestFinished(() => provider.stop());
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const [old, now] = [new TestInstallation(before), new TestInstallation()];
    const nodes = await TestNodes.of(2, old);
    context.onTestFinished(() => now.remove());
    context.onTestFinished(() => old.remove());
    const settings = {
      ...provider.environment,
      PUBLIC_URL: origin,
      TRUST_PROXY: '1',
      // Understood by every version, and nobody answers there.
      MAP_STYLE_URL: 'http://127.0.0.1:9/style.json',
      MEDIA_DIR: old.newDataDir(),
      DATABASE_URL: await makeEmptyDatabase(process.env.TEST_DATABASE_URL!),
      DATABASE_POOL: '8',
      POSITION_SECRET: 'the position secret of the tests, long enough',
    };
    await nodes.start(settings);
    const haproxy = await TestHaproxy.before(nodes.ports.map(Number), port, asDeployed);
    context.onTestFinished(() => haproxy.stop());

    const { people, room } = await peopleInRoom(everyone, (number) =>
      new Witness(origin).signInAt(provider, `Person ${number}`),
    );
    const pages = await openPages(people, room, 4);
    const busy = await keepBusy(room, people, [await picture(64)]);
    const { doings, poster } = busy;
    await pause(calm_s * 1000);
    // Not waited for in this process, which asks meanwhile.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(now.root, 'server/dist/migrate.js')],
      {
        env: { ...process.env, ...settings, DATA_DIR: now.newDataDir() },
      },
    );
    const changed = stdout.split('\n').filter((line) => line.endsWith(': expand')).length;
    expect(stdout).not.toContain(': contract');
    await pause(calm_s * 1000);
    nodes.installation = now;
    for (const number of nodes.ports.keys()) {
      expect(await nodes.stop(number)).toBe(0);
      await nodes.come(number);
      await expect.poll(async () => (await fetch(`${nodes.url(number)}/readyz`)).status).toBe(200);
      await pause(calm_s * 1000);
    }
    await busy.stop();

    expect(Witness.errors).toEqual([]);
    const { log, transfers } = await expectNothingLost({ ...busy, databaseUrl: settings.DATABASE_URL });
    for (const { id } of doings.posts) await poster.get(getPost, { params: { messageId: id } });
    await expectAllHeard(pages, log);
    const away_ms = pages.flatMap((page) => page.away_ms.slice(1)).map((ms) => ms.toFixed(0));
    process.stdout.write(
      `upgraded by ${changed} migrations: ${log.length} messages, ${transfers} transfers, ${doings.votes} votes, ${doings.posts.length} posts acknowledged; streams back after ${away_ms.join(', ')} ms\n`,
    );
  });
});
