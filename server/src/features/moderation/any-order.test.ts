import {
  appeal,
  type Decision,
  decide,
  decideAppeal,
  liftMeasure,
  listOwnDecisions,
} from '@dazi/contract/moderation/decisions';
import { getModeratedPerson } from '@dazi/contract/moderation/moderated-people';
import { listOwnReports, report } from '@dazi/contract/moderation/moderation';
import { editPost, removePost } from '@dazi/contract/posts/posts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountParts, reportTargets } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { diceOf, turnsOf } from '../../testing/test-share.ts';
import { caseOf, reasonGiven } from './moderation.builder.ts';
import { moderationJobs } from './moderation.jobs.ts';
import { verifyLog } from './moderation-log.service.ts';

const hour_ms = 60 * 60 * 1000;
const measures = ['limit', 'suspend'] as const;

let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,rosa@people.example' });
});
afterAll(() => app.close());

const step = fc.oneof(
  fc.record({ do: fc.constant('report' as const), by: fc.nat(1) }),
  fc.record({ do: fc.constant('edit' as const) }),
  fc.record({ do: fc.constant('take away' as const) }),
  fc.record({ do: fc.constant('block' as const), by: fc.nat(1) }),
  fc.record({
    do: fc.constant('decide' as const),
    action: fc.constantFrom('dismiss' as const, 'warn' as const, 'remove' as const, ...measures),
    hours: fc.integer({ min: 2, max: 200 }),
    /** What was looked at may be older than the last report. */
    isStale: fc.boolean(),
  }),
  fc.record({ do: fc.constant('appeal' as const), which: fc.nat(1) }),
  fc.record({
    do: fc.constant('answer' as const),
    which: fc.nat(1),
    outcome: fc.constantFrom('upheld' as const, 'lifted' as const),
  }),
  fc.record({ do: fc.constant('lift' as const) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Everything that can become of one post and its author, and what must hold whatever was done. */
class World {
  #author!: TestPerson;
  #judge!: TestPerson;
  #rosa!: TestPerson;
  #reporters: TestPerson[] = [];
  #postId = '';
  #edits = 0;
  #open: { content: string; version: number } | null = null;
  /** In the order in which they came. */
  #measures: { id: string; kind: string; until_ms: number }[] = [];
  readonly #decisions: Decision[] = [];
  readonly #appealed = new Set<string>();
  readonly #settled = new Map<string, string>();

  static async make(): Promise<World> {
    const world = new World();
    people++;
    await world.#comeIn();
    world.#postId = (await world.#author.post({ content: 'At first' })).id;
    return world;
  }

  /** Sessions last a day. */
  async #comeIn() {
    const names = [`Author ${people}`, 'Judge', 'Rosa', `Reporter ${people}`, `Another reporter ${people}`];
    const [author, judge, rosa, ...reporters] = await Promise.all(names.map((name) => app.person(name)));
    this.#author = author!;
    this.#judge = judge!;
    this.#rosa = rosa!;
    this.#reporters = reporters;
  }

  /** One of the last two. */
  #decided(which: number): Decision | undefined {
    return this.#decisions.at(-1 - which);
  }

  get #now_ms(): number {
    return app.clock.read().getTime();
  }

  async take(one: Step): Promise<void> {
    const target = { targetType: 'post' as const, targetId: this.#postId };
    const params = { messageId: this.#postId };
    switch (one.do) {
      case 'report':
        await this.#ask(this.#reporters[one.by]!, report, { body: { ...target, reason: 'harassment' } });
        break;
      case 'edit':
        await this.#ask(this.#author, editPost, { params, body: { content: `Edit ${++this.#edits}` } });
        break;
      case 'take away':
        await this.#ask(this.#author, removePost, { params, body: {} });
        break;
      case 'block':
        await block(app.deps, this.#author, this.#reporters[one.by]!).catch(() => {});
        break;
      case 'decide':
        await this.#decide(one);
        break;
      case 'appeal':
        await this.#appeal(this.#decided(one.which));
        break;
      case 'answer':
        await this.#answer(this.#decided(one.which), one.outcome);
        break;
      case 'lift': {
        const lifted = await this.#ask(this.#rosa, liftMeasure, {
          params: { personId: this.#author.id },
          body: { reason: 'A mistake' },
        });
        if (lifted) this.#measures = [];
        break;
      }
      case 'wait':
        app.clock.advance(one.hours * hour_ms);
        for (const job of moderationJobs(accountParts, reportTargets)) await job.run(app.deps);
        await this.#comeIn();
    }
  }

  /** Whether it was done; what is refused is refused with a code, and changes nothing. */
  async #ask(who: TestPerson, endpoint: object, input: object) {
    const answer = await who.call(endpoint as never, input as never);
    const { status } = answer as { status: number };
    expect(status, JSON.stringify(answer)).toBeLessThan(500);
    return (answer as { success: boolean; data?: unknown }).success
      ? ((answer as { data: unknown }).data ?? {})
      : null;
  }

  async #decide({ action, hours, isStale }: Extract<Step, { do: 'decide' }>) {
    const found = await caseOf(this.#judge, this.#postId);
    if (!found) return;
    const until = new Date(this.#now_ms + hours * hour_ms).toISOString();
    const isMeasure = action === 'limit' || action === 'suspend';
    const decided = (await this.#ask(this.#judge, decide, {
      body: {
        target: { targetType: 'post', targetId: this.#postId },
        version: found.version - (isStale ? 1 : 0),
        action,
        ...reasonGiven,
        ...(isMeasure && { until }),
      },
    })) as Decision | null;
    expect(decided === null || !isStale).toBe(true);
    if (!decided) return;
    this.#open = null;
    if (action !== 'dismiss') this.#decisions.push(decided);
    if (isMeasure) {
      const kind = action === 'limit' ? 'limited' : 'suspended';
      this.#measures.push({ id: decided.id, kind, until_ms: Date.parse(decided.until!) });
    }
  }

  async #appeal(decision: Decision | undefined) {
    if (!decision) return;
    const body = { text: 'It was not meant so.' };
    const done = await this.#ask(this.#author, appeal, { params: { decisionId: decision.id }, body });
    if (!done) return;
    expect(this.#appealed.has(decision.id)).toBe(false);
    this.#appealed.add(decision.id);
  }

  async #answer(decision: Decision | undefined, outcome: 'upheld' | 'lifted') {
    if (!decision) return;
    const params = { decisionId: decision.id };
    // Who decided does not decide again, where there is somebody else.
    expect(
      await this.#ask(this.#judge, decideAppeal, { params, body: { outcome, reason: 'Read again' } }),
    ).toBe(null);
    const done = await this.#ask(this.#rosa, decideAppeal, {
      params,
      body: { outcome, reason: 'Read again' },
    });
    if (done && outcome === 'lifted') this.#measures = this.#measures.filter(({ id }) => id !== decision.id);
  }

  async holds(): Promise<void> {
    expect(await verifyLog(app.deps)).toMatchObject({ problem: null });
    await this.#casesHold();
    await this.#reportsHold();
    const { standing } = (
      await this.#judge.get(getModeratedPerson, { params: { personId: this.#author.id } })
    ).data;
    const last = this.#measures.filter(({ until_ms }) => until_ms > this.#now_ms).at(-1);
    expect(standing.kind).toBe(last?.kind ?? 'good');
    const own = (await this.#author.get(listOwnDecisions, {})).data;
    expect(own.map(({ id }) => id).sort()).toEqual(this.#decisions.map(({ id }) => id).sort());
    for (const { id, appeal: made } of own) expect(made !== null, id).toBe(this.#appealed.has(id));
  }

  /** What was copied at the first report stands as long as the case is open. */
  async #casesHold() {
    const found = await caseOf(this.#judge, this.#postId);
    if (!found) {
      this.#open = null;
      return;
    }
    const content = found.snapshot!.content;
    if (this.#open) expect(content).toBe(this.#open.content);
    this.#open ??= { content, version: found.version };
    expect(found.version).toBeGreaterThanOrEqual(this.#open.version);
  }

  /** What was settled once stays so. */
  async #reportsHold() {
    for (const reporter of this.#reporters) {
      for (const { id, state } of (await reporter.get(listOwnReports, {})).data) {
        const before = this.#settled.get(id);
        if (before !== undefined) expect([id, state]).toEqual([id, before]);
        else if (state !== 'open') this.#settled.set(id, state);
      }
    }
  }
}

test('whatever is reported, changed, decided, appealed and lifted in which order', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const world = await World.make();
      await world.take({ do: 'report', by: 0 });
      for (const one of steps) {
        await world.take(one);
        await world.holds();
      }
    }),
    { numRuns: turnsOf(16), seed: diceOf(25) },
  );
});
