import { editMessage, listMessages, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { removeAccount } from '@dazi/contract/identity/identity';
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
import { blockPerson } from '@dazi/contract/people/blocks';
import { editPost, removePost } from '@dazi/contract/posts/posts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { sealedFor_ms } from '#features/media/media.service.ts';
import { caseOf, reasonGiven } from '#features/moderation/moderation.builder.ts';
import type { TestPerson } from './test-person.ts';

const hour_ms = 60 * 60 * 1000;
const measures = ['limit', 'suspend'] as const;
const kinds = ['post', 'message'] as const;
type Kind = (typeof kinds)[number];

const of = fc.constantFrom(...kinds);
const steps = [
  fc.record({ do: fc.constant('report' as const), of, by: fc.nat(1) }),
  fc.record({ do: fc.constant('edit' as const), of }),
  // A post is deleted, a message taken back.
  fc.record({ do: fc.constant('take away' as const), of }),
  fc.record({ do: fc.constant('block' as const), by: fc.nat(1) }),
  fc.record({
    do: fc.constant('decide' as const),
    of,
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
] as const;
const wait = fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) });
const erase = fc.record({ do: fc.constant('erase' as const) });

export const step = fc.oneof(...steps.map((arbitrary) => ({ arbitrary, weight: 3 })), {
  arbitrary: erase,
  weight: 1,
});
export const stepOrWait = fc.oneof({ arbitrary: step, weight: 8 }, { arbitrary: wait, weight: 1 });
export type Step = typeof stepOrWait extends fc.Arbitrary<infer Each> ? Each : never;

/** Where all of it happens: the server of the tests, or one that is killed again and again. */
export interface Stage {
  now_ms(): number;
  person(name: string): Promise<TestPerson>;
  /** Asks for a change; throws `Killed` when nobody knows whether it was done, and the server is back. */
  ask<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  /** Throws unless the links of the log fit. */
  verify(judge: TestPerson): Promise<void>;
  /** The account that was deleted is erased, and nothing names the person any more. */
  erased(personId: string, judge: TestPerson): Promise<void>;
  /** Sessions are over afterwards. */
  wait(hours: number): Promise<void>;
}
export class Killed extends Error {}

interface Thing {
  id: string;
  /** What it says, as long as anybody could read it. */
  text: string;
  takenBack_ms: number | null;
  open: { content: string | null; version: number } | null;
  lastCopy: string | null;
}

let worlds = 0;

/** Everything that can become of one post, one message and their author, and what must hold whatever was done. */
export class World {
  readonly #stage: Stage;
  readonly #number = ++worlds;
  #author: TestPerson | null = null;
  #authorId = '';
  #judge!: TestPerson;
  #rosa!: TestPerson;
  #reporters: TestPerson[] = [];
  #conversationId = '';
  #things!: Record<Kind, Thing>;
  #edits = 0;
  /** A step that is done once more, because nobody knows whether it was done. */
  #isAgain = false;
  #measures: { id: string; kind: string; until_ms: number }[] = [];
  readonly #decisions: Decision[] = [];
  readonly #removedBy = new Map<string, { kind: Kind; content: string | null }>();
  readonly #appealed = new Set<string>();
  readonly #settled = new Map<string, string>();

  private constructor(stage: Stage) {
    this.#stage = stage;
  }

