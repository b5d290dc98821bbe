import { getConversation, getRoom } from '@dazi/contract/chat/conversation-views';
import { sendMessage } from '@dazi/contract/chat/conversations';
import {
  banParticipant,
  getLeaderVotes,
  inviteToRoom,
  leaveRoom,
  muteMember,
  objectToLeader,
  type Room,
  removeInvite,
  removeParticipant,
  removeRoom,
  setRoomModerator,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { removeAccount } from '@dazi/contract/identity/identity';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allNotified, wordsTo } from '#features/notifications/notifications.builder.ts';
import { groupWallet, send } from '#features/wallet/wallet.builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { aRoom, joined } from './rooms.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;
let made = 0;
/** Sessions end while the clock goes on: they sign in anew. */
const people: TestPerson[] = [];
async function cast(...names: string[]): Promise<TestPerson[]> {
  const number = made++;
  const found = await Promise.all(names.map((name) => app.person(`${name} ${number}`)));
  people.push(...found);
  return found;
}
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  for (const person of people) {
    const { cookies } = await app.person(person.user!.name, { profile: false });
    for (const [name, value] of cookies) person.cookies.set(name, value);
  }
}

const inRoom = (room: Room) => ({ conversationId: room.conversationId });
const vote = (person: TestPerson, room: Room, candidate: TestPerson) =>
  person.call(voteForLeader, { params: inRoom(room), body: { candidateId: candidate.id } });
const objects = (person: TestPerson, room: Room) =>
  person.call(objectToLeader, { params: inRoom(room), body: {} });
const seen = async (person: TestPerson, room: Room) =>
  (await person.get(getConversation, { params: inRoom(room) })).data;
const leaderOf = async (person: TestPerson, room: Room) =>
  (await seen(person, room)).members.find(({ role }) => role === 'OWNER')?.userId;

/** A room of the first of three, with money in its wallet. */
async function aRichRoom(ann: TestPerson, ...others: TestPerson[]) {
  const room = await aRoom(ann);
  await joined(room, ...others);
  const wallet = await groupWallet(ann, room.conversationId);
  await send(ann, wallet.id, 5_00);
  return { room, wallet };
}

/** All that whoever was voted in waits for. */
async function whatWaits(
  leader: TestPerson,
  { room, wallet }: Awaited<ReturnType<typeof aRichRoom>>,
  ...[other, deposed]: TestPerson[]
) {
  const params = { roomId: room.id };
  return [
    await leader.call(removeRoom, { body: { chatRoomId: room.id } }),
    await leader.call(inviteToRoom, { params, body: { renew: true } }),
    await leader.call(removeInvite, { params, body: {} }),
    await leader.call(removeParticipant, { params, body: { targetUserId: other!.id } }),
    await leader.call(banParticipant, { params, body: { targetUserId: other!.id } }),
    await leader.call(muteMember, { params: { ...params, memberId: deposed!.id }, body: { minutes: 10 } }),
    await leader.call(setRoomModerator, {
      params: { ...params, memberId: other!.id },
      body: { isModerator: true },
    }),
    await send(leader, other!, 1, { fromWalletId: wallet.id }),
  ];
}

