import { muteMember } from '@dazi/contract/chat/rooms';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import { findTransfer, listTransactions, transfer } from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { noting } from '../../testing/test-statements.ts';
import { writeTransfers } from './ledger.service.ts';
import { verifyLedger } from './ledger-verification.service.ts';
import { groupWallet, send, walletOf } from './wallet.builder.ts';

let app: TestApp;
let statements: string[];
let ann: TestPerson;
let bob: TestPerson;
let round = 0;

beforeAll(async () => {
  app = await startTestApp({}, {}, async () => {
    const noted = noting(await openTestDatabase());
    statements = noted.statements;
    return noted.database;
  });
});
afterAll(async () => {
  expect(await verifyLedger(app.deps)).toMatchObject({ problem: null });
  await app.close();
});
beforeEach(async () => {
  round++;
  [ann, bob] = [await app.person(`Ann ${round}`), await app.person(`Bob ${round}`)];
});

const history = async (person: TestPerson) =>
  (
    await person.get(listTransactions, {
      params: { walletId: (await walletOf(person)).id },
      query: { limit: '200' },
    })
  ).data.filter(({ kind }) => kind === 'transfer');
const insult = 'You are a fool';
const tooMany = { status: 429, code: 'TOO_MANY_MEMOS' };

describe('memos to somebody who does not know one', () => {
  test('of sixty, five arrive, folded, and one notice says nothing of them', async () => {
    const fromWalletId = (await walletOf(ann)).id;
    const ask = (number: number, memo?: string) => {
      const body = {
        fromWalletId,
        toWalletId: `user-${bob.id}`,
        amountMinor: 1,
        key: `insult-${round}-${number}`,
      };
      return ann.call(transfer, { body: { ...body, ...(memo && { memo }) } });
    };
    const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => ask(number, insult)));
    const refused = answers.filter(({ success }) => !success);
    expect(refused).toHaveLength(60 - walletLimits.memosToStranger);
    for (const each of refused) {
      expect(each).toMatchObject(tooMany);
      expect(each.headers['retry-after']).toBe(String(24 * 60 * 60));
    }
    expect(await history(bob)).toHaveLength(walletLimits.memosToStranger);
    // Without words they are taken, under the same keys, which no refusal has used up.
    for (const [number, { success }] of answers.entries()) {
      if (!success) expect(await ask(number)).toMatchObject({ status: 200 });
    }
    const [got, given] = [await history(bob), await history(ann)];
    const memos = got.filter(({ memo }) => memo !== null);
    expect([got.length, memos.length]).toEqual([60, walletLimits.memosToStranger]);
    expect(got.map(({ isMemoFolded }) => isMemoFolded)).toEqual(got.map(({ memo }) => memo !== null));
    expect(given.some(({ isMemoFolded }) => isMemoFolded)).toBe(false);
    await allNotified(app.deps);
    const { list } = await notificationsOf(bob);
    expect(list.filter(({ code }) => code !== 'deposit')).toMatchObject([
      {
        id: `transfers-${ann.id}`,
        message: `Ann ${round} sent you 0.60 DAZI in 60 transfers`,
        params: { amountMinor: 60, count: 60, preview: null },
      },
    ]);
    expect(JSON.stringify(list)).not.toContain(insult);
  });

  test('are counted with one statement for all that are written together', async () => {
    const strangers = await Promise.all(Array.from({ length: 4 }, (_, n) => app.person(`Cat ${round} ${n}`)));
    const fromWalletIds = [(await walletOf(ann)).id, (await walletOf(bob)).id];
    const toWalletIds = await Promise.all(strangers.map(async (each) => (await walletOf(each)).id));
    statements.length = 0;
    const outcomes = await app.deps.transact((inner) =>
      writeTransfers(
        inner,
        [ann, bob].flatMap(({ id: actorId }, index) =>
          toWalletIds.map((toWalletId) => ({
            kind: 'transfer' as const,
            fromWalletId: fromWalletIds[index]!,
            toWalletId,
            amountMinor: 1,
            key: null,
            actorId,
            memo: insult,
          })),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => 'made' in outcome)).toHaveLength(8);
    const counting = statements.filter((text) => /to_stranger_at" > |to_stranger_at > /.test(text));
    expect(counting).toHaveLength(1);
    expect(statements.filter((text) => text.includes('pg_advisory'))).toEqual([]);
  });

  test('are counted in a sliding day and for each pair; the first answer stays the answer', async () => {
    const cat = await app.person(`Cat ${round}`);
    const key = `lost-answer-${round}`;
    const first = await send(ann, bob, 1, { memo: insult, key });
    if (!first.success) throw new Error(first.error);
    app.clock.advance(60 * 60 * 1000);
    for (let number = 1; number < walletLimits.memosToStranger; number++) {
      expect(await send(ann, bob, 1, { memo: insult })).toMatchObject({ status: 200 });
    }
    expect(await send(ann, bob, 1, { memo: insult })).toMatchObject(tooMany);
    expect(await send(ann, cat, 1, { memo: 'Hello' })).toMatchObject({ status: 200 });
    expect(await send(ann, bob, 1, { memo: insult, key })).toMatchObject({ data: first.data });
    const params = { walletId: (await walletOf(ann)).id, key };
    expect((await ann.get(findTransfer, { params })).data).toEqual(first.data.transaction);
    app.clock.advance(23 * 60 * 60 * 1000);
    ann = await app.visitor().signIn(ann.user!.name);
    expect(await send(ann, bob, 1, { memo: 'A day later' })).toMatchObject({ status: 200 });
    expect(await send(ann, bob, 1, { memo: 'And no more' })).toMatchObject(tooMany);
  });

  test('are not taken where messages are not', async () => {
    await bob.saveProfile({ preferences: { ...defaultPreferences, allowDirectMessages: false } });
    const key = `no-words-${round}`;
    const refused = { status: 403, code: 'MEMO_NOT_TAKEN' };
    expect(await send(ann, bob, 1, { memo: insult, key })).toMatchObject(refused);
    expect(await history(bob)).toEqual([]);
    expect(await send(ann, bob, 1, { memo: ' ', key })).toMatchObject({ status: 200 });
    expect(await history(bob)).toMatchObject([{ memo: null, isMemoFolded: false }]);
  });

  test('and a group that one does not belong to finds them folded, too', async () => {
    const room = await aRoom(bob);
    for (let number = 0; number < walletLimits.memosToStranger; number++) {
      await send(ann, `group-${room.conversationId}`, 1, { memo: insult });
    }
    expect(await send(ann, `group-${room.conversationId}`, 1, { memo: insult })).toMatchObject(tooMany);
    await allNotified(app.deps);
    expect(JSON.stringify((await notificationsOf(bob)).list)).not.toContain(insult);
    // Who wrote it still reads it.
    expect(JSON.stringify((await notificationsOf(ann)).list).includes(insult)).toBe(true);
    await joined(room, ann);
    expect(await send(ann, `group-${room.conversationId}`, 1, { memo: 'For oil' })).toMatchObject({
      status: 200,
    });
    await allNotified(app.deps);
    expect(JSON.stringify((await notificationsOf(bob)).list)).toContain('For oil');
  });
});

