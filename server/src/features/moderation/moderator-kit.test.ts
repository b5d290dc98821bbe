import { sendMessage } from '@dazi/contract/chat/conversations';
import { appeal, decide, decideAppeal, liftMeasure, listAppeals } from '@dazi/contract/moderation/decisions';
import {
  addModeratorNote,
  getModeratedPerson,
  setModerator,
} from '@dazi/contract/moderation/moderated-people';
import { takeCase } from '@dazi/contract/moderation/moderation';
import { endpoints } from '@dazi/contract/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aBoard } from '#features/governance/governance.builder.ts';
import { appointModerator } from '#features/identity/identity.service.ts';
import { ask } from '../../testing/may.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aCase, aWarning, caseOf, reasonGiven } from './moderation.builder.ts';

/** A moderator who has a part in something decides nothing of it, whatever call they try it with. */

let app: TestApp;
let judge: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,rosa@people.example' });
  judge = await app.person('Judge');
  await app.person('Rosa');
});
afterAll(() => app.close());

const roles = ['reporter', 'target', 'blocker', 'blocked', 'room owner'] as const;
type Role = (typeof roles)[number];

/** Something rude, said in a room by the author and reported by the reporter. */
interface Scene {
  role: Role;
  nadia: TestPerson;
  author: TestPerson;
  target: { targetType: 'message'; targetId: string };
}

let count = 0;
async function makeScene(role: Role): Promise<Scene> {
  count++;
  const nadia = await app.person(`Nadia ${count}`);
  await app.deps.transact((inner) => appointModerator(inner, nadia.id, judge.id));
  const unless = async (other: Role, name: string) =>
    role === other ? nadia : app.person(`${name} ${count}`);
  const author = await unless('target', 'Author');
  const [owner, reporter] = [await unless('room owner', 'Owner'), await unless('reporter', 'Reporter')];
  const room = await aRoom(owner);
  await joined(room, ...[author, reporter].filter((one) => one !== owner));
  const params = { conversationId: room.conversationId };
  const said = await author.get(sendMessage, { params, body: { content: 'Rude' } });
  if (role === 'blocker') await block(app.deps, nadia, author);
  if (role === 'blocked') await block(app.deps, author, nadia);
  await aCase(reporter, judge, 'message', said.data.id, 'It was said to me');
  return { role, nadia, author, target: { targetType: 'message', targetId: said.data.id } };
}

const inTwoDays = () => new Date(app.clock.read().getTime() + 2 * 24 * 60 * 60 * 1000).toISOString();

/** Decided by somebody else about what was reported; a limit takes the office of whoever it is about. */
const decided = async ({ target }: Scene, action: 'warn' | 'limit') => {
  const rest = { until: action === 'limit' ? inTwoDays() : undefined, ...reasonGiven };
  return (await judge.get(decide, { body: { target, action, ...rest } })).data.id;
};

const refused = '403 INVOLVED';
const decidesNothing = 'says how things are, and decides nothing about anybody';

/** What each call answers to whoever has a part, or why it makes no difference there. */
const calls: Record<string, string | ((scene: Scene) => Promise<void>)> = {
  async listReports(scene) {
    const { role, nadia, target } = scene;
    const seen = (await caseOf(nadia, target.targetId))!;
    expect(seen).toMatchObject({ isInvolved: true, can: [], reports: [{ reason: 'spam' }] });
    // Whom it is about learns of it, and neither who reported it nor in which words.
    const words = role === 'target' ? null : 'It was said to me';
    const asSeen = ({ reports }: typeof seen) => [reports[0]!.details, reports[0]!.reporter !== null];
    expect(asSeen(seen)).toEqual([words, words !== null]);
    await decided(scene, 'warn');
    expect(asSeen((await caseOf(nadia, target.targetId, 'resolved'))!)).toEqual([words, words !== null]);
  },
  async takeCase({ nadia, target }) {
    expect(await ask(nadia, takeCase, { body: { ...target, take: true } })).toBe(refused);
    expect((await caseOf(judge, target.targetId))!.takenBy).toBeNull();
  },
  async decide({ nadia, target }) {
    for (const action of ['dismiss', 'warn', 'remove'] as const) {
      expect(await ask(nadia, decide, { body: { target, action, ...reasonGiven } })).toBe(refused);
    }
    expect((await caseOf(judge, target.targetId))!.reports).toMatchObject([{ state: 'open' }]);
  },
  async getModeratedPerson({ role, nadia, author }) {
    const { data } = await nadia.get(getModeratedPerson, { params: { personId: author.id } });
    // Who reported one thing, or leads the room it was said in, may decide about what else the person did.
    const mayDecide = role === 'reporter' || role === 'room owner';
    expect(data.can.length > 0).toBe(mayDecide);
    // Notes are for the others.
    await judge.get(addModeratorNote, { params: { personId: author.id }, body: { text: 'Not again' } });
    const { notes } = (await nadia.get(getModeratedPerson, { params: { personId: author.id } })).data;
    expect(notes.map(({ text }) => text)).toEqual(role === 'target' ? [] : ['Not again']);
    const body = { personId: author.id, action: 'warn' as const, ...reasonGiven };
    if (!mayDecide) expect(await ask(nadia, decide, { body })).toBe(refused);
  },
  async decideAppeal(scene) {
    const params = { decisionId: await decided(scene, 'warn') };
    await scene.author.get(appeal, { params, body: { text: 'It was a quote' } });
    const { data } = await scene.nadia.get(listAppeals, {});
    expect(data.find(({ decision }) => decision.id === params.decisionId)).toMatchObject({ can: false });
    for (const outcome of ['upheld', 'lifted'] as const) {
      const body = { outcome, reason: 'So it is' };
      expect(await ask(scene.nadia, decideAppeal, { params, body })).toBe(refused);
    }
  },
  listAppeals: 'its `can` is looked at with decideAppeal',
  async liftMeasure(scene) {
    await decided(scene, 'limit');
    const input = { params: { personId: scene.author.id }, body: { reason: 'Enough' } };
    // Whoever is under a measure moderates no more.
    const outcome = scene.role === 'target' ? '403 MODERATORS_ONLY' : refused;
    expect(await ask(scene.nadia, liftMeasure, input)).toBe(outcome);
  },
  addModeratorNote: decidesNothing,
  listModerators: decidesNothing,
  listModerationLog: decidesNothing,
  getModerationCounts: decidesNothing,
  setModerator: 'is for administrators; moderators give back their own office alone',
  listBlockedIdentities: 'is for administrators',
  unblockIdentity: 'is for administrators',
};