  static async make(stage: Stage): Promise<World> {
    const world = new World(stage);
    await world.#comeIn();
    const author = await stage.person(`Author ${world.#number}`);
    world.#author = author;
    world.#authorId = author.id;
    const room = await aRoom(world.#reporters[0]!);
    await joined(room, author, world.#reporters[1]!);
    const text = 'At first';
    const params = { conversationId: room.conversationId };
    const message = await author.get(sendMessage, { params, body: { content: text } });
    const fresh = { text, takenBack_ms: null, open: null, lastCopy: null };
    world.#conversationId = room.conversationId;
    world.#things = {
      post: { ...fresh, id: (await author.post({ content: text })).id },
      message: { ...fresh, id: message.data.id },
    };
    return world;
  }

  /** Sessions last a day. */
  async #comeIn() {
    const number = this.#number;
    const names = ['Judge', 'Rosa', `Reporter ${number}`, `Another reporter ${number}`];
    const people: TestPerson[] = [];
    for (const name of names) people.push(await this.#stage.person(name));
    const [judge, rosa, ...reporters] = people;
    this.#judge = judge!;
    this.#rosa = rosa!;
    this.#reporters = reporters;
    if (this.#author) this.#author = await this.#stage.person(`Author ${number}`);
  }

  /** Does it, once more where the server went in the middle of it: all of it was done, or nothing. */
  async take(one: Step): Promise<void> {
    for (this.#isAgain = false; ; this.#isAgain = true) {
      try {
        await this.#take(one);
        return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
    }
  }

  async #take(one: Step): Promise<void> {
    switch (one.do) {
      case 'report':
        await this.#ask(this.#reporters[one.by]!, report, {
          body: { targetType: one.of, targetId: this.#things[one.of].id, reason: 'harassment' },
        });
        break;
      case 'edit':
        await this.#edit(one.of);
        break;
      case 'take away':
        await this.#takeAway(one.of);
        break;
      case 'block': {
        const body = { blockedId: this.#reporters[one.by]!.id };
        if (this.#author) await this.#ask(this.#author, blockPerson, { body });
        break;
      }
      case 'decide':
        await this.#decide(one);
        break;
      case 'appeal':
        await this.#appeal(this.#decisions.at(-1 - one.which));
        break;
      case 'answer':
        await this.#answer(this.#decisions.at(-1 - one.which), one.outcome);
        break;
      case 'lift':
        await this.#lift();
        break;
      case 'erase':
        await this.#erase();
        break;
      case 'wait':
        await this.#stage.wait(one.hours);
        await this.#comeIn();
    }
  }

  /** Whether it was done; what is refused is refused with a code, and changes nothing. */
  async #ask(who: TestPerson, endpoint: object, input: object) {
    const answer = await this.#stage.ask(() => who.call(endpoint as never, input as never));
    const { status } = answer as { status: number };
    expect(status, JSON.stringify(answer)).toBeLessThan(500);
    return (answer as { success: boolean; data?: unknown }).success
      ? ((answer as { data: unknown }).data ?? {})
      : null;
  }

  #paramsOf(kind: Kind) {
    const { id: messageId } = this.#things[kind];
    return kind === 'post' ? { messageId } : { messageId, conversationId: this.#conversationId };
  }

  async #edit(kind: Kind) {
    if (!this.#author) return;
    const content = `Edit ${++this.#edits}`;
    const endpoint = kind === 'post' ? editPost : editMessage;
    const input = { params: this.#paramsOf(kind), body: { content } };
    if (await this.#ask(this.#author, endpoint, input)) this.#things[kind].text = content;
  }

  async #takeAway(kind: Kind) {
    if (!this.#author) return;
    const before_ms = this.#stage.now_ms();
    const endpoint = kind === 'post' ? removePost : removeMessage;
    const done = await this.#ask(this.#author, endpoint, { params: this.#paramsOf(kind), body: {} });
    if (done || this.#isAgain) this.#things[kind].takenBack_ms ??= before_ms;
  }

  async #own(): Promise<Decision[]> {
    return this.#author ? (await this.#author.get(listOwnDecisions, {})).data : [];
  }

  async #decide({ of: kind, action, hours, isStale }: Extract<Step, { do: 'decide' }>) {
    const thing = this.#things[kind];
    const found = await caseOf(this.#judge, thing.id);
    const until = new Date(this.#stage.now_ms() + hours * hour_ms).toISOString();
    const isMeasure = action === 'limit' || action === 'suspend';
    let decided: Decision | null = null;
    if (found) {
      decided = (await this.#ask(this.#judge, decide, {
        body: {
          target: { targetType: kind, targetId: thing.id },
          version: found.version - (isStale ? 1 : 0),
          action,
          ...reasonGiven,
          ...(isMeasure && { until }),
        },
      })) as Decision | null;
      expect(decided === null || !isStale).toBe(true);
    } else if (this.#isAgain) {
      const known = new Set(this.#decisions.map(({ id }) => id));
      decided = (await this.#own()).find(({ id }) => !known.has(id)) ?? null;
    }
    if (!decided) return;
    const content = thing.open?.content ?? null;
    thing.open = null;
    if (action === 'dismiss') return;
    this.#decisions.push(decided);
    if (action === 'remove') {
      this.#removedBy.set(decided.id, { kind, content });
      if (kind === 'message') thing.takenBack_ms = this.#stage.now_ms();
    }
    if (isMeasure) {
      const standing = action === 'limit' ? 'limited' : 'suspended';
      this.#measures.push({ id: decided.id, kind: standing, until_ms: Date.parse(decided.until!) });
    }
  }

  async #appeal(decision: Decision | undefined) {
    if (!decision || !this.#author) return;
    const body = { text: 'It was not meant so.' };
    const done = await this.#ask(this.#author, appeal, { params: { decisionId: decision.id }, body });
    if (!done && !this.#isAgain) return;
    if (!this.#isAgain) expect(this.#appealed.has(decision.id)).toBe(false);
    const stored = (await this.#own()).find(({ id }) => id === decision.id);
    if (done || stored?.appeal) this.#appealed.add(decision.id);
  }

  async #answer(decision: Decision | undefined, outcome: 'upheld' | 'lifted') {
    if (!decision) return;
    const input = { params: { decisionId: decision.id }, body: { outcome, reason: 'Read again' } };
    // Who decided does not decide again, where there is somebody else.
    expect(await this.#ask(this.#judge, decideAppeal, input)).toBe(null);
    let done = await this.#ask(this.#rosa, decideAppeal, input);
    if (!done && this.#isAgain) {
      const stored = (await this.#own()).find(({ id }) => id === decision.id);
      if (stored?.appeal?.state === outcome) done = stored;
    }
    if (!done || outcome !== 'lifted') return;
    this.#measures = this.#measures.filter(({ id }) => id !== decision.id);
    const removed = this.#removedBy.get(decision.id);
    if (removed?.kind !== 'message') return;
    const params = { conversationId: this.#conversationId };
    const log = (await this.#reporters[0]!.get(listMessages, { params })).data;
    const { message } = this.#things;
    const back = log.find(({ id }) => id === message.id);
    if (!back || back.removedBy !== null) return;
    Object.assign(message, { takenBack_ms: null, text: removed.content ?? back.content });
  }

  async #lift() {
    const params = { personId: this.#authorId };
    const lifted = await this.#ask(this.#rosa, liftMeasure, { params, body: { reason: 'A mistake' } });
    if (lifted || (this.#isAgain && (await this.#standing()) === 'good')) this.#measures = [];
  }

  async #erase() {
    if (!this.#author) return;
    const author = this.#author;
    const done = await this.#ask(author, removeAccount, { params: { userId: author.id }, body: {} });
    expect(done !== null || this.#isAgain).toBe(true);
    this.#author = null;
    await this.#stage.erased(this.#authorId, this.#judge);
    await this.#comeIn();
    this.#measures = [];
    for (const kind of kinds) this.#things[kind].open = null;
  }

  async #standing(): Promise<string | null> {
    const answer = await this.#judge.call(getModeratedPerson, { params: { personId: this.#authorId } });
    return answer.success ? answer.data.standing.kind : null;
  }

  async holds(): Promise<void> {
    await this.#stage.verify(this.#judge);
    for (const kind of kinds) await this.#caseHolds(kind);
    await this.#reportsHold();
    if (!this.#author) {
      expect(await this.#standing()).toBe(null);
      return;
    }
    const last = this.#measures.filter(({ until_ms }) => until_ms > this.#stage.now_ms()).at(-1);
    expect(await this.#standing()).toBe(last?.kind ?? 'good');
    const own = await this.#own();
    expect(own.map(({ id }) => id).sort()).toEqual(this.#decisions.map(({ id }) => id).sort());
    for (const { id, appeal: made } of own) expect(made !== null, id).toBe(this.#appealed.has(id));
  }

  /** What was copied at the first report is what it said then, and stands as long as the case is open. */
  async #caseHolds(kind: Kind) {
    const thing = this.#things[kind];
    const found = await caseOf(this.#judge, thing.id);
    if (!found) {
      thing.open = null;
      return;
    }
    const content = found.snapshot?.content ?? null;
    if (thing.open) {
      expect(content).toBe(thing.open.content);
      expect(found.version).toBeGreaterThanOrEqual(thing.open.version);
    } else if (!this.#author) expect(content).toBeNull();
    else expect(this.#copies(kind)).toContain(content);
    thing.open = { content, version: found.version };
    thing.lastCopy = content;
  }

  /** A message is read from its sealed copy for a while; then from the case before, if there was one. */
  #copies(kind: Kind): (string | null)[] {
    const { text, takenBack_ms, lastCopy } = this.#things[kind];
    const isReadable =
      kind === 'post' || takenBack_ms === null || this.#stage.now_ms() - takenBack_ms < sealedFor_ms;
    return isReadable ? [text] : [lastCopy, null];
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
