import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { districtOf } from '../server/src/features/places/places.service.ts';
import {
  addressOf,
  furtherPlan,
  hour_ms,
  localIn,
  planner,
} from '../server/src/features/plans/plans.builder.ts';
import { startTestApp } from '../server/src/testing/test-app.ts';
import { block } from '../server/src/testing/test-block.ts';
import { haight, type TestPerson } from '../server/src/testing/test-person.ts';
import { cookieHeader, rawRequest } from '../server/src/testing/test-request.ts';
import { quantile } from './even-pace.ts';
import { mannWhitney, shuffled } from './mann-whitney.ts';

/**
 * Whether the time that an answer takes tells where a plan is, or that there is one: 500 of each call about two plans at
 * opposite corners of one cell, and about a plan that is hidden and one that never was, in an order that changes with every
 * round, compared (Mann-Whitney). At TEST_DATABASE_URL, or on the embedded database. Ends with 1 when some p is so small that
 * chance brings it about once in a hundred runs.
 *
 *   node --import tsx bench/plan-times.ts [answers of each]
 */
const each = Number(process.argv[2] ?? 500);
const warmUp = 20;
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Channel {
  name: string;
  as: TestPerson;
  /** The same call about either. */
  paths: [string, string];
}

const app = await startTestApp();
const channels: Channel[] = [];
const times_ms = new Map<string, [number[], number[]]>();
try {
  const { centre, half } = districtOf(haight);
  const corner = (side: number) => ({
    latitude: +(centre.latitude + side * 0.8 * half.latitude).toFixed(4),
    longitude: +(centre.longitude + side * 0.8 * half.longitude).toFixed(4),
    name: 'Corner',
  });
  const host = await planner(app, 'Host');
  const local = localIn(app, 6 * hour_ms);
  const plan = (changes: object) =>
    furtherPlan(app, host, { local, seats: 3, least: 2, entry: 'ask', ...changes });
  const ids = [await plan({ spot: corner(1) }), await plan({ spot: corner(-1) })] as const;
  const [asked, stranger, blocked] = [
    await planner(app, 'Asked'),
    await planner(app, 'Stranger'),
    await planner(app, 'Blocked'),
  ];
  for (const planId of ids) await asked.get(joinPlan, { params: { planId }, body: {} });
  await block(app.deps, host, blocked);
  const unlisted = await plan({ listed: false });
  const absent = unlisted.replace(/.{12}$/, '000000000000');
  const both = (path: (id: string) => string): [string, string] => [path(ids[0]), path(ids[1])];
  for (const [name, as] of [
    ['visitor', app.visitor()],
    ['stranger', stranger],
    ['asked', asked],
  ] as const) {
    channels.push({ name: `detail, ${name}`, as, paths: both((id) => `/api/plans/${id}`) });
    const from = `latitude=${centre.latitude}&longitude=${centre.longitude}`;
    channels.push({ name: `distance, ${name}`, as, paths: both((id) => `/api/plans/${id}?${from}`) });
    channels.push({ name: `list by id, ${name}`, as, paths: both((id) => `/api/plans?ids=${id}`) });
    channels.push({
      name: `people, ${name}`,
      as,
      paths: both((id) => `/api/plans/${id}/people?standing=going`),
    });
    channels.push({
      name: `calendar, ${name}`,
      as,
      paths: both((id) => `/api/plans/${id}/calendar?place=true`),
    });
  }
  const around = (side: number) =>
    `/api/plans?latitude=${corner(side).latitude}&longitude=${corner(side).longitude}&radiusKm=1`;
  channels.push({
    name: 'list round either corner, visitor',
    as: app.visitor(),
    paths: [around(1), around(-1)],
  });
  channels.push({
    name: 'hidden or absent, blocked',
    as: blocked,
    paths: [`/api/plans/${ids[0]}`, `/api/plans/${absent}`],
  });
  channels.push({
    name: 'unlisted or absent, stranger',
    as: stranger,
    paths: [`/api/plans/${unlisted}`, `/api/plans/${absent}`],
  });
  const feed = await addressOf(asked, { place: true });
  channels.push({ name: 'feed or the same feed, asked', as: app.visitor(), paths: [feed, feed] });
  for (const { name } of channels) times_ms.set(name, [[], []]);
  for (let round = 0; round < each + warmUp; round++) {
    for (const { name, as, paths } of shuffled(channels)) {
      for (const which of shuffled([0, 1] as const)) {
        const begun = performance.now();
        await rawRequest(app.url, { path: paths[which], headers: cookieHeader(as.cookies) });
        if (round >= warmUp) times_ms.get(name)![which].push(performance.now() - begun);
      }
    }
  }
} finally {
  await app.close();
}

print(`${each} answers of each, ${channels.length} channels:\n`);
const least = 0.01 / channels.length;
let found = 0;
for (const [name, [one, other]] of times_ms) {
  const p = mannWhitney(one, other);
  if (p <= least) found++;
  const middles = [one, other].map((times) => quantile(times, 0.5).toFixed(2)).join(' and ');
  print(`${p <= least ? '!' : ' '} ${name}: medians ${middles} ms, p = ${p.toFixed(4)}`);
}
process.exitCode = found > 0 ? 1 : 0;
