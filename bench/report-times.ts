import { report } from '../contract/src/moderation/moderation.ts';
import { allNotified } from '../server/src/features/notifications/notifications.builder.ts';
import { type Fate, fates, postsOfEachFate } from '../server/src/testing/fates.ts';
import { startTestApp } from '../server/src/testing/test-app.ts';
import { quantile } from './even-pace.ts';
import { mannWhitney, shuffled } from './mann-whitney.ts';

/**
 * Whether the time that a report takes tells what became of the post: 500 reports about posts of each fate, in an order that
 * changes with every round, each compared with those about posts that are there (Mann-Whitney). At TEST_DATABASE_URL, or
 * on the embedded database. Ends with 1 when some p is 0.01 or less, which chance alone brings about once in twenty runs.
 *
 *   node --import tsx bench/report-times.ts [reports of each fate]
 */
const each = Number(process.argv[2] ?? 500);
const warmUp = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);

const app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
const times_ms = Object.fromEntries(fates.map((fate) => [fate, []])) as unknown as Record<Fate, number[]>;
try {
  const { ids, blockFor } = await postsOfEachFate(app, 'Judge', each + warmUp);
  for (let round = 0; round < each + warmUp; round++) {
    const reporter = await app.person(`Reporter ${round}`);
    await blockFor(reporter);
    for (const fate of shuffled(fates)) {
      await allNotified(app.deps);
      const body = { targetType: 'post' as const, targetId: ids[fate][round]!, reason: 'spam' as const };
      const begun = performance.now();
      await reporter.get(report, { body });
      if (round >= warmUp) times_ms[fate].push(performance.now() - begun);
    }
  }
} finally {
  await app.close();
}

print(`${each} reports of each:\n`);
let least = 1;
for (const fate of fates) {
  const p = fate === 'there' ? 1 : mannWhitney(times_ms.there, times_ms[fate]);
  least = Math.min(least, p);
  const [middle, high] = [quantile(times_ms[fate], 0.5), quantile(times_ms[fate], 0.95)];
  const compared = fate === 'there' ? '' : `, p = ${p.toFixed(3)}`;
  print(
    `${p <= 0.01 ? '!' : ' '} ${fate}: median ${middle.toFixed(2)} ms, p95 ${high.toFixed(2)} ms${compared}`,
  );
}
process.exitCode = least <= 0.01 ? 1 : 0;
