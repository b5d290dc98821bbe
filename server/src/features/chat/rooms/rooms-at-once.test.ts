import {
  editMessage,
  listMembers,
  type Message,
  markRead,
  reactToMessage,
  removeMessage,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { pinMessage, unpinMessage } from '@dazi/contract/chat/pinned-messages';
import {
  banParticipant,
  joinRoom,
  leaveRoom,
  liftRoomBan,
  muteMember,
  type Room,
  removeParticipant,
  setRoomModerator,
} from '@dazi/contract/chat/rooms';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { turnsOf } from '../../../testing/test-share.ts';
import { aRoom, joined } from './rooms.builder.ts';

/** All that locks members, conversations and messages, at once: so often, or for as long as ROOMS_AT_ONCE_S says. */
const lasts_s = Number(process.env.ROOMS_AT_ONCE_S ?? 0);
const hands = 24;
const turns = turnsOf(30);
const names = Array.from('ABCDEF', (letter) => `Person ${letter}`);
const people: TestPerson[] = [];
let app: TestApp;
let rooms: Room[];

beforeAll(async () => {
  app = await startTestApp();
  for (const name of names) people.push(await app.person(name));
  rooms = [await aRoom(people[0]!), await aRoom(people[1]!)];
  for (const room of rooms) await joined(room, ...people.slice(2));
});
afterAll(() => app.close());

/** Of numbers that look like chance and are the same each time. */
function diceFrom(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
}

const said = new Map<string, Message[]>();
const answers = new Map<string, number>();

/** One thing that somebody does; who may not is told so. */
function oneAction(dice: (sides: number) => number, turn: string) {
  const who = people[dice(people.length)]!;
  const whom = people[dice(people.length)]!;
  const room = rooms[dice(rooms.length)]!;
  const owner = people[rooms.indexOf(room)]!;
  const params = { conversationId: room.conversationId };
  const there = { roomId: room.id };
  const log = said.get(room.id) ?? [];
  const some = log[dice(Math.max(1, log.length))];
  const ofSome = { ...params, messageId: some?.id ?? 'nothing' };
  const author = people.find(({ id }) => id === some?.senderId) ?? who;
  const say = async (input: object) => {
    const body = { content: `said ${turn}`, clientId: `turn-${turn}`, ...input };
    const answer = await who.call(sendMessage, { params, body });
    if (answer.success) said.set(room.id, [...(said.get(room.id) ?? []), answer.data]);
    return answer;
  };
  const actions = [
    () => say({}),
    () => say({}),
    () => say({ replyToId: some?.id }),
    () => say({ content: `said ${turn} to @${names[people.indexOf(whom)]}` }),
    () => who.call(joinRoom, { params: there, body: haight }),
    () => who.call(joinRoom, { params: there, body: haight }),
    () => (who === owner ? say({}) : who.call(leaveRoom, { params: there, body: {} })),
    () => owner.call(removeParticipant, { params: there, body: { targetUserId: whom.id } }),
    () => owner.call(banParticipant, { params: there, body: { targetUserId: whom.id } }),
    () => owner.call(liftRoomBan, { params: there, body: { targetUserId: whom.id } }),
    () => owner.call(muteMember, { params: { ...there, memberId: whom.id }, body: { minutes: 0 } }),
    () =>
      owner.call(setRoomModerator, {
        params: { ...there, memberId: whom.id },
        body: { isModerator: dice(2) === 0 },
      }),
    () => author.call(editMessage, { params: ofSome, body: { content: `edited ${turn}` } }),
    () => author.call(removeMessage, { params: ofSome, body: {} }),
    () => who.call(reactToMessage, { params: ofSome, body: { reactionType: dice(2) ? 'HEART' : null } }),
    () => who.call(markRead, { params, body: {} }),
    () => owner.call(pinMessage, { params: ofSome, body: {} }),
    () => owner.call(unpinMessage, { params: ofSome, body: {} }),
    () => who.call(listMembers, { params, query: {} }),
  ];
  return actions[dice(actions.length)]!();
}

test(
  'whoever joins, leaves, is removed, banned and talks at the same time waits for nobody in a circle, and nothing is lost',
  async () => {
    const until = performance.now() + lasts_s * 1000;
    await Promise.all(
      Array.from({ length: hands }, async (_each, hand) => {
        const dice = diceFrom(hand + 1);
        for (let turn = 0; turn < turns || performance.now() < until; turn++) {
          const answer = await oneAction(dice, `${hand}-${turn}`);
          const what = answer.success ? 'done' : (answer as { code: string }).code;
          answers.set(what, (answers.get(what) ?? 0) + 1);
          expect(answer.status, what).toBeLessThan(500);
        }
      }),
    );
    if (lasts_s > 0) process.stdout.write(`${JSON.stringify(Object.fromEntries(answers))}\n`);
    // Those who may not are told so, and the others are many.
    expect(answers.get('done')).toBeGreaterThan(hands * 5);
    for (const room of rooms) {
      const [log] = await rowsOf<{
        last: number;
        many: number;
        members: number;
        counted: number;
        ahead: number;
      }>(
        app.deps.db,
        sql`SELECT c.last_sequence AS last, c.member_count AS counted,
          (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS many,
          (SELECT count(*) FROM conversation_members v WHERE v.conversation_id = c.id) AS members,
          (SELECT count(*) FROM conversation_members v WHERE v.conversation_id = c.id AND v.read_sequence > c.last_sequence) AS ahead
        FROM conversations c WHERE c.id = ${room.conversationId}`,
      );
      expect(log).toMatchObject({ many: log!.last, members: log!.counted, ahead: 0 });
      const kept = await rowsOf<{ id: string; sequence: number }>(
        app.deps.db,
        sql`SELECT id, sequence FROM messages WHERE conversation_id = ${room.conversationId}`,
      );
      const sequences = new Map(kept.map(({ id, sequence }) => [id, sequence]));
      for (const { id, sequence } of said.get(room.id) ?? []) expect(sequences.get(id)).toBe(sequence);
    }
  },
  (lasts_s + 60) * 1000,
);
