import { createHash } from 'node:crypto';
import {
  type ChainLink,
  createMotion,
  getMotion,
  listBoardMembers,
  listChainLinks,
  listMotions,
  listResolutions,
  listVotingRecords,
} from '@dazi/contract/governance/governance';
import { governanceChains, governanceParts } from '@dazi/contract/governance/governance.rules';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { sync } from '@dazi/contract/live/live';
import { boardCell } from '@dazi/contract/live/live.rules';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eraseClosedAccount, setStanding } from '#features/identity/identity.service.ts';
import { allNotified, wordsTo } from '#features/notifications/notifications.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { actorFor } from '#platform/http/viewer.ts';
import { accountParts } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { aMotion, ballot, boardOf, castVote, elect } from './governance.builder.ts';
import { castBoardVote, eraseFromGovernance } from './governance.service.ts';
import { verifyGovernance } from './governance-verification.service.ts';

let app: TestApp;
/** Fourteen people: a board of 12 and two beside it. */
let people: TestPerson[];
let board: TestPerson[];
let ann: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  people = [];
  for (let each = 0; each < 14; each++) people.push(await app.person(`P${each}`, { profile: false }));
  board = people.slice(0, 12);
  [ann, bob] = [people[12]!, people[13]!];
});
afterAll(async () => {
  // Whatever the tests did, the chains fit.
  expect(await verifyGovernance(app.deps)).toMatchObject({ problem: null });
  await app.close();
});

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const motionsOf = async (query: object = {}) => app.visitor().get(listMotions, { query });
const found = async (id: string) =>
  (await motionsOf({ limit: 100 })).data.find((motion) => motion.id === id)!;
const resolutions = async (query: object = {}) => app.visitor().get(listResolutions, { query });

async function clearBoard() {
  for (let candidates = await boardOf(ann); candidates.length > 0; candidates = await boardOf(ann)) {
    for (const candidate of candidates) {
      for (const voter of people) await castVote(voter, candidate.id, 'remove');
    }
  }
}