test('every call of moderators is answered for', () => {
  const named = endpoints.filter(({ path }) => path.startsWith('/api/moderation/')).map(({ name }) => name);
  expect(Object.keys(calls).sort()).toEqual(named.sort());
});

const looks = Object.entries(calls).flatMap(([name, look]) =>
  typeof look === 'string' ? [] : [[name, look] as const],
);
describe.each(roles)('a moderator who is %s', (role) => {
  test.each(looks)('in %s', async (_name, look) => look(await makeScene(role)));
});

describe('over others who hold an office', () => {
  let nadia: TestPerson;
  const others: Record<string, TestPerson> = {};
  beforeAll(async () => {
    [nadia, others.moderator] = [await app.person('Nadia'), await app.person('Walt')];
    await app.deps.transact(async (inner) => {
      for (const { id } of [nadia, others.moderator!]) await appointModerator(inner, id, judge.id);
    });
    await aBoard(app);
    others['board member'] = await app.person('Member 1');
    others.administrator = await app.person('Rosa');
  });

  const over = { moderator: 'NOT_OVER_MODERATORS', 'board member': 'NOT_OVER_MODERATORS' } as const;
  const all = { ...over, administrator: 'NOT_OVER_ADMINISTRATORS' } as const;
  const outcomes: readonly (readonly [string, string])[] = Object.entries(all);

  test.each(outcomes)('a moderator decides nothing about a %s', async (who, code) => {
    const person = others[who]!;
    const about = (action: string, until?: string) => ({
      body: { personId: person.id, action, until, ...reasonGiven } as never,
    });
    for (const action of ['warn', 'hide_name', 'hide_picture', 'hide_bio', 'close']) {
      expect(await ask(nadia, decide, about(action)), action).toBe(`403 ${code}`);
    }
    for (const action of ['limit', 'suspend']) {
      expect(await ask(nadia, decide, about(action, inTwoDays())), action).toBe(`403 ${code}`);
    }
    const params = { personId: person.id };
    expect(await ask(nadia, liftMeasure, { params, body: { reason: 'x' } })).toBe(`403 ${code}`);
    expect(await ask(nadia, setModerator, { params, body: { isModerator: false } })).toBe(
      '403 ADMINISTRATORS_ONLY',
    );
    const { data } = await nadia.get(getModeratedPerson, { params });
    expect(data.can).toEqual([]);
    // Of what they made a case may be dismissed, and nothing else.
    const post = await person.post();
    expect(await aCase(await app.person(`Reader of ${who}`), nadia, 'post', post.id)).toMatchObject({
      isInvolved: false,
      can: ['dismiss'],
    });
    const target = { targetType: 'post' as const, targetId: post.id };
    expect(await ask(nadia, decide, { body: { target, action: 'remove', ...reasonGiven } })).toBe(
      `403 ${code}`,
    );
  });

  test.each(Object.keys(over))('an administrator decides about a %s, and about the appeal', async (who) => {
    const person = others[who]!;
    const { id: decisionId } = await aWarning(judge, person.id);
    await person.get(appeal, { params: { decisionId }, body: { text: 'Why?' } });
    const input = { params: { decisionId }, body: { outcome: 'upheld' as const, reason: 'x' } };
    expect(await ask(nadia, decideAppeal, input)).toBe('403 ADMINISTRATORS_ONLY');
    expect(await ask(others.administrator!, decideAppeal, input)).toBe('200');
  });

  test('nobody decides about an administrator', async () => {
    const body = { personId: others.administrator!.id, action: 'warn' as const, ...reasonGiven };
    expect(await ask(judge, decide, { body })).toBe('403 NOT_OVER_ADMINISTRATORS');
  });
});