describe('takeover', () => {
  test('throw-away accounts in an old room elect nobody before they have been there for seven days (VOTE-017)', async () => {
    const [ann, bob, cat] = await cast('Ann', 'Bob', 'Cat');
    const { room } = await aRichRoom(ann!, bob!, cat!);
    await pass(30 * day_ms);
    const fresh = await cast('One', 'Two', 'Three', 'Four', 'Five', 'Six');
    await joined(room, ...fresh);
    const from = new Date(app.clock.read().getTime() + 7 * day_ms).toISOString();
    for (const person of fresh) {
      expect(await vote(person, room, fresh[0]!)).toMatchObject({
        newOwner: null,
        counted: 3,
        countsFrom: from,
      });
    }
    const votes = await bob!.get(getLeaderVotes, { params: inRoom(room) });
    expect(votes).toMatchObject({ counted: 3, countsFrom: null });
    expect(votes.data[fresh[0]!.id]).toMatchObject({ votes: 0 });
    expect(votes.data[fresh[0]!.id]!.voters).toHaveLength(6);
    expect(await leaderOf(ann!, room)).toBe(ann!.id);
    await pass(7 * day_ms - 1);
    expect(await vote(fresh[0]!, room, fresh[0]!)).toMatchObject({ newOwner: null });
    await pass(1);
    // Those who waited so long must still outnumber the rest.
    expect(await vote(fresh[0]!, room, fresh[0]!)).toMatchObject({
      newOwner: { id: fresh[0]!.id },
      counted: 9,
      countsFrom: null,
    });
  });

  test('in a fresh room they are elected, can do nothing that lasts, and the founder objects', async () => {
    const [ann, bob, cat] = await cast('Ann', 'Bob', 'Cat');
    const rich = await aRichRoom(ann!, bob!, cat!);
    const { room } = rich;
    await pass(hour_ms);
    const fresh = await cast('One', 'Two', 'Three', 'Four', 'Five', 'Six');
    await joined(room, ...fresh);
    const [one] = fresh;
    for (const person of fresh.slice(0, 5)) await vote(person, room, one!);
    expect(await leaderOf(ann!, room)).toBe(one!.id);
    const answers = await whatWaits(one!, rich, bob!, ann!);
    expect(answers).toMatchObject(answers.map(() => ({ status: 403, code: 'LEADER_TOO_NEW' })));
    expect(answers).toHaveLength(8);
    const until = new Date(app.clock.read().getTime() + 48 * hour_ms).toISOString();
    expect(await seen(one!, room)).toMatchObject({ leaderRestrictedUntil: until, objectionUntil: null });
    expect(await seen(ann!, room)).toMatchObject({ leaderRestrictedUntil: null, objectionUntil: until });
    for (const person of [ann!, one!]) {
      expect((await person.get(getRoom, { params: { roomId: room.id } })).data).toMatchObject({
        ownerSince: app.clock.read().toISOString(),
        leaderRestrictedUntil: until,
      });
    }
    expect((await bob!.get(getRoom, { params: { roomId: room.id } })).data).toMatchObject({
      ownerSince: null,
      leaderRestrictedUntil: null,
    });
    await allNotified(app.deps);
    expect((await wordsTo(ann!))[0]).toBe(
      `Chess in the park has a new leader | The members chose ${one!.user!.name}. You can object within 48 hours.`,
    );
    const stream = await TestStream.open(cat!);
    expect(await objects(ann!, room)).toMatchObject({ data: { ownerId: ann!.id } });
    await stream.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'details');
    stream.close();
    const after = await seen(ann!, room);
    expect(after).toMatchObject({ userRole: 'OWNER', leaderRestrictedUntil: null, objectionUntil: null });
    expect(after.messages.at(-1)).toMatchObject({
      event: { code: 'owner_objected' },
      content: `${ann!.user!.name} objected to the vote and leads the group again`,
    });
    expect((await ann!.get(getLeaderVotes, { params: inRoom(room) })).data).toEqual({});
    // Nobody had been there for seven days: for a month nobody counts.
    for (const person of fresh)
      expect(await vote(person, room, one!)).toMatchObject({ newOwner: null, counted: 0 });
    expect(await objects(ann!, room)).toMatchObject({ status: 409, code: 'NO_OBJECTION' });
    const removed = await ann!.call(removeParticipant, {
      params: { roomId: room.id },
      body: { targetUserId: one!.id },
    });
    expect(removed.success).toBe(true);
  });
});

