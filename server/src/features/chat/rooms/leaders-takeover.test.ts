import {
  banParticipant,
  inviteToRoom,
  type Room,
  removeParticipant,
  removeRoom,
} from '@dazi/contract/chat/rooms';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { groupWallet, send } from '#features/wallet/wallet.builder.ts';
import { AppError } from '#platform/app-error.ts';
import { type Actor, actorFor } from '#platform/http/viewer.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { diceOf, turnsOf } from '../../../testing/test-share.ts';
import * as leaders from './leaders.service.ts';
import { leaveRoom } from './leaving-rooms.service.ts';
import { aRoom } from './rooms.builder.ts';
import { joinRoom } from './rooms.service.ts';

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;
const most = 40;

let app: TestApp;
/** Who may have been in a room for long, and who come to it to vote. */
let founders: Actor[];
let throwAways: Actor[];
beforeAll(async () => {
  app = await startTestApp();
  const crowd = async (name: string) => {
    const found: Actor[] = [];
    for (let number = 0; number < most; number++) {
      const { user } = await app.person(`${name} ${number}`, { profile: false });
      found.push(actorFor({ ...user!, createdAt: new Date(user!.createdAt) }));
    }
    return found;
  };
  founders = await crowd('Founder');
  throwAways = await crowd('Throw-away');
});
afterAll(() => app.close());

const now = () => app.clock.read().getTime();
/** What a call was refused with; undefined where it was not. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** How many were elected, objected and were kept from something in all runs. */
const seen = { elected: 0, nobody: 0, objections: 0, kept: 0, refused: 0 };

/** A room, and what ought to be true of it as the rules are written down. */
class Takeover {
  readonly #room: Room;
  readonly #owner: TestPerson;
  readonly #walletId: string;
  readonly #opened = now();
  readonly #people = new Map<string, Actor>();
  readonly #joinedAt = new Map<string, number>();
  readonly #ballots = new Map<string, string>();
  #leader: string;
  #electedAt: number | null = null;
  #restrictedUntil = 0;
  #deposed: { id: string; until: number } | null = null;
  #objection: number | null = null;

  private constructor(room: Room, owner: TestPerson, walletId: string) {
    this.#room = room;
    this.#owner = owner;
    this.#walletId = walletId;
    this.#leader = owner.id;
    this.#people.set(owner.id, actorFor({ ...owner.user!, createdAt: new Date(owner.user!.createdAt) }));
    this.#joinedAt.set(owner.id, now());
  }

  static #made = 0;
  static async begin(): Promise<Takeover> {
    const owner = await app.person(`Owner ${Takeover.#made++}`);
    const room = await aRoom(owner);
    const wallet = await groupWallet(owner, room.conversationId);
    await send(owner, wallet.id, 5_00);
    return new Takeover(room, owner, wallet.id);
  }

  get owner(): Actor {
    return this.#people.get(this.#owner.id)!;
  }

