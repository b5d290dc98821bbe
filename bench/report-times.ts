import { report } from '../contract/src/moderation/moderation.ts';
import { allNotified } from '../server/src/features/notifications/notifications.builder.ts';
import { type Fate, fates, postsOfEachFate } from '../server/src/testing/fates.ts';
import { startTestApp } from '../server/src/testing/test-app.ts';

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

function shuffled<Each>(all: readonly Each[]): Each[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** The p value of two sides, by the normal approximation: times are never equal, and there are hundreds of them. */
function mannWhitney(some: readonly number[], others: readonly number[]): number {
  const ranked = [
    ...some.map((value) => ({ value, isOfSome: true })),
    ...others.map((value) => ({ value, isOfSome: false })),
  ].sort((a, b) => a.value - b.value);
  const [m, n] = [some.length, others.length];
  const rankSum = ranked.reduce((sum, { isOfSome }, index) => (isOfSome ? sum + index + 1 : sum), 0);
  const u = rankSum - (m * (m + 1)) / 2;
  const z = Math.abs(u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
  return 2 * (1 - normal(z));
}

/** Abramowitz and Stegun 26.2.17; off by less than 1e-7. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = terms.reduce((sum, term, index) => sum + term * t ** (index + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