describe('the 48 hours', () => {
  async function deposed() {
    const [ann, bob, cat, dan] = await cast('Ann', 'Bob', 'Cat', 'Dan');
    const rich = await aRichRoom(ann!, bob!, cat!, dan!);
    await pass(20 * day_ms);
    for (const voter of [bob!, cat!, dan!]) await vote(voter, rich.room, bob!);
    return { ann: ann!, bob: bob!, cat: cat!, dan: dan!, ...rich };
  }

  test('are over after 48 hours, for the leader and for the objection', async () => {
    const { ann, bob, cat, room, wallet } = await deposed();
    await pass(48 * hour_ms - 1);
    expect(await objects(bob, room)).toMatchObject({ code: 'NO_OBJECTION' });
    expect(await send(bob, cat, 1, { fromWalletId: wallet.id })).toMatchObject({ code: 'LEADER_TOO_NEW' });
    await pass(1);
    expect(await objects(ann, room)).toMatchObject({ status: 409, code: 'NO_OBJECTION' });
    expect(await send(bob, cat, 1, { fromWalletId: wallet.id })).toMatchObject({ success: true });
    expect(await seen(bob, room)).toMatchObject({ leaderRestrictedUntil: null });
    expect(await seen(ann, room)).toMatchObject({ objectionUntil: null });
    await bob.get(removeParticipant, { params: { roomId: room.id }, body: { targetUserId: ann.id } });
  });

  test('a key that was refused is not used up', async () => {
    const { bob, cat, wallet } = await deposed();
    const more = { fromWalletId: wallet.id, key: 'the-same-key-again' };
    expect(await send(bob, cat, 1, more)).toMatchObject({ code: 'LEADER_TOO_NEW' });
    await pass(48 * hour_ms);
    expect(await send(bob, cat, 1, more)).toMatchObject({ success: true });
  });

  test('those who had been there for long elect once more, and that stands', async () => {
    const { ann, bob, cat, dan, room } = await deposed();
    await objects(ann, room);
    for (const voter of [bob, cat, dan]) await vote(voter, room, bob);
    expect(await leaderOf(ann, room)).toBe(bob.id);
    expect(await objects(ann, room)).toMatchObject({ code: 'NO_OBJECTION' });
    expect(await seen(ann, room)).toMatchObject({ objectionUntil: null });
  });

  test('moderators do not do it for them; the one before is out of their reach', async () => {
    const { ann, bob, cat, dan, room } = await deposed();
    await objects(ann, room);
    const params = { roomId: room.id, memberId: cat.id };
    await ann.get(setRoomModerator, { params, body: { isModerator: true } });
    for (const voter of [bob, cat, dan]) await vote(voter, room, bob);
    const about = { params: { roomId: room.id }, body: { targetUserId: ann.id } };
    expect(await cat.call(removeParticipant, about)).toMatchObject({ code: 'LEADER_TOO_NEW' });
    const mute = { params: { roomId: room.id, memberId: ann.id }, body: { minutes: 10 as const } };
    expect(await cat.call(muteMember, mute)).toMatchObject({ code: 'LEADER_TOO_NEW' });
    expect(await bob.call(muteMember, mute)).toMatchObject({ code: 'LEADER_TOO_NEW' });
    // Everybody else they may mute.
    const other = { ...mute, params: { ...mute.params, memberId: dan.id } };
    expect(await cat.call(muteMember, other)).toMatchObject({ success: true });
    expect(await bob.call(setRoomModerator, { params, body: { isModerator: false } })).toMatchObject({
      success: true,
    });
  });

  test('hold on when the new leader goes, and are over when the one before leads again', async () => {
    const { ann, bob, cat, room, wallet } = await deposed();
    await bob.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    // Ann had been there longest.
    expect(await leaderOf(ann, room)).toBe(ann.id);
    expect(await send(ann, cat, 1, { fromWalletId: wallet.id })).toMatchObject({ success: true });
    const other = await deposed();
    await other.ann.get(leaveRoom, { params: { roomId: other.room.id }, body: {} });
    await other.bob.get(removeAccount, { params: { userId: other.bob.id }, body: {} });
    expect(await leaderOf(other.cat, other.room)).toBe(other.cat.id);
    expect(await send(other.cat, other.dan, 1, { fromWalletId: other.wallet.id })).toMatchObject({
      code: 'LEADER_TOO_NEW',
    });
    // Whoever was voted out comes back within the time and objects.
    await joined(other.room, other.ann);
    expect(await objects(other.ann, other.room)).toMatchObject({ success: true });
  });

  test('are told across a block, too', async () => {
    const [ann, bob, cat] = await cast('Ann', 'Bob', 'Cat');
    const room = await aRoom(ann!);
    await joined(room, bob!, cat!);
    await block(app.deps, bob!, ann!);
    for (const voter of [bob!, cat!]) await vote(voter, room, bob!);
    await allNotified(app.deps);
    expect((await wordsTo(ann!))[0]).toContain('You can object within 48 hours.');
  });

  test('one objects once, also with two devices; outsiders and strangers do not', async () => {
    const { ann, cat, room } = await deposed();
    const [stranger] = await cast('Stranger');
    expect(await objects(stranger!, room)).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
    expect(await objects(cat, room)).toMatchObject({ status: 409, code: 'NO_OBJECTION' });
    const both = await Promise.all([objects(ann, room), objects(ann, room)]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  });
});

test('whatever is done in which order: leaders have their majority, and new ones can do nothing that lasts', async () => {
  const action = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('vote' as const), by: fc.nat(7), other: fc.nat(7) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('join' as const), by: fc.nat(7), other: fc.nat(7) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('leave' as const), by: fc.nat(7), other: fc.nat(7) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('object' as const), by: fc.nat(7), other: fc.nat(7) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), by: fc.nat(200), other: fc.nat(0) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('abuse' as const), by: fc.nat(7), other: fc.nat(7) }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
      people.length = 0;
      const crowd = await cast('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H');
      const rich = await aRichRoom(crowd[0]!, crowd[1]!, crowd[2]!);
      const { room, wallet } = rich;
      const start = app.clock.read().getTime();
      const joinedAt = new Map(crowd.slice(0, 3).map(({ id }) => [id, start]));
      const ballots = new Map<string, string>();
      let leader = crowd[0]!.id;
      let objection: number | null = null;
      let electedAt: number | null = null;
      const now = () => app.clock.read().getTime();
      const counts = (joined: number) => {
        if (objection !== null && now() < objection + 30 * day_ms) return joined <= objection - 7 * day_ms;
        if (now() - start < day_ms) return true;
        return now() - joined >= Math.min(7 * day_ms, (now() - start) / 2);
      };
      const isEnded = async () => !(await crowd[0]!.call(getRoom, { params: { roomId: room.id } })).success;
      for (const { kind, by, other } of actions) {
        if (kind === 'wait') {
          await pass(by * hour_ms);
          continue;
        }
        const [actor, target] = [crowd[by]!, crowd[other]!];
        if (kind === 'join' && !joinedAt.has(actor.id)) {
          await joined(room, actor);
          joinedAt.set(actor.id, now());
        } else if (kind === 'leave' && joinedAt.has(actor.id) && joinedAt.size > 1) {
          await actor.get(leaveRoom, { params: { roomId: room.id }, body: {} });
          joinedAt.delete(actor.id);
          for (const [voter, candidate] of ballots) {
            if (voter === actor.id || candidate === actor.id) ballots.delete(voter);
          }
          if (leader === actor.id) {
            ballots.clear();
            leader = (await leaderOf(crowd.find(({ id }) => joinedAt.has(id))!, room))!;
          }
        } else if (kind === 'vote') {
          const answer = await vote(actor, room, target);
          if (!answer.success) {
            expect(['NOT_A_MEMBER', 'TOO_FEW_VOTERS', 'CANDIDATE_NOT_A_MEMBER']).toContain(answer.code);
            continue;
          }
          ballots.set(actor.id, target.id);
          const counted = [...joinedAt].filter(([, joined]) => counts(joined));
          const isFor = counted.filter(([id]) => ballots.get(id) === target.id);
          const isElected = target.id !== leader && counted.length >= 3 && isFor.length * 2 > counted.length;
          expect(answer).toMatchObject({
            counted: counted.length,
            newOwner: isElected ? { id: target.id } : null,
          });
          if (isElected) {
            leader = target.id;
            electedAt = now();
            ballots.clear();
          }
        } else if (kind === 'object') {
          const answer = await objects(actor, room);
          if (!answer.success) continue;
          leader = actor.id;
          objection = now();
          electedAt = null;
          ballots.clear();
        } else if (kind === 'abuse' && electedAt !== null && now() < electedAt + 48 * hour_ms) {
          const person = crowd.find(({ id }) => id === leader)!;
          const isBack = (await seen(person, room)).leaderRestrictedUntil === null;
          // Only whoever was voted out leads before the time is over without waiting.
          if (isBack) continue;
          const answers = [
            await person.call(removeRoom, { body: { chatRoomId: room.id } }),
            await person.call(banParticipant, {
              params: { roomId: room.id },
              body: { targetUserId: target.id },
            }),
            await send(person, target.id === person.id ? crowd[(other + 1) % 8]! : target, 1, {
              fromWalletId: wallet.id,
            }),
          ];
          expect(answers).toMatchObject(Array(3).fill({ code: 'LEADER_TOO_NEW' }));
        }
        const member = crowd.find(({ id }) => joinedAt.has(id))!;
        expect(await leaderOf(member, room)).toBe(leader);
        expect(await isEnded()).toBe(false);
      }
      expect(
        (await crowd[0]!.call(sendMessage, { params: inRoom(room), body: { content: 'x' } })).status,
      ).not.toBe(500);
    }),
    { numRuns: 12 },
  );
}, 180_000);