describe('board votes', () => {
  beforeEach(clearBoard);

  test('are added and removed by anybody, once, and not for oneself (GOV-025, 027, 036, 040, 047, 058)', async () => {
    expect(await castVote(ann, bob, 'check')).toMatchObject({ hasVoted: false, data: { hasVoted: false } });
    expect(await castVote(ann, bob)).toMatchObject({ success: true, hasVoted: true });
    expect(await castVote(ann, bob)).toMatchObject({ success: true, hasVoted: true });
    expect(await castVote(ann, board[0]!)).toMatchObject({ hasVoted: true });
    expect((await boardOf(ann)).map(({ vote_count }) => vote_count)).toEqual([1, 1]);
    expect(await castVote(ann, bob, 'check')).toMatchObject({ hasVoted: true });
    expect(await castVote(ann, bob, 'remove')).toMatchObject({ hasVoted: false });
    expect(await castVote(ann, bob, 'remove')).toMatchObject({ hasVoted: false });
    expect(ids(await boardOf(ann))).toEqual([board[0]!.id]);
    expect(await castVote(ann, ann)).toMatchObject({ status: 400, code: 'BOARD_VOTE_YOURSELF' });
    expect(await castVote(ann, ann, 'check')).toMatchObject({ hasVoted: false });
    expect(await castVote(ann, 'nobody')).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
    expect(await castVote(app.visitor(), bob)).toMatchObject({ status: 401 });
  });

  test('that come at once count once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => castVote(ann, bob)));
    expect((await boardOf(ann))[0]).toMatchObject({ id: bob.id, vote_count: 1 });
  });

  test('seat the 12 with the most, of two with as many who has had them for longer (GOV-004, 013, 037, 059)', async () => {
    for (const candidate of people.slice(0, 13)) await castVote(bob, candidate);
    expect(ids(await boardOf(ann))).toEqual(ids(board.map(({ user }) => user!)));
    await castVote(board[0]!, ann);
    await castVote(board[0]!, board[5]!);
    const order = [ann, board[5]!, ...board.slice(0, 5), ...board.slice(6, 11)];
    const members = await boardOf(ann);
    expect(ids(members)).toEqual(order.map(({ id }) => id));
    expect(members[0]).toEqual({
      id: ann.id,
      name: 'P12',
      avatarUrl: null,
      email: 'p12@people.example',
      verified: true,
      vote_count: 2,
      createdAt: ann.user!.createdAt,
      hasVoted: false,
    });
    const votedFor = (await boardOf(board[0]!)).filter(({ hasVoted }) => hasVoted);
    expect(ids(votedFor)).toEqual([ann.id, board[5]!.id]);
    expect(members[1]!.email).toBeNull();
    await board[5]!.saveProfile({ privacy: { profileVisibility: 'private' } });
    expect((await boardOf(ann))[1]).toMatchObject({ id: board[5]!.id, email: null });
    await board[5]!.saveProfile({ privacy: { profileVisibility: 'public' } });
    const [toVisitors] = await boardOf(app.visitor());
    expect(toVisitors).not.toHaveProperty('email');
    expect(toVisitors).not.toHaveProperty('hasVoted');
    // A block takes nobody's public office away (BLOCK-020).
    await block(app.deps, bob, ann);
    expect(ids(await boardOf(bob))).toContain(ann.id);
    expect(await castVote(bob, ann, 'check')).toMatchObject({ hasVoted: true });
    await app.deps.db.execute(sql`DELETE FROM blocks`);
  });

  test('are read by everybody, newest first, page by page (GOV-019, 020, 048, 060)', async () => {
    await castVote(ann, board[0]!);
    for (const candidate of board.slice(0, 4)) await castVote(bob, candidate);
    await castVote(bob, board[1]!, 'remove');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app
        .visitor()
        .get(listVotingRecords, { query: { limit: 2, ...(cursor && { cursor }) } });
      seen.push(...page.data.map(({ voter, candidate }) => `${voter.name} ${candidate.name}`));
      expect(JSON.stringify(page)).not.toContain('@');
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['P13 P3', 'P13 P2', 'P13 P0', 'P12 P0']);
    const [mine] = (await bob.get(listVotingRecords)).data;
    expect(mine).toMatchObject({ voter: { email: 'p13@people.example' }, candidate: { id: board[3]!.id } });
    await bob.saveProfile({ privacy: { profileVisibility: 'private' } });
    expect((await ann.get(listVotingRecords)).data[0]).toMatchObject({ voter: { id: bob.id, email: null } });
    await bob.saveProfile({ privacy: { profileVisibility: 'public' } });
    for (const list of [listVotingRecords, listMotions, listResolutions]) {
      expect(await ann.call(list, { query: { cursor: 'x' } })).toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  test('tell whoever comes onto the board, once a day (CITY_UPDATE election)', async () => {
    const una = await app.person('Una');
    for (let times = 0; times < 2; times++) {
      await castVote(ann, una);
      await castVote(ann, una, 'remove');
    }
    await allNotified(app.deps);
    expect(await wordsTo(una)).toEqual(['City update | Una was elected to the board']);
    app.clock.advance(25 * 60 * 60 * 1000);
    await Promise.all(people.map((person) => person.visitProvider(person.user!.name)));
    await castVote(ann, una);
    await allNotified(app.deps);
    await una.visitProvider('Una');
    expect(await wordsTo(una)).toHaveLength(1);
  });
});

describe('motions', () => {
  beforeEach(async () => {
    await clearBoard();
    await elect(board);
  });

  test('are made by members of the board, with words in them (GOV-014, 028, 029, 033, 045)', async () => {
    const make = (by: TestPerson, title: string, content: string) =>
      by.call(createMotion, { body: { title, content } });
    expect(await make(ann, 'Benches', 'More')).toMatchObject({ status: 403, code: 'NOT_A_BOARD_MEMBER' });
    for (const [title, content] of [
      [' ', 'x'],
      ['x', '\n'],
      ['x'.repeat(121), 'x'],
    ] as const) {
      expect(await make(board[0]!, title, content)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    expect(await make(board[0]!, ' Benches ', ' More ')).toMatchObject({
      data: {
        title: 'Benches',
        content: 'More',
        createdBy: board[0]!.id,
        creator: { id: board[0]!.id, name: 'P0' },
        status: 'PENDING',
        votes: [],
      },
    });
  });

  test('pass by the twelfth YES, as the next resolution (GOV-016..018, 021, 022, 024, 046)', async () => {
    const motion = await aMotion(board[0]!, 'Lamps');
    const { total } = await resolutions();
    for (const member of board.slice(0, 11)) {
      const answer = await ballot(member, motion);
      expect(answer).toMatchObject({ data: { status: 'PENDING' } });
      expect(answer).not.toHaveProperty('resolution');
    }
    const votes = board.map(({ id, user }) => ({ voterId: id, voter_name: user!.name, vote: 'YES' }));
    const votingSummary = { totalVotes: 12, yesVotes: 12, noVotes: 0 };
    const resolution = { number: total + 1, title: 'Lamps', creator: { name: 'P0' }, votingSummary, votes };
    expect(await ballot(board[11]!, motion)).toMatchObject({ data: { status: 'PASSED', votes }, resolution });
    const after = await resolutions({ limit: 1 });
    expect(after).toMatchObject({ data: [resolution], total: total + 1 });
    expect(await ballot(ann, motion)).toMatchObject({ code: 'NOT_A_BOARD_MEMBER' });
  });

  test('fail by the first NO; nobody votes twice, nobody on what is decided (GOV-034, 038, 039, 055, 057)', async () => {
    const motion = await aMotion(board[0]!);
    expect(await ballot(ann, motion, 'NO')).toMatchObject({ status: 403, code: 'NOT_A_BOARD_MEMBER' });
    await ballot(board[0]!, motion);
    expect(await ballot(board[0]!, motion, 'NO')).toMatchObject({ status: 409, code: 'ALREADY_VOTED' });
    expect(await ballot(board[1]!, motion, 'NO')).toMatchObject({ data: { status: 'FAILED' } });
    expect(await ballot(board[2]!, motion)).toMatchObject({ status: 409, code: 'MOTION_SETTLED' });
    expect((await found(motion.id)).votes).toHaveLength(2);
    expect(await ballot(board[2]!, { id: 'nothing' })).toMatchObject({ code: 'MOTION_NOT_FOUND' });
  });

  test('by two at once: one vote each, one resolution', async () => {
    const motion = await aMotion(board[0]!);
    const { total } = await resolutions();
    for (const member of board.slice(0, 10)) await ballot(member, motion);
    const last = [board[10]!, board[10]!, board[11]!, board[11]!];
    const answers = await Promise.all(last.map((member) => ballot(member, motion)));
    expect(answers.map(({ success }) => success).sort()).toEqual([false, false, true, true]);
    expect(await found(motion.id)).toMatchObject({ status: 'PASSED' });
    expect((await resolutions()).total).toBe(total + 1);
  });

  test('a YES of somebody who has left the board does not count (GOV-055)', async () => {
    const motion = await aMotion(board[0]!);
    for (const member of board.slice(0, 11)) await ballot(member, motion);
    // The seat of the one who said YES first goes to Ann.
    await castVote(board[1]!, board[0]!, 'remove');
    await castVote(bob, ann);
    expect(await ballot(board[11]!, motion)).toMatchObject({ data: { status: 'PENDING' } });
    expect(await ballot(board[0]!, motion)).toMatchObject({ code: 'NOT_A_BOARD_MEMBER' });
    const passed = await ballot(ann, motion);
    expect(passed).toMatchObject({
      data: { status: 'PASSED' },
      resolution: { votingSummary: { yesVotes: 12 } },
    });
    expect((await found(motion.id)).votes).toHaveLength(13);
    expect(JSON.stringify((await resolutions({ limit: 1 })).data[0]!.votes)).not.toContain(board[0]!.id);
  });

  test('pass too when the board becomes one that has said YES as a whole', async () => {
    const motion = await aMotion(board[0]!);
    for (const member of board.slice(0, 11)) await ballot(member, motion);
    await castVote(board[1]!, board[0]!, 'remove');
    expect(await ballot(board[11]!, motion)).toMatchObject({ data: { status: 'PENDING' } });
    // Eleven seats are never enough.
    expect(await boardOf(ann)).toHaveLength(11);
    await castVote(board[1]!, board[0]!);
    expect(await found(motion.id)).toMatchObject({ status: 'PASSED' });
  });

  test('say to whom they are open, as a ballot would be answered', async () => {
    const motion = await aMotion(board[0]!);
    const params = { motionId: motion.id };
    const [sitting, voted, limited, suspended] = board;
    await ballot(voted!, motion);
    const measure = (person: TestPerson, kind: 'limited' | 'suspended' | 'good') =>
      app.deps.transact((inner) =>
        setStanding(inner, accountParts, person.id, { kind, until: null, decisionId: null }),
      );
    await measure(limited!, 'limited');
    await measure(suspended!, 'suspended');
    const stranger = await app.person('Somebody without a seat');
    const answers: [TestPerson, string][] = [
      [sitting!, '200'],
      [voted!, 'ALREADY_VOTED'],
      // A limit takes no vote away; who is suspended keeps the seat, but casts nothing from it.
      [limited!, '200'],
      [suspended!, 'ACCOUNT_SUSPENDED'],
      [stranger, 'NOT_A_BOARD_MEMBER'],
      [app.visitor(), 'SIGN_IN_REQUIRED'],
    ];
    for (const [person, code] of answers) {
      const listed = (await person.get(listMotions, {})).data.find(({ id }) => id === motion.id)!;
      const one = (await person.get(getMotion, { params })).data;
      expect([listed.can.vote, one.can.vote], code).toEqual([code === '200', code === '200']);
      const answer = await ballot(person, motion);
      expect(answer.success ? '200' : answer.code).toBe(code);
    }
    expect((await sitting!.get(getMotion, { params })).data.can.vote).toBe(false);
    for (const person of [limited!, suspended!]) await measure(person, 'good');
  });

  test('that are pending come first, then the newest, page by page (GOV-043, 056)', async () => {
    const made = [];
    for (const title of ['One', 'Two', 'Three']) {
      app.clock.advance(1);
      made.push(await aMotion(board[0]!, title));
    }
    await ballot(board[0]!, made[2]!, 'NO');
    const seen: { id: string; status: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await motionsOf({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(ids(seen).slice(0, 2)).toEqual([made[1]!.id, made[0]!.id]);
    const settled = seen.findIndex(({ status }) => status !== 'PENDING');
    expect(seen[settled]!.id).toBe(made[2]!.id);
    expect(seen.slice(settled).every(({ status }) => status !== 'PENDING')).toBe(true);
    expect(new Set(ids(seen)).size).toBe(seen.length);
  });
});

describe('the chains', () => {
  test('are append-only in the database too', async () => {
    for (const statement of [
      `UPDATE board_vote_log SET action = 'REMOVED'`,
      'DELETE FROM ballots',
      'UPDATE resolutions SET number = number + 1',
      `UPDATE motions SET content = 'Something else'`,
      'TRUNCATE board_vote_log CASCADE',
      'TRUNCATE ballots CASCADE',
      'TRUNCATE resolutions CASCADE',
      'TRUNCATE motions CASCADE',
    ]) {
      await expect(app.deps.db.execute(sql.raw(statement))).rejects.toThrow();
    }
  });

  test.each(governanceChains)('anybody can verify: %s', async (chain) => {
    const digest = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    let [after, hash] = [0, '0'.repeat(64)];
    let opened = 0;
    for (;;) {
      const page = await app.visitor().get(listChainLinks, { params: { chain }, query: { after, limit: 7 } });
      for (const { number, parts, hash: said, opening } of page.data as ChainLink[]) {
        expect(number).toBe(after + 1);
        expect(parts[0]).toBe(number);
        hash = digest([hash, ...parts]);
        expect(hash).toBe(said);
        if (opening) {
          expect(parts.at(-1)).toBe(digest([opening.salt, ...opening.personal]));
          opened++;
        }
        after = number;
      }
      if (page.data.length > 0) continue;
      expect(page.head).toEqual({ number: after, hash });
      break;
    }
    expect(after).toBeGreaterThan(0);
    expect(opened > 0).toBe(chain !== 'resolutions');
  });

  test.each([
    [
      'a board vote',
      `UPDATE board_vote_log SET action = 'REMOVED' WHERE number = 1`,
      'board vote 1 does not fit',
    ],
    [
      'for whom',
      `UPDATE board_vote_details SET candidate_id = voter_id WHERE number = 2`,
      'board vote 2: its voter',
    ],
    [
      'what stands',
      'DELETE FROM board_votes WHERE number = (SELECT max(number) FROM board_votes)',
      'board votes stand',
    ],
    ['a count', 'UPDATE board_candidates SET vote_count = vote_count + 1 WHERE vote_count > 0', 'candidate'],
    ['a ballot', `UPDATE ballots SET vote = 'NO' WHERE number = 3`, 'ballot 3 does not fit'],
    ['whose ballot', `UPDATE ballot_details SET salt = 'x' WHERE number = 3`, 'ballot 3: its voter'],
    ['what was voted on', `UPDATE motions SET content = 'Else'`, 'ballot 1: motion'],
    [
      'the state of a motion',
      `UPDATE motions SET status = 'PASSED' WHERE status = 'FAILED'`,
      'is PASSED, its ballots say FAILED',
    ],
    [
      'a resolution',
      `UPDATE resolutions SET passed_at = (passed_at AT TIME ZONE 'UTC' + interval '1 ms') AT TIME ZONE 'UTC' WHERE number = 2`,
      'resolution 2 does not fit',
    ],
    [
      'the last resolution',
      'DELETE FROM resolutions WHERE number = (SELECT max(number) FROM resolutions)',
      'resolution',
    ],
  ])('name where somebody changed %s', async (_what, change, where) => {
    await expect(
      app.deps.transact(async (inner) => {
        for (const table of ['board_vote_log', 'ballots', 'resolutions', 'motions']) {
          await inner.db.execute(sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_append_only`));
        }
        await inner.db.execute(sql.raw(change));
        throw Object.assign(new Error('undone'), await verifyGovernance(inner));
      }),
    ).rejects.toMatchObject({ message: 'undone', problem: expect.stringContaining(where) });
  });

  test('whatever people do, they fit, and resolutions have no gaps', async () => {
    await clearBoard();
    await elect(board);
    const { total: passedBefore } = await resolutions();
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('board' as const),
        who: fc.nat(13),
        whom: fc.nat(13),
        add: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('motion' as const), who: fc.nat(13) }),
      fc.record({ kind: fc.constant('yes' as const), who: fc.nat(13) }),
      fc.record({ kind: fc.constant('all' as const), no: fc.option(fc.nat(13), { freq: 5 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
        for (const round of rounds) {
          const [latest] = (await motionsOf({ limit: 1 })).data;
          await Promise.all(
            round.map(async (one) => {
              if (one.kind === 'board') {
                return castVote(people[one.who]!, people[one.whom]!, one.add ? 'add' : 'remove');
              }
              if (one.kind === 'motion') {
                return people[one.who]!.call(createMotion, { body: { title: 'More', content: 'Of it' } });
              }
              if (!latest) return null;
              if (one.kind === 'yes') return ballot(people[one.who]!, latest);
              return Promise.all(
                people.map((person, index) => ballot(person, latest, one.no === index ? 'NO' : 'YES')),
              );
            }),
          );
        }
        expect((await verifyGovernance(app.deps)).problem).toBeNull();
        const { data, total } = await resolutions({ limit: 100 });
        expect(data.map(({ number }) => number)).toEqual(
          Array.from({ length: total }, (_each, at) => total - at),
        );
      }),
      { numRuns: 6, seed: 11 },
    );
    expect((await resolutions()).total).toBeGreaterThan(passedBefore);
  });
});

const leave = (person: TestPerson) => person.get(removeAccount, { params: { userId: person.id }, body: {} });

describe('whoever looks', () => {
  const calls = {
    board: listBoardMembers,
    records: listVotingRecords,
    motions: listMotions,
    resolutions: listResolutions,
  } as const;

  test('what they saw, and what they are told to ask for again, is what there is', async () => {
    await clearBoard();
    await elect(board);
    const zed = board[0]!;
    const looking = app.visitor();
    const stream = await TestStream.open(looking);
    await stream.listen([boardCell]);
    const load = async (part: keyof typeof calls) => JSON.stringify(await looking.get(calls[part], {}));
    const seen = new Map<string, string>();
    for (const part of governanceParts) seen.set(part, await load(part));
    let heard = 0;
    const followed = async (what: string, act: () => Promise<unknown>) => {
      const before = new Map(seen);
      await act();
      const fresh = new Map<string, string>();
      for (const part of governanceParts) fresh.set(part, await load(part));
      expect(fresh, what).not.toEqual(before);
      await vi.waitFor(async () => {
        const events = stream.frames.flatMap((frame) => (frame.type === 'area' ? frame.events : []));
        for (const event of events.slice(heard)) {
          heard++;
          if (event.type === 'governance_changed') seen.set(event.part, await load(event.part));
        }
        expect(seen, what).toEqual(fresh);
      }, 30_000);
    };

    let motion = { id: '' };
    await followed('a vote', () => castVote(ann, bob));
    await followed('one taken back', () => castVote(ann, bob, 'remove'));
    await followed('a motion', async () => {
      motion = await aMotion(zed, 'Swings');
    });
    await followed('a ballot', () => ballot(zed, motion));
    for (const member of board.slice(1, 11)) await ballot(member, motion);
    await followed('the last ballot', () => ballot(board[11]!, motion));
    await followed('a motion that fails', async () => {
      await ballot(zed, await aMotion(zed, 'Slides'), 'NO');
    });
    const waiting = await aMotion(zed, 'Ropes');
    for (const member of board.slice(0, 11)) await ballot(member, waiting);
    await castVote(board[1]!, zed, 'remove');
    await ballot(board[11]!, waiting);
    await followed('a seat that decides', () => castVote(board[1]!, zed));
    expect(await found(waiting.id)).toMatchObject({ status: 'PASSED' });
    await followed('somebody leaves', () => leave(zed));
    await followed('and comes back', async () => {
      await zed.visitProvider('P0');
      await zed.get(restoreAccount, { body: {} });
    });
    const governanceFrames = stream.frames.filter((frame) => frame.type === 'area');
    for (const frame of governanceFrames) expect(JSON.stringify(frame).length).toBeLessThan(400);
    stream.close();
  });

  test('hears once of many votes, of somebody hidden too, and after a gap that something was missed', async () => {
    await block(app.deps, ann, bob);
    const stream = await TestStream.open(ann);
    const ask = async (version: number | null) => {
      const areas = [{ cell: boardCell, version }];
      return (await ann.get(sync, { body: { streamId: stream.id, areas } })).data.areas[0]!;
    };
    const first = await ask(null);
    const { version } = await ask(first.version);
    expect(await ask(version)).toMatchObject({ changed: false });
    await Promise.all(board.flatMap((one) => [castVote(bob, one, 'remove'), castVote(bob, one, 'add')]));
    const isOurs = (frame: (typeof stream.frames)[number]) => frame.type === 'area';
    expect(await stream.until(isOurs)).toEqual({
      type: 'area',
      cell: boardCell,
      events: [
        { type: 'governance_changed', part: 'board' },
        { type: 'governance_changed', part: 'records' },
      ],
    });
    expect(await ask(version)).toMatchObject({ changed: true });
    await app.deps.db.execute(sql`DELETE FROM blocks`);
    stream.close();
  });
});

describe('an account that is deleted (PRIVACY-013)', () => {
  test('leaves the board with its votes, and brings both back', async () => {
    await clearBoard();
    const [sam, tom] = [await app.person('Sam'), await app.person('Tom')];
    await castVote(sam, tom);
    await castVote(ann, sam);
    await castVote(ann, tom);
    const before = await boardOf(ann);
    await leave(sam);
    expect(await boardOf(ann)).toMatchObject([{ id: tom.id, vote_count: 1 }]);
    expect((await ann.get(listVotingRecords)).data).toHaveLength(1);
    expect(await castVote(ann, sam)).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
    expect((await verifyGovernance(app.deps)).problem).toBeNull();
    await sam.visitProvider('Sam');
    await sam.get(restoreAccount, { body: {} });
    expect(new Set(ids(await boardOf(ann)))).toEqual(new Set(ids(before)));
    expect(await castVote(sam, tom, 'check')).toMatchObject({ hasVoted: true });
    await castVote(sam, tom, 'remove');
    expect((await verifyGovernance(app.deps)).problem).toBeNull();
  });

  test('comes before or after what others do at that moment', async () => {
    const all = await Promise.all(['U', 'V', 'W', 'X'].map((name) => app.person(`Going ${name}`)));
    const pairs = all.flatMap((voter) =>
      all.flatMap((other) => (other === voter ? [] : [[voter, other] as const])),
    );
    await Promise.all(pairs.map(([voter, candidate]) => castVote(voter, candidate)));
    const [u, v, w, x] = all as [TestPerson, TestPerson, TestPerson, TestPerson];
    const leaving = [u, v, w].map((person) =>
      person.call(removeAccount, { params: { userId: person.id }, body: {} }),
    );
    const voting = [...pairs, ...pairs].map(([voter, candidate], index) =>
      castVote(voter, candidate, index % 2 ? 'add' : 'remove'),
    );
    for (const { status } of await Promise.all([...leaving, ...voting]))
      expect([200, 401, 404]).toContain(status);
    expect((await verifyGovernance(app.deps)).problem).toBeNull();
    for (const person of [u, v, w]) await eraseFromGovernance(app.deps, person.id);
    expect((await verifyGovernance(app.deps)).problem).toBeNull();
    expect((await boardOf(ann)).filter(({ id }) => id === x.id)).toEqual([]);
  });

  test('casts no vote that was on its way when it was deleted', async () => {
    const [gil, hal] = [await app.person('Gil'), await app.person('Hal')];
    await leave(gil);
    const actor = actorFor({ id: gil.id, name: 'Gil', avatarUrl: null, createdAt: app.deps.clock() });
    const vote = castBoardVote(app.deps, actor, { candidateId: hal.id, action: 'add' });
    await expect(vote).rejects.toMatchObject({ code: 'PERSON_NOT_FOUND' });
    const counted = sql`SELECT vote_count FROM board_candidates WHERE user_id = ${hal.id}`;
    expect(await rowsOf(app.deps.db, counted)).toEqual([]);
  });

  test('gives its seat to the next when it is erased after a close, with all that follows (PRIVACY-013)', async () => {
    await clearBoard();
    const yara = await app.person('Yara', { profile: false });
    const next = await app.person('Next in line');
    await elect([...board.slice(1), next]);
    const motion = await aMotion(next, 'Swings');
    for (const member of [next, ...board.slice(1)].slice(0, 11)) await ballot(member, motion);
    // Yara takes the seat of somebody who has said YES, and who is the first of those without one from then on.
    await castVote(ann, yara);
    await castVote(bob, yara);
    await castVote(board[1]!, next, 'remove');
    await castVote(board[1]!, next);
    expect(await ballot(board[11]!, motion)).toMatchObject({ data: { status: 'PENDING' } });
    await app.deps.transact((inner) =>
      setStanding(inner, accountParts, yara.id, { kind: 'closed', until: null, decisionId: null }),
    );
    expect(ids(await boardOf(ann))).toContain(yara.id);
    await eraseClosedAccount(app.deps, accountParts, yara.id);
    expect(ids(await boardOf(ann))).toContain(next.id);
    expect(await app.visitor().get(getMotion, { params: { motionId: motion.id } })).toMatchObject({
      data: { status: 'PASSED' },
      resolution: { votingSummary: { yesVotes: 12 } },
    });
    expect((await verifyGovernance(app.deps)).problem).toBeNull();
  });

  test('is erased from the chains, which still verify; its ballots are a deleted member’s', async () => {
    await clearBoard();
    const zoe = await app.person('Zoe', { profile: false });
    await elect([zoe, ...board.slice(1)]);
    const motion = await aMotion(zoe, 'Fountain');
    for (const member of [zoe, ...board.slice(1)]) await ballot(member, motion);
    const before = await verifyGovernance(app.deps);
    const links = async () =>
      (await ann.get(listChainLinks, { params: { chain: 'ballots' }, query: { after: before.ballots - 12 } }))
        .data[0]!;
    expect((await links()).opening!.personal).toEqual([zoe.id]);
    await leave(zoe);
    expect((await links()).opening).toBeNull();
    await eraseFromGovernance(app.deps, zoe.id);
    const after = await verifyGovernance(app.deps);
    expect(after.problem).toBeNull();
    expect(after.erased).toBeGreaterThan(before.erased);
    expect(after.resolutions).toBe(before.resolutions);
    const [resolution] = (await resolutions({ limit: 1 })).data;
    expect(resolution).toMatchObject({ title: 'Fountain', creator: null, votingSummary: { yesVotes: 12 } });
    expect(resolution!.votes[0]).toMatchObject({ voterId: null, voter: null, voter_name: 'Deleted member' });
    expect(JSON.stringify(await resolutions())).not.toContain(zoe.id);
  });
});
