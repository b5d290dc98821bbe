import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addPushSubscription,
  getPushKey,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { cellOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import {
  answerPlanRequest,
  joinPlan,
  leavePlan,
  removeFromPlan,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { changePlan, createPlan } from '@dazi/contract/plans/plans';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { pushDue } from '#features/notifications/push.service.ts';
import { districtOf } from '#features/places/places.service.ts';
import { giveReminders } from '#features/plans/plan-reminders.service.ts';
import {
  addressOf,
  day_ms,
  furtherPlan,
  hour_ms,
  localIn,
  planBody,
  planner,
} from '#features/plans/plans.builder.ts';
import { advancePlans } from '#features/plans/plans.jobs.ts';
import { foldMapCounts } from '#features/posts/posts/posts.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { openPostgresql } from '#platform/database/postgresql.ts';
import type { Ids } from '#platform/ids.ts';
import { type PushKeys, PushSender } from '#platform/push.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { filesOfArchive } from './test-archive.ts';
import { block } from './test-block.ts';
import { makeTestDatabase, openTestEmbedded } from './test-database.ts';
import { emailOf, haight, type TestPerson } from './test-person.ts';
import type { TestPushService } from './test-push-service.ts';
import { cookieHeader, rawRequest } from './test-request.ts';
import { TestStream } from './test-stream.ts';

/** Everybody who is not in, as far as it makes a difference. */
export const outsiders = [
  'visitor',
  'stranger',
  'asked',
  'waiting',
  'declined',
  'left',
  'maker',
  'removed',
  'blocked',
  'otherGender',
  'administrator',
] as const;
type Outsider = (typeof outsiders)[number];
type Role = Outsider | 'going';

/** From the making to a week after the end, by what passes since the moment before. */
const moments = [
  ['before', 0],
  ['at the decision', 2 * hour_ms],
  ['happening', 2.1 * hour_ms],
  ['over for 3 hours', 5 * hour_ms],
  ['over for 7 days', 7 * day_ms],
] as const;

const { centre, half } = districtOf(haight);
export const district = centre;
/** From here a list is asked for with every radius. */
export const bisectedFrom = { latitude: centre.latitude + 0.03, longitude: centre.longitude + 0.01 };
const inCell = (up: number, aside: number, name: string) => ({
  latitude: +(centre.latitude + half.latitude * up).toFixed(4),
  longitude: +(centre.longitude + half.longitude * aside).toFixed(4),
  name,
});
/** Where it is at first, and where it is moved to: as far in either world, and to corners of one cell. */
export const spotsOf = [
  [inCell(0.9, 0.8, 'Oak bench'), inCell(0.1, 0.8, 'Oak steps')],
  [inCell(-0.1, -0.8, 'Elm bench'), inCell(-0.9, -0.8, 'Elm steps')],
] as const;
const places = spotsOf.flat();

/** The same in every world, and as good as drawn. */
export function countedIds(): Ids {
  let count = 0;
  const drawn = () => createHash('sha256').update(`${++count}`).digest();
  return {
    next(now) {
      const hex = now.getTime().toString(16).padStart(12, '0') + drawn().toString('hex').slice(0, 20);
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      );
    },
    secret: () => drawn().toString('base64url'),
  };
}

/** What was answered and told in one world, by who, when and where. */
export type Transcript = Map<string, string>;

/** Random by design, whatever the ids: keys of browsers that are pushed to, ids of requests and nonces of pages. */
const drawnTables = ['push_subscriptions', 'plan_spots'];
/** These say when this database was made. */
const datedTables = ['migrations', 'wallets'];
const unlike = /^(date|dazi-moment|x-.*|ratelimit.*|set-cookie|content-security-policy)$/;

const at = ({ latitude, longitude }: Position) => `latitude=${latitude}&longitude=${longitude}`;
const boxOf = ({ latitude, longitude }: Position, reach: number) =>
  `west=${longitude - reach}&east=${longitude + reach}&south=${latitude - reach}&north=${latitude + reach}`;
const listCalls = [
  ['list anywhere', 'GET /api/plans'],
  ['list in a large box', `GET /api/plans?${boxOf(centre, 0.1)}`],
  ['list by radius', `GET /api/plans?${at(spotsOf[0][1])}&radiusKm=1`],
  ['list by radius', `GET /api/plans?${at(spotsOf[1][1])}&radiusKm=1`],
  ...places.map((spot) => ['list by box', `GET /api/plans?${boxOf(spot, 0.0005)}`] as const),
] as const;

/** What both worlds have in common. */
export interface Outside {
  push: TestPushService;
  keys: PushKeys;
  port: string;
  metricsPort: string;
}

/** One that nobody has used: numbers of events begin anew. */
async function openNewDatabase() {
  const superuserUrl = process.env.TEST_DATABASE_URL;
  return superuserUrl ? openPostgresql(await makeTestDatabase(superuserUrl)) : openTestEmbedded();
}

type Call = [what: string, call: string, body: object | undefined];

class World {
  readonly transcript: Transcript = new Map();
  readonly #people = new Map<Role, TestPerson>();
  readonly #feeds = new Map<Role, string>();
  readonly #lines: string[] = [];
  #app!: TestApp;
  #sender!: PushSender;
  #host!: TestPerson;
  #planId = '';
  #closedId = '';
  #conversationId = '';
  readonly #spots: (typeof spotsOf)[0 | 1];
  readonly #outside: Outside;

  constructor(spots: (typeof spotsOf)[0 | 1], outside: Outside) {
    this.#spots = spots;
    this.#outside = outside;
  }

  async run(): Promise<Transcript> {
    const webDirectory = mkdtempSync(join(tmpdir(), 'dazi-web-'));
    writeFileSync(join(webDirectory, 'index.html'), '<html><head></head><body></body></html>');
    const { push, keys, port, metricsPort } = this.#outside;
    // What beats by the clock of the machine would do so more often in the world that takes longer.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const environment = { PORT: port, METRICS_PORT: metricsPort, ADMIN_EMAILS: emailOf('administrator') };
    this.#app = await startTestApp(
      environment,
      { logLevel: 'info', logSlow_ms: 0, push: keys },
      openNewDatabase,
      {
        ids: countedIds(),
        begins: new Date('2026-12-01T18:00:00Z'),
        logTo: { write: (line) => void this.#lines.push(line) },
        trustedPushHost: push.host,
        webDirectory,
      },
    );
    try {
      this.#sender = new PushSender(keys, this.#app.deps.config.pushSubject, push.host);
      await this.#gather();
      let streams = await this.#listen();
      await this.#begin();
      for (const [moment, pass_ms] of moments) {
        await this.#pass(moment, pass_ms);
        await this.#comeAgain();
        await this.#told(moment, streams);
        await this.#ask(moment);
        for (const stream of streams.values()) stream.close();
        streams = await this.#listen();
      }
      for (const stream of streams.values()) stream.close();
      await this.#whatIsKept();
      return this.transcript;
    } finally {
      vi.useRealTimers();
      await this.#app.close();
      rmSync(webDirectory, { recursive: true, force: true });
    }
  }

  #note = (moment: string, role: Role | 'server', what: string, said: string) =>
    this.transcript.set(`${moment}, ${role}: ${what}`, said);

  async #gather() {
    this.#people.set('visitor', this.#app.visitor());
    for (const role of [...outsiders.slice(1), 'going'] as Role[])
      this.#people.set(role, await planner(this.#app, role));
    this.#host = await planner(this.#app, 'Host');
    for (const [role, person] of this.#people) if (role !== 'visitor') await this.#subscribe(role, person);
  }

  async #subscribe(role: Role, person: TestPerson) {
    const { publicKey } = (await person.get(getPushKey)).data;
    const browser = this.#outside.push.browser(role);
    await person.get(addPushSubscription, { body: { ...browser, language: 'en', publicKey } });
    await person.get(saveNotificationSettings, { body: { pushPreviews: true } });
  }

  /** Sessions end in the time that passes. */
  async #comeAgain() {
    for (const role of this.#people.keys())
      if (role !== 'visitor') this.#people.set(role, await this.#app.person(role, { profile: false }));
    this.#host = await this.#app.person('Host', { profile: false });
  }

  async #listen(): Promise<Map<Role, TestStream>> {
    const streams = new Map<Role, TestStream>();
    for (const [role, person] of this.#people) {
      const stream = await TestStream.open(person);
      await stream.listen([cellOf(centre, 12)]);
      streams.set(role, stream);
    }
    return streams;
  }

  /** Everybody comes to stand as they are called, and the place is moved once. */
  async #begin() {
    const [first, second] = this.#spots;
    const plan = { local: localIn(this.#app, 4 * hour_ms), seats: 3, least: 2, title: 'Doubles' };
    const own = { ...plan, spot: first, entry: 'ask', clientId: 'the-plan' } as const;
    const of = (role: Role) => this.#people.get(role)!;
    this.#planId = (await of('maker').get(createPlan, { body: planBody(this.#app, own) })).data.id;
    const other = await planner(this.#app, 'Other host');
    const closed = { ...plan, clientId: 'of-women', who: 'same_gender', spot: first } as const;
    this.#closedId = await furtherPlan(this.#app, other, closed);
    // At the same time in the same cell: an order by distance would show.
    const beside: string[] = [];
    for (const [number, spot] of places.entries()) {
      const open = { ...plan, spot, clientId: `beside-it-${number}` };
      beside.push(await furtherPlan(this.#app, other, open));
    }
    // South of it in one world, and north of it in the other.
    const between = { ...plan, spot: places[2]!, entry: 'ask', clientId: 'asked-beside' } as const;
    const asking = await furtherPlan(this.#app, other, between);
    const params = { planId: this.#planId };
    const join = (one: TestPerson) => one.get(joinPlan, { params, body: {} });
    const answer = (one: TestPerson, action: 'let_in' | 'decline') =>
      this.#host.get(answerPlanRequest, { params: { ...params, personId: one.id }, body: { action } });
    await join(this.#host);
    const next = { ...params, personId: this.#host.id };
    await of('maker').get(answerPlanRequest, { params: next, body: { action: 'let_in' } });
    await of('maker').get(leavePlan, { params, body: {} });
    await this.#host.get(takeOverPlan, { params, body: {} });
    for (const role of ['asked', 'waiting', 'declined', 'left', 'removed', 'blocked', 'going'] as const) {
      await join(of(role));
      this.#app.clock.advance(1000);
    }
    for (const role of ['left', 'removed', 'going'] as const) await answer(of(role), 'let_in');
    await this.#move(first, second);
    await of('left').get(leavePlan, { params, body: {} });
    const out = { ...params, personId: of('removed').id };
    await this.#host.get(removeFromPlan, { params: out, body: { reason: 'other' } });
    const filler = await planner(this.#app, 'Filler');
    await join(filler);
    await answer(filler, 'let_in');
    await answer(of('waiting'), 'let_in');
    await answer(of('declined'), 'decline');
    await block(this.#app.deps, this.#host, of('blocked'));
    await of('otherGender').saveProfile({ gender: 'M' });
    for (const [role, person] of this.#people)
      if (role !== 'visitor') this.#feeds.set(role, await addressOf(person, { place: true }));
    // In several at once: the order of what is one's own, and of what one has in common with somebody, would show.
    for (const planId of beside)
      for (const one of [of('going'), this.#host]) await one.get(joinPlan, { params: { planId }, body: {} });
    for (const role of ['asked', 'waiting', 'declined', 'left', 'removed', 'blocked'] as const)
      await of(role).get(joinPlan, { params: { planId: asking }, body: {} });
    const { data } = await of('going').get(getPlan, { params });
    this.#conversationId = data.mine.conversationId!;
  }

  async #move(from: Position, to: (typeof places)[number]) {
    if (distanceKm(from, to) < 0.25) throw new Error('So near nobody is asked again');
    const params = { planId: this.#planId };
    const { version } = (await this.#host.get(getPlan, { params })).data;
    await this.#host.get(changePlan, { params, body: { version, spot: to } });
    const { data } = await this.#people.get('going')!.get(getPlan, { params });
    const body = { version: data.version };
    await this.#people.get('going')!.fetch(`/api/plans/${this.#planId}/confirm`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  }

  async #pass(moment: string, pass_ms: number) {
    const { deps, clock } = this.#app;
    this.#outside.push.pushed.length = 0;
    clock.advance(pass_ms);
    await advancePlans(deps);
    await giveReminders(deps, async () => new Map());
    await allNotified(deps);
    await pushDue(deps, this.#sender);
    await foldMapCounts(deps);
    for (const role of this.#people.keys())
      this.#note(moment, role, 'pushes', JSON.stringify(this.#outside.push.to(role)));
  }

  /** Frames up to one that all have in common, which is the last. */
  async #told(moment: string, streams: Map<Role, TestStream>) {
    const last = await planner(this.#app, `Last ${moment}`);
    const planId = await furtherPlan(this.#app, last, { clientId: `the-last ${moment}` });
    for (const [role, stream] of streams) {
      await stream.until(
        (frame) =>
          frame.type === 'area' && frame.events.some((one) => 'planId' in one && one.planId === planId),
      );
      // How many events come in one frame, and what comes between them, is a matter of time.
      const areas = stream.frames.flatMap((frame) =>
        frame.type === 'area' ? frame.events.map((event) => ({ cell: frame.cell, event })) : [],
      );
      const own = stream.frames.filter(({ type }) => type !== 'area' && type !== 'connected');
      this.#note(moment, role, 'stream', JSON.stringify([areas, own], null, 1));
      const body = { streamId: stream.id, areas: [{ cell: cellOf(centre, 12), version: null }] };
      await this.#answer(moment, role, 'sync', 'POST /api/live/sync', body);
    }
  }

  async #answer(moment: string, role: Role, what: string, call: string, body?: object) {
    const [method, path] = call.split(' ') as [string, string];
    const answer = await rawRequest(this.#app.url, {
      method,
      path,
      headers: {
        ...cookieHeader(this.#people.get(role)!.cookies),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const headers = Object.entries(answer.headers).filter(([name]) => !unlike.test(name));
    this.#note(moment, role, what, `${answer.status} ${JSON.stringify(headers)} ${answer.text}`);
    return answer;
  }

  async #ask(moment: string) {
    for (const role of this.#people.keys()) {
      for (const [what, call, body] of this.#calls(role)) await this.#answer(moment, role, what, call, body);
      // Lists hold what has not begun.
      if (moment === 'before' || moment === 'at the decision')
        for (const [what, call] of listCalls) await this.#answer(moment, role, `${what}, ${call}`, call);
      if (moment === 'before') await this.#bisect(moment, role);
      if (role !== 'visitor' && (moment === 'before' || moment === 'over for 7 days'))
        await this.#archive(moment, role);
    }
  }

  /** Group of channels, call, body. */
  #calls(role: Role): Call[] {
    const plan = `/api/plans/${this.#planId}`;
    const calls: [string, string, object?][] = [
      ['detail', `GET ${plan}`],
      ['detail of a plan of women', `GET /api/plans/${this.#closedId}`],
      ['list by ids', `GET /api/plans?ids=${this.#planId}`],
      ['preview', `GET /plan/${this.#planId}`],
      ['counts', `GET /api/map/counts?kind=plans&zoom=17&${boxOf(centre, 0.1)}`],
      ['distance', `GET ${plan}?${at(spotsOf[0][1])}`],
      ['distance', `GET ${plan}?${at(spotsOf[1][1])}`],
      ['calendar file', `GET ${plan}/calendar?place=true`],
      ['marks', `GET ${plan}/marks`],
      ['own plans', 'GET /api/plans/mine?part=ahead'],
      ['own plans', 'GET /api/plans/mine?part=past'],
      ['notices', 'GET /api/notifications'],
      ['conversations', 'GET /api/conversations'],
      ['conversation', `GET /api/conversations/${this.#conversationId}`],
      ['conversation', `GET /api/conversations/${this.#conversationId}/messages`],
      ['conversation', `GET /api/conversations/${this.#conversationId}/members`],
      ['search', `GET /api/conversations/${this.#conversationId}/search?q=Oak`],
      ['search', 'GET /api/messages?keywords=Oak'],
      ['search', 'GET /api/profiles/search?name=Host'],
      ['search', `GET /api/presence/nearby?${at(centre)}&radiusMiles=1`],
      ['profile', `GET /api/profiles/${this.#host.id}`],
      ['common plans', `GET /api/blocks/plans?blockedId=${this.#host.id}`],
      ['reports', 'GET /api/reports'],
      ['moderation', 'GET /api/moderation/reports'],
      ['moderation', `GET /api/moderation/people/${this.#host.id}`],
      ['codes', `PATCH ${plan}`, { version: 1, spot: places[0] }],
      ['codes', `DELETE ${plan}`, { reason: 'other' }],
      ['codes', `POST ${plan}/confirm`, { version: 2 }],
      ['codes', `POST ${plan}/host`, {}],
      ['codes', `POST ${plan}/again`, { clientId: 'again-of-others' }],
      ['codes', `POST ${plan}/invite`, {}],
      ['codes', `POST /api/reports`, { targetType: 'plan', targetId: this.#planId, reason: 'spam' }],
      ...['going', 'waiting', 'asked'].map((one): [string, string] => [
        'people',
        `GET ${plan}/people?standing=${one}`,
      ]),
    ];
    const feed = this.#feeds.get(role);
    if (feed) calls.push(['calendar feed', `GET ${feed}`]);
    // Whoever would come to another standing by it does not try.
    if (['visitor', 'asked', 'waiting', 'removed', 'blocked', 'declined'].includes(role))
      calls.push(['codes', `POST ${plan}/people`, { ifFull: 'no' }]);
    return calls.map(([what, call, body]) => [`${what}, ${call}`, call, body]);
  }

  /** The files, without when they were written. */
  async #archive(moment: string, role: Role) {
    const answer = await this.#people.get(role)!.fetch('/api/account/export');
    const files = filesOfArchive(Buffer.from(await answer.arrayBuffer()));
    const said = [...files].map(([name, content]) => `${name}\n${content}`).join('\n');
    this.#note(moment, role, 'export', said);
  }

  /** Where a list begins to hold it, to a metre: by the radius round a place, and by an edge of a box. */
  async #bisect(moment: string, role: Role) {
    const { latitude, longitude } = bisectedFrom;
    const holds = async (query: string) =>
      (await this.#answer(moment, role, 'bisection', `GET /api/plans?limit=50&${query}`)).text.includes(
        this.#planId,
      );
    const ways: [string, number, number, number, (value: number) => string][] = [
      ['radius', 1, 9, 0.001, (km) => `latitude=${latitude}&longitude=${longitude}&radiusKm=${km}`],
      [
        'south',
        latitude,
        latitude - 0.06,
        1e-5,
        (south) => `west=-122.6&east=-122.3&north=${latitude}&south=${south}`,
      ],
      [
        'east',
        longitude - 0.06,
        longitude + 0.06,
        1e-5,
        (east) => `west=-122.6&east=${east}&north=37.9&south=37.6`,
      ],
    ];
    for (const [name, none, all, exact, query] of ways) {
      let [outside, inside] = [none, all];
      while (Math.abs(inside - outside) > exact) {
        const middle = (inside + outside) / 2;
        if (await holds(query(middle))) inside = middle;
        else outside = middle;
      }
      this.#note(moment, role, `bisection by ${name}`, String(inside));
    }
  }

  /** Log, figures and every table but the one. */
  async #whatIsKept() {
    const { deps } = this.#app;
    const loose = /"(time|pid|reqId|ms)":("[^"]*"|[\d.]+),?/g;
    this.#note('after all', 'server', 'log', this.#lines.join('').replaceAll(loose, ''));
    const figures = await (await fetch(`http://127.0.0.1:${this.#outside.metricsPort}/metrics`)).text();
    const own = figures.split('\n').filter((line) => !/(nodejs|process)_/.test(line));
    const counts = own.filter((line) => line.startsWith('dazi_http_seconds_count'));
    const names = own.map((line) => line.replace(/ \S+$/, ''));
    this.#note('after all', 'server', 'metrics', [...counts, ...names].join('\n'));
    const tables = await rowsOf<{ name: string }>(
      deps.db,
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    for (const { name } of tables.filter((one) => ![...drawnTables, ...datedTables].includes(one.name))) {
      const rows = await rowsOf<{ row: string }>(
        deps.db,
        sql`SELECT t::text AS row FROM ${sql.identifier(name)} t ORDER BY 1`,
      );
      this.#note('after all', 'server', `table ${name}`, rows.map(({ row }) => row).join('\n'));
    }
  }
}

/** Makes it all with the place at either corner of the cell, one world after the other. */
export const worldWith = (which: 0 | 1, outside: Outside): Promise<Transcript> =>
  new World(spotsOf[which], outside).run();