test('of somebody whom one has blocked are folded, in one’s own wallet and in that of a room one shares', async () => {
  const cat = await app.person(`Cat ${round}`);
  const room = await aRoom(bob);
  await joined(room, ann, cat);
  await send(ann, bob, 1, { memo: 'For the cake' });
  const given = await send(ann, `group-${room.conversationId}`, 2, { memo: 'For the chairs' });
  const { id } = await groupWallet(bob, room.conversationId);
  const memosFor = async (person: TestPerson) =>
    (await person.get(listTransactions, { params: { walletId: id } })).data.map(
      ({ memo, isMemoFolded, isMemoOfBlocked }) => ({ memo, isMemoFolded, isMemoOfBlocked }),
    );
  const open = [{ memo: 'For the chairs', isMemoFolded: false, isMemoOfBlocked: false }];
  const folded = [{ memo: 'For the chairs', isMemoFolded: true, isMemoOfBlocked: true }];
  expect(given).toMatchObject({ status: 200 });
  expect(await memosFor(bob)).toEqual(open);

  await block(app.deps, bob, ann);
  expect(await memosFor(bob)).toEqual(folded);
  expect(await history(bob)).toMatchObject([{ memo: 'For the cake', isMemoFolded: true }]);
  // Nobody else finds it so, least of all who wrote it.
  expect(await memosFor(cat)).toEqual(open);
  expect(await memosFor(ann)).toEqual(open);
  expect(await history(ann)).toMatchObject([{ isMemoFolded: false }, { isMemoFolded: false }]);
});

test('whoever is muted in a room writes none for it, and still gives', async () => {
  const room = await aRoom(bob);
  await joined(room, ann);
  const mute = (minutes: 0 | 10) =>
    bob.get(muteMember, { params: { roomId: room.id, memberId: ann.id }, body: { minutes } });
  const give = (memo: string | null) => send(ann, `group-${room.conversationId}`, 1, { memo });
  await mute(10);
  expect(await give(insult)).toMatchObject({ status: 403, code: 'MUTED_IN_ROOM' });
  expect(await give(null)).toMatchObject({ status: 200 });
  expect(await send(ann, bob, 1, { memo: 'Thanks!' })).toMatchObject({ status: 200 });
  await mute(0);
  expect(await give('For oil')).toMatchObject({ status: 200 });
});

test('one’s own is not folded for oneself, also of before one belonged to the group', async () => {
  const room = await aRoom(bob);
  await send(ann, `group-${room.conversationId}`, 1, { memo: 'For oil' });
  await joined(room, ann);
  const { id } = await groupWallet(ann, room.conversationId);
  const isFolded = async (person: TestPerson) =>
    (await person.get(listTransactions, { params: { walletId: id } })).data[0]!.isMemoFolded;
  expect([await isFolded(ann), await isFolded(bob)]).toEqual([false, true]);
});

test.each([
  ['who has written or answered', () => aPrivateConversation(ann, bob)],
  ['who is in one room', async () => joined(await aRoom(ann), bob)],
])('memos of somebody known are as they were: %s', async (_who, meet) => {
  await meet();
  await bob.saveProfile({ preferences: { ...defaultPreferences, allowDirectMessages: false } });
  for (let number = 0; number <= walletLimits.memosToStranger; number++) {
    expect(await send(ann, bob, 1, { memo: `Thanks ${number}` })).toMatchObject({ status: 200 });
  }
  expect((await history(bob)).some(({ isMemoFolded }) => isMemoFolded)).toBe(false);
});