  async join(actor: Actor): Promise<void> {
    if (this.#joinedAt.has(actor.id)) return;
    await joinRoom(app.deps, actor, this.#room.id, haight);
    this.#people.set(actor.id, actor);
    this.#joinedAt.set(actor.id, now());
  }

  async leave(actor: Actor): Promise<void> {
    if (!this.#joinedAt.has(actor.id) || this.#joinedAt.size <= 3) return;
    await leaveRoom(app.deps, actor, this.#room.id, async () => {});
    this.#joinedAt.delete(actor.id);
    for (const [voter, candidate] of this.#ballots) {
      if (voter === actor.id || candidate === actor.id) this.#ballots.delete(voter);
    }
    if (this.#leader !== actor.id) return;
    // To whoever has been there longest, by no vote.
    this.#ballots.clear();
    const next = (await conversations.ownerOf(app.deps, this.#room.conversationId))!;
    expect(this.#joinedAt.get(next)).toBe(Math.min(...this.#joinedAt.values()));
    this.#leader = next;
    this.#electedAt = null;
    if (this.#deposed?.id !== next) return;
    this.#deposed = null;
    this.#restrictedUntil = 0;
  }

  #counts(joined: number): boolean {
    const objection = this.#objection;
    if (objection !== null && now() < objection + 30 * day_ms) return joined <= objection - 7 * day_ms;
    const age = now() - this.#opened;
    return age < day_ms || now() - joined >= Math.min(7 * day_ms, age / 2);
  }

  /** Answers whether it elected somebody. */
  async vote(voter: Actor, candidate: Actor): Promise<boolean> {
    const { conversationId } = this.#room;
    if (!this.#joinedAt.has(voter.id) || !this.#joinedAt.has(candidate.id)) return false;
    const answer = await leaders.voteForLeader(app.deps, voter, conversationId, candidate.id);
    this.#ballots.set(voter.id, candidate.id);
    const counted = [...this.#joinedAt].filter(([, joined]) => this.#counts(joined)).map(([id]) => id);
    const inFavour = counted.filter((id) => this.#ballots.get(id) === candidate.id).length;
    const isElected = candidate.id !== this.#leader && counted.length >= 3 && inFavour * 2 > counted.length;
    expect([answer.newOwner?.id ?? null, answer.counted]).toEqual([
      isElected ? candidate.id : null,
      counted.length,
    ]);
    seen[isElected ? 'elected' : 'nobody']++;
    if (!isElected) return false;
    if (!this.#deposed || now() >= this.#deposed.until) {
      const isNew = this.#electedAt !== null && now() < this.#electedAt + 7 * day_ms;
      const isSettled = this.#objection !== null && now() < this.#objection + 30 * day_ms;
      this.#deposed = isNew || isSettled ? null : { id: this.#leader, until: now() + 48 * hour_ms };
    }
    if (this.#deposed?.id === candidate.id) this.#deposed = null;
    this.#leader = candidate.id;
    this.#electedAt = now();
    this.#restrictedUntil = now() + 48 * hour_ms;
    this.#ballots.clear();
    return true;
  }

  /** Whoever tries; answers whether it was in time, and theirs to do. */
  async object(actor: Actor): Promise<boolean> {
    if (!this.#joinedAt.has(actor.id)) return false;
    const refused = await refusal(leaders.objectToLeader(app.deps, actor, this.#room.conversationId));
    const isTheirs = this.#deposed?.id === actor.id && now() < this.#deposed.until;
    expect(refused).toBe(isTheirs ? undefined : 'NO_OBJECTION');
    if (!isTheirs) return false;
    this.#leader = actor.id;
    this.#electedAt = null;
    this.#restrictedUntil = 0;
    this.#deposed = null;
    this.#objection = now();
    this.#ballots.clear();
    seen.objections++;
    return true;
  }

  /** A leader of less than 48 hours moves no money, deletes nothing and keeps nobody out. */
  async abuse(victim: Actor): Promise<void> {
    const isMember = this.#joinedAt.has(victim.id) && victim.id !== this.#leader;
    if (now() >= this.#restrictedUntil || !isMember) return;
    const { name } = this.#people.get(this.#leader)!;
    const leader = await app.person(name, { profile: false });
    expect(leader.id).toBe(this.#leader);
    const params = { roomId: this.#room.id };
    const aim = { params, body: { targetUserId: victim.id } };
    const answers = [
      await leader.call(removeRoom, { body: { chatRoomId: this.#room.id } }),
      await leader.call(banParticipant, aim),
      await leader.call(removeParticipant, aim),
      await leader.call(inviteToRoom, { params, body: { renew: true } }),
      await send(leader, this.#owner, 1, { fromWalletId: this.#walletId }),
    ];
    expect(answers).toMatchObject(Array(answers.length).fill({ code: 'LEADER_TOO_NEW' }));
    const wallet = await groupWallet(leader, this.#room.conversationId);
    expect(wallet.balanceMinor).toBe(5_00);
    seen.refused++;
  }

  async holds(): Promise<void> {
    expect(await conversations.ownerOf(app.deps, this.#room.conversationId)).toBe(this.#leader);
  }

  get leader(): Actor {
    return this.#people.get(this.#leader)!;
  }

  isLedBy = (actor: Actor): boolean => this.#leader === actor.id;
}

const passes = (ms: number) => app.clock.advance(ms);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('attack' as const), by: fc.nat(most - 1) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('choose' as const), by: fc.nat(2 * most - 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), by: fc.integer({ min: 1, max: 240 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('object' as const), by: fc.nat(most) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('abuse' as const), by: fc.nat(most - 1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), by: fc.nat(2 * most - 1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('resign' as const), by: fc.constant(0) }) },
);

const takeover = fc.record({
  /** When those were there who belong to it, beside its owner, in thousandths of its first days. */
  ages: fc.array(fc.nat(1000), { minLength: 2, maxLength: most - 1 }),
  came_ms: fc.oneof(fc.integer({ min: 0, max: 2 * day_ms }), fc.integer({ min: 0, max: 60 * day_ms })),
  /** How many hours after the first of them each throw-away account comes. */
  delays: fc.array(fc.nat(72), { minLength: 1, maxLength: most }),
  steps: fc.array(step, { minLength: 6, maxLength: 14 }),
});
type Takeovers = typeof takeover extends fc.Arbitrary<infer Of> ? Of : never;

async function runs({ ages, came_ms, delays, steps }: Takeovers): Promise<void> {
  const room = await Takeover.begin();
  const opened = now();
  const at = (instant: number) => passes(Math.max(0, instant - now()));
  const early_ms = Math.min(came_ms, 3 * day_ms);
  const belong = founders.slice(0, ages.length);
  for (const [index, age] of ages.toSorted((a, b) => a - b).entries()) {
    at(opened + (age / 1000) * early_ms);
    await room.join(belong[index]!);
  }
  const came = throwAways.slice(0, delays.length);
  for (const [index, hours] of delays.toSorted((a, b) => a - b).entries()) {
    at(opened + came_ms + hours * hour_ms);
    await room.join(came[index]!);
  }
  const all = [...belong, ...came];
  const one = <Each>(of: readonly Each[], by: number) => of[by % of.length]!;
  for (const { does, by } of steps) {
    if (does === 'wait') passes(by * hour_ms);
    if (does === 'leave') await room.leave(one([room.owner, ...all], by));
    if (does === 'resign') await room.leave(room.leader);
    if (does === 'abuse') await room.abuse(one([room.owner, ...belong], by));
    if (does === 'object') await room.object(by % 2 ? room.owner : one(all, by));
    if (does === 'attack' || does === 'choose') {
      const voters = does === 'attack' ? came : [room.owner, ...belong];
      const candidate = one(does === 'attack' ? came : all, by);
      for (const voter of voters) if (await room.vote(voter, candidate)) break;
    }
    await room.holds();
  }
  // Whatever came before: nothing lasts within 48 hours, and an objection in time is as if there had been no vote.
  for (const voter of came) if (await room.vote(voter, came[0]!)) break;
  if (!room.isLedBy(came[0]!)) return;
  await room.abuse(belong[0]!);
  passes(47 * hour_ms);
  await room.abuse(belong[0]!);
  if (!(await room.object(room.owner))) return;
  for (const voter of came) await room.vote(voter, came[0]!);
  passes(hour_ms);
  for (const voter of came) await room.vote(voter, came[0]!);
  await room.holds();
  if (room.isLedBy(room.owner)) seen.kept++;
}

test('whoever is elected has a majority of those who count; nothing lasts for 48 hours; an objection in time holds', async () => {
  const nothing: Takeovers['steps'] = [];
  const examples: [Takeovers][] = [
    [{ ages: [0, 0], came_ms: hour_ms, delays: [0, 0, 0, 0], steps: nothing }],
    [
      {
        ages: [0, 500, 500],
        came_ms: hour_ms,
        delays: [0, 0, 0, 0, 0],
        // Whoever was voted out has gone, so that the next in line never led.
        steps: [
          { does: 'attack', by: 0 },
          { does: 'leave', by: 0 },
          { does: 'resign', by: 0 },
          { does: 'abuse', by: 2 },
        ],
      },
    ],
    [
      {
        ages: [200, 500, 500],
        came_ms: hour_ms,
        delays: [0, 0, 0, 0, 0],
        // Whoever opened the room has been there longest, also with an account that is younger than those of all others.
        steps: [
          { does: 'attack', by: 0 },
          { does: 'resign', by: 0 },
        ],
      },
    ],
    [{ ages: [0, 500], came_ms: 30 * day_ms, delays: [0, 0, 0, 0, 0, 0], steps: nothing }],
    [
      {
        ages: Array<number>(most - 1).fill(900),
        came_ms: 60 * day_ms,
        delays: Array<number>(most).fill(1),
        steps: [{ does: 'wait', by: 200 }],
      },
    ],
  ];
  await fc.assert(fc.asyncProperty(takeover, runs), {
    numRuns: examples.length + turnsOf(8),
    seed: diceOf(11),
    examples,
    interruptAfterTimeLimit: 40_000,
  });
  for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true]);
});
