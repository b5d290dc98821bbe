import { getConversation } from '@dazi/contract/chat/conversation-views';
import { leaveRoom, type Room, removeRoom, voteForLeader } from '@dazi/contract/chat/rooms';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { decide } from '@dazi/contract/moderation/decisions';
import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  transfer,
  type Wallet,
} from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { reportableRoom } from '#features/chat/rooms/rooms.service.ts';
import { allNotified, wordsTo } from '#features/notifications/notifications.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { actorFor } from '#platform/http/viewer.ts';
import { accountParts } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { diceOf, turnsOf } from '../../testing/test-share.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { leaveWallet, returnFromGroup, settleEndedGroups } from './closing.service.ts';
import { deposit } from './deposits.service.ts';
import { verifyLedger } from './ledger-verification.service.ts';
import { groupWallet, send, walletOf } from './wallet.builder.ts';
import { searchWallets as findTo, forgetFoundAddresses } from './wallet.service.ts';
import { walletsQuery } from './wallet.store.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;

beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
  [ann, bob, cat] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cat')];
});
afterAll(async () => {
  // Whatever the tests did, the ledger fits.
  expect(await verifyLedger(app.deps)).toMatchObject({ problem: null });
  await app.close();
});

const history = async (person: TestPerson, wallet: Wallet, query: object = {}) =>
  person.get(listTransactions, { params: { walletId: wallet.id }, query });
const balance = async (person: TestPerson) => (await walletOf(person)).balanceMinor;

describe('a wallet', () => {
  test('is opened once, with the opening deposit (WAL-001, 045, 075, 090, 096)', async () => {
    const dan = await app.person('Dan');
    const opened = await Promise.all(Array.from({ length: 5 }, () => walletOf(dan)));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(opened[0]).toMatchObject({
      user: { id: dan.id, name: 'Dan' },
      balanceMinor: 100_00,
      canSend: true,
    });
    const { data } = await history(dan, opened[0]!);
    expect(data).toMatchObject([
      { kind: 'opening', amountMinor: 100_00, balanceMinor: 100_00, fromWallet: { isTreasury: true } },
    ]);
  });

  test('of somebody else is nobody’s business', async () => {
    const wallet = await walletOf(bob);
    expect(await ann.call(getWallet, { query: { userId: bob.id } })).toMatchObject({ code: 'NOT_YOURSELF' });
    expect(await ann.call(getWallet, {})).toMatchObject({ status: 400, code: 'WALLET_OF_WHOM' });
    const params = { walletId: wallet.id };
    expect(await ann.call(listTransactions, { params })).toMatchObject({
      status: 404,
      code: 'WALLET_NOT_FOUND',
    });
    expect(await ann.call(listTransactions, { params: { walletId: 'treasury' } })).toMatchObject({
      code: 'WALLET_NOT_FOUND',
    });
  });

  test('of a group is seen by its members and begins empty (WAL-005, 047, 076)', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    expect(await groupWallet(bob, room.conversationId)).toMatchObject({
      conversation: { id: room.conversationId, title: room.name },
      balanceMinor: 0,
      canSend: false,
    });
    expect((await groupWallet(ann, room.conversationId)).canSend).toBe(true);
    const asked = await cat.call(getWallet, { query: { conversationId: room.conversationId } });
    expect(asked).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
  });
});

describe('sending', () => {
  test('moves the amount, tells both, and shows on both sides (WAL-003, 049, 050, 069, 081)', async () => {
    const [eve, fay] = [await app.person('Eve'), await app.person('Fay')];
    const [mine, hers] = [await walletOf(eve), await walletOf(fay)];
    const heard = await TestStream.open(fay);
    const key = 'one-thing-she-wants';
    const answer = await send(eve, hers.id, 12_34, { memo: ' Tea ', key, actorUserId: eve.id });
    expect(answer).toMatchObject({
      success: true,
      data: {
        transaction: { amountMinor: 12_34, memo: 'Tea', kind: 'transfer', balanceMinor: 87_66 },
        fromWallet: { id: mine.id, balanceMinor: 87_66 },
        toWallet: { id: hers.id },
      },
    });
    await heard.until((frame) => frame.type === 'wallet_changed' && frame.walletId === hers.id);
    heard.close();
    expect(await balance(fay)).toBe(112_34);
    const [came] = (await history(fay, hers)).data;
    expect(came).toMatchObject({
      fromWallet: { id: mine.id, user: { id: eve.id, name: 'Eve' } },
      toWallet: { id: hers.id, user: { id: fay.id } },
      balanceMinor: 112_34,
    });
    expect(came!.fromWallet.conversation).toBeUndefined();
    expect(await send(eve, fay, 1)).toMatchObject({ data: { transaction: { memo: null } } });
    // What turns the direction of writing would make another amount of it.
    expect(await send(eve, fay, 1, { memo: '\u202Ecod.exe\n+5 D' })).toMatchObject({
      data: { transaction: { memo: 'cod.exe +5 D' } },
    });
  });

  test('a memo of which nothing is seen is none', async () => {
    const eve = await app.person('Eve Unseen');
    for (const memo of ['\u200b\u200b', '  \u2060 ', '\n']) {
      expect(await send(eve, bob, 1, { memo })).toMatchObject({ data: { transaction: { memo: null } } });
    }
  });

  test('the same key is done once; with other content it is refused (WAL-091)', async () => {
    const [gil, hal] = [await app.person('Gil'), await app.person('Hal')];
    const key = 'pressed-send-twice';
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(gil, hal, 10_00, { key })));
    expect(new Set(answers.map((answer) => answer.success && answer.data.transaction.id)).size).toBe(1);
    expect(await balance(gil)).toBe(90_00);
    for (const other of [{ amountMinor: 10_01 }, { memo: 'else' }, { toWalletId: `user-${ann.id}` }]) {
      expect(await send(gil, hal, 10_00, { key, ...other })).toMatchObject({
        status: 409,
        code: 'TRANSFER_KEY_USED',
      });
    }
    expect(await balance(gil)).toBe(90_00);
    // A key belongs to its wallet.
    expect((await send(hal, gil, 10_00, { key })).success).toBe(true);
  });

  test('the first answer stays the answer, whatever lies between the two since', async () => {
    const [ron, sue, tim] = [await app.person('Ron'), await app.person('Sue'), await app.person('Tim')];
    const key = 'asked-for-again-later';
    const { id: fromWalletId } = await walletOf(ron);
    const sendAgain = (to: TestPerson, more = {}) =>
      send(ron, to, 10_00, { key, memo: 'Thanks!', fromWalletId, ...more });
    const first = await sendAgain(sue);
    const stays = async () =>
      expect(await sendAgain(sue)).toMatchObject({ data: first.success && first.data });
    await block(app.deps, sue, ron);
    await stays();
    expect(await sendAgain(sue, { key: 'another-thing' })).toMatchObject({ code: 'WALLET_NOT_FOUND' });

    const judge = await app.person('Judge');
    const limited = { personId: ron.id, action: 'limit' as const, until: null, rule: 4, reason: 'Too loud' };
    await judge.get(decide, { body: limited });
    await stays();
    // It says nothing about anybody else, and nothing to anybody else.
    await block(app.deps, tim, ron);
    expect(await sendAgain(tim)).toMatchObject({ code: 'WALLET_NOT_FOUND' });
    expect(await send(tim, sue, 10_00, { key, memo: 'Thanks!', fromWalletId })).toMatchObject({
      code: 'NOT_YOUR_WALLET',
    });
    expect(await balance(ron)).toBe(90_00);
  });

  test.each([0, -1, 0.5, 1e21, '100', null, Number.MAX_SAFE_INTEGER + 1])(
    'an amount of %s is none (WAL-063, 098)',
    async (amountMinor) => {
      const before = await balance(ann);
      expect(await send(ann, bob, amountMinor as number)).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
      });
      expect(await balance(ann)).toBe(before);
    },
  );

  test('who has lost the answer asks by the key: for the sender alone, and nothing of what came in', async () => {
    const [from, to] = [await walletOf(ann), await walletOf(bob)];
    const key = 'the-answer-was-lost';
    const params = { walletId: from.id, key };
    expect((await ann.get(findTransfer, { params })).data).toBeNull();
    await send(ann, bob, 7, { key, memo: 'Lost' });
    expect((await ann.get(findTransfer, { params })).data).toMatchObject({
      amountMinor: 7,
      memo: 'Lost',
      fromWalletId: from.id,
      toWalletId: to.id,
    });
    expect((await bob.get(findTransfer, { params: { walletId: to.id, key } })).data).toBeNull();
    expect(await bob.call(findTransfer, { params })).toMatchObject({ status: 404, code: 'WALLET_NOT_FOUND' });
  });

  test('what is refused changes nothing (WAL-066, 067, 068, 073, 091)', async () => {
    const [mine, his] = [await walletOf(ann), await walletOf(bob)];
    const before = await balance(ann);
    const refused = async (code: string, to: string, change: object = {}) => {
      expect(await send(ann, to, 1, change)).toMatchObject({ success: false, code });
    };
    await refused('SAME_WALLET', mine.id);
    await refused('SAME_WALLET', `user-${ann.id}`);
    await refused('WALLET_NOT_FOUND', 'nothing');
    await refused('WALLET_NOT_FOUND', 'treasury');
    await refused('WALLET_NOT_FOUND', 'user-nobody');
    await refused('WALLET_NOT_FOUND', 'group-nothing');
    await refused('NOT_YOUR_WALLET', mine.id, { fromWalletId: his.id });
    await refused('NOT_YOUR_WALLET', mine.id, { fromWalletId: 'treasury' });
    await refused('WALLET_NOT_FOUND', his.id, { fromWalletId: 'nothing' });
    await refused('INSUFFICIENT_BALANCE', his.id, { amountMinor: before + 1 });
    await refused('NOT_YOURSELF', his.id, { actorUserId: bob.id });
    expect(await balance(ann)).toBe(before);
    expect(await app.visitor().call(transfer, { body: {} as never })).toMatchObject({ status: 401 });
  });

  test('what is refused opens no wallet either', async () => {
    const gus = await app.person('Gus');
    const refused = await send(ann, gus, (await balance(ann)) + 1);
    expect(refused).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    const [row] = await rowsOf<{ count: number }>(
      app.deps.db,
      sql`SELECT count(*)::int AS count FROM wallets WHERE user_id = ${gus.id}`,
    );
    expect(row!.count).toBe(0);
  });

  test('200 at once of a whole balance: exactly one wins', async () => {
    const ian = await app.person('Ian');
    const mine = await walletOf(ian);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => send(ian, bob, 100_00, { fromWalletId: mine.id })),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.success && answer.code !== 'INSUFFICIENT_BALANCE')).toEqual([]);
    expect(await balance(ian)).toBe(0);
  });

  test('to whoever is hidden, or has left, it goes nowhere', async () => {
    const [jan, kim] = [await app.person('Jan'), await app.person('Kim')];
    const hers = await walletOf(kim);
    await block(app.deps, kim, jan);
    for (const to of [hers.id, `user-${kim.id}`]) {
      expect(await send(jan, to, 1)).toMatchObject({ status: 404, code: 'WALLET_NOT_FOUND' });
    }
    const leo = await app.person('Leo');
    const his = await walletOf(leo);
    await leo.get(removeAccount, { params: { userId: leo.id }, body: {} });
    expect(await send(jan, his.id, 1)).toMatchObject({ code: 'WALLET_NOT_FOUND' });
  });
});

describe('of a group', () => {
  test('anybody gives, only the owner of the moment spends, members see it (WAL-004, 074, 093)', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    expect((await send(cat, `group-${room.conversationId}`, 5_00)).success).toBe(true);
    const wallet = await groupWallet(bob, room.conversationId);
    expect(wallet.balanceMinor).toBe(5_00);
    expect((await history(bob, wallet)).data).toMatchObject([
      {
        toWallet: { conversation: { title: room.name }, isGroup: true },
        fromWallet: { user: { name: 'Cat' } },
      },
    ]);
    expect(await cat.call(listTransactions, { params: { walletId: wallet.id } })).toMatchObject({
      code: 'WALLET_NOT_FOUND',
    });
    const from = { fromWalletId: wallet.id };
    expect(await send(bob, bob, 1, from)).toMatchObject({ code: 'NOT_YOUR_WALLET' });
    expect((await send(ann, bob, 1_00, from)).success).toBe(true);
    await ann.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await send(ann, ann, 1, from)).toMatchObject({ code: 'NOT_YOUR_WALLET' });
    expect((await send(bob, cat, 1_00, from)).success).toBe(true);
    expect((await groupWallet(bob, room.conversationId)).balanceMinor).toBe(3_00);
  });

  test('who sent out of it is said to its members, and what was written with it stands in the notice', async () => {
    const [paul, quin] = [await app.person('Paul'), await app.person('Quin')];
    const room = await aRoom(paul, { name: 'Lamp fund' });
    await joined(room, quin);
    expect((await send(quin, `group-${room.conversationId}`, 5_00, { memo: 'For oil' })).success).toBe(true);
    const wallet = await groupWallet(quin, room.conversationId);
    const sent = await send(paul, quin, 2_00, { fromWalletId: wallet.id, memo: 'Wicks' });
    expect(sent).toMatchObject({ data: { transaction: { sentBy: { id: paul.id, name: 'Paul' } } } });
    const { data } = await quin.get(listTransactions, { params: { walletId: wallet.id }, query: {} });
    expect(data.map(({ memo, sentBy }) => [memo, sentBy?.name ?? null])).toEqual([
      ['Wicks', 'Paul'],
      ['For oil', null],
    ]);
    await allNotified(app.deps);
    expect((await wordsTo(paul))[0]).toBe('Group wallet | Quin sent 5.00 DAZI to Lamp fund: For oil');
    expect((await wordsTo(quin))[0]).toBe(
      'Transfer received | Paul sent you 2.00 DAZI from Lamp fund: Wicks',
    );
  });

  test('whose wallet it is hears once of what others did, by name of the group (NOTIF-042)', async () => {
    const [olga, pia] = [await app.person('Olga'), await app.person('Pia')];
    const room = await aRoom(olga, { name: 'Tea house' });
    const wallet = await groupWallet(olga, room.conversationId);
    const opening = 'Deposit | 100.00 DAZI arrived in your wallet';
    const from = { fromWalletId: wallet.id };

    await send(olga, wallet.id, 9_00);
    await send(pia, wallet.id, 1_00);
    await send(olga, pia, 2_00, from);
    await send(olga, olga, 3_00, from);
    await allNotified(app.deps);
    expect(await wordsTo(olga)).toEqual([
      'Group wallet | Pia sent 1.00 DAZI to Tea house',
      'Transfer sent | You sent 9.00 DAZI to Tea house',
      opening,
    ]);
    expect(await wordsTo(pia)).toEqual([
      'Transfer received | Olga sent you 2.00 DAZI from Tea house',
      'Transfer sent | You sent 1.00 DAZI to Tea house',
      opening,
    ]);
  });

  test('that has ended takes nothing and gives nothing', async () => {
    const room = await aRoom(ann);
    const wallet = await groupWallet(ann, room.conversationId);
    await send(bob, wallet.id, 1_00);
    await ann.get(removeRoom, { body: { chatRoomId: room.id } });
    expect(await send(bob, wallet.id, 1)).toMatchObject({ status: 409, code: 'WALLET_CLOSED' });
    expect(await send(bob, `group-${room.conversationId}`, 1)).toMatchObject({ code: 'WALLET_NOT_FOUND' });
    expect(await send(ann, bob, 1, { fromWalletId: wallet.id })).toMatchObject({ success: false });
    // Who gave still sees that they did, and that it was to a group, not to which.
    const [given] = (await history(bob, await walletOf(bob))).data;
    expect(given).toMatchObject({ amountMinor: 1_00, toWallet: { id: wallet.id, isGroup: true } });
    expect(given!.toWallet.conversation).toBeUndefined();
  });

  test('members hear that something came in', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const heard = await TestStream.open(bob);
    await send(cat, `group-${room.conversationId}`, 1_00);
    await heard.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'wallet');
    heard.close();
    await ann.get(getConversation, { params: { conversationId: room.conversationId } });
  });
});

describe('what a group has when it ends goes to its last owner, in the same transaction', () => {
  let eve: TestPerson;
  let room: Room;
  let group: Wallet;
  let number = 0;
  beforeEach(async () => {
    eve = await app.person(`Eve ${number++}`);
    room = await aRoom(eve);
    group = await groupWallet(eve, room.conversationId);
    await send(bob, group.id, 3_00);
  });
  afterEach(async () => {
    const rows = await rowsOf<{ balance: number }>(
      app.deps.db,
      sql`SELECT balance_minor::int AS balance FROM wallets WHERE id = ${group.id}`,
    );
    expect(rows).toEqual([{ balance: 0 }]);
    expect(await verifyLedger(app.deps)).toMatchObject({ problem: null });
  });
  const goes = (person: TestPerson) => person.get(removeAccount, { params: { userId: person.id }, body: {} });
  const returned = async (person: TestPerson) => {
    const { data } = await history(person, await walletOf(person));
    return data.filter(({ kind }) => kind === 'return');
  };

  test('who deletes the room', async () => {
    await joined(room, cat);
    await eve.get(removeRoom, { body: { chatRoomId: room.id } });
    expect(await returned(eve)).toMatchObject([
      { amountMinor: 3_00, memo: null, fromWallet: { id: group.id, isGroup: true } },
    ]);
    expect(await balance(eve)).toBe(103_00);
  });

  test('who leaves it as the last, whom the others had made owner before', async () => {
    const [fay, gus] = [await app.person(`Fay ${number}`), await app.person(`Gus ${number}`)];
    await joined(room, fay, gus);
    const params = { conversationId: room.conversationId };
    for (const voter of [fay, gus]) await voter.get(voteForLeader, { params, body: { candidateId: fay.id } });
    for (const person of [eve, gus]) await person.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await returned(eve)).toEqual([]);
    await fay.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await returned(fay)).toMatchObject([{ amountMinor: 3_00 }]);
  });

  test('also when somebody with a deleted account is in it still', async () => {
    const fay = await app.person(`Fay ${number}`);
    await joined(room, fay);
    await goes(fay);
    await eve.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await returned(eve)).toHaveLength(1);
  });

  test('when an administrator ends it, and the owner, whose account is deleted, comes back', async () => {
    await walletOf(eve);
    await goes(eve);
    await app.deps.transact((inner) =>
      reportableRoom(returnFromGroup).remove!(inner, room.id, { rule: 1, decisionId: 'any' }),
    );
    await eve.visitProvider(eve.user!.name);
    await eve.get(restoreAccount, { body: {} });
    expect(await returned(eve)).toMatchObject([{ amountMinor: 3_00 }]);
  });

  test('whoever has no wallet yet, with the opening deposit', async () => {
    const fay = await app.person(`Fay ${number}`);
    await joined(room, fay);
    await eve.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await fay.get(removeRoom, { body: { chatRoomId: room.id } });
    expect((await history(fay, await walletOf(fay))).data.map(({ kind }) => kind)).toEqual([
      'return',
      'opening',
    ]);
  });

  test.each(['with a wallet', 'without one'])(
    'the treasury, when the last owner is erased: %s',
    async (how) => {
      const [treasury] = await rowsOf<{ balance: number }>(
        app.deps.db,
        sql`SELECT balance_minor::int AS balance FROM wallets WHERE id = 'treasury'`,
      );
      if (how === 'with a wallet') await walletOf(eve);
      await goes(eve);
      await app.deps.db.execute(sql`UPDATE left_accounts SET erasing_at = now() WHERE user_id = ${eve.id}`);
      for (const part of [...accountParts].reverse()) await part.erase(app.deps, eve.id);
      const [after] = await rowsOf<{ balance: number }>(
        app.deps.db,
        sql`SELECT balance_minor::int AS balance FROM wallets WHERE id = 'treasury'`,
      );
      // An opening deposit came from there and went back.
      expect(after!.balance - treasury!.balance).toBe(3_00);
    },
  );

  test('what comes in while it ends is returned, or refused', async () => {
    const [, ...sent] = await Promise.all([
      eve.get(removeRoom, { body: { chatRoomId: room.id } }),
      ...Array.from({ length: 8 }, () => send(cat, group.id, 1)),
    ]);
    const arrived = sent.filter(({ success }) => success).length;
    expect(await returned(eve)).toMatchObject([{ amountMinor: 3_00 + arrived }]);
  });

  test('also when somebody who led it sent from it under the very key of the return', async () => {
    const key = `return-${group.id}`;
    expect(await send(eve, bob, 1_00, { fromWalletId: group.id, key })).toMatchObject({ success: true });
    await eve.get(removeRoom, { body: { chatRoomId: room.id } });
    expect(await returned(eve)).toMatchObject([{ amountMinor: 2_00 }]);
  });

  test('groups that ended before are settled by the job', async () => {
    await app.deps.db.execute(
      sql`UPDATE conversations SET is_active = false WHERE id = ${room.conversationId}`,
    );
    await settleEndedGroups(app.deps);
    await settleEndedGroups(app.deps);
    expect(await returned(eve)).toMatchObject([{ amountMinor: 3_00 }]);
  });
});

test('the history goes back page by page, without gaps or doubles (WAL-078)', async () => {
  const [mia, ned] = [await app.person('Mia'), await app.person('Ned')];
  const wallet = await walletOf(mia);
  for (let amount = 1; amount <= 7; amount++) await send(mia, ned, amount);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await history(mia, wallet, { limit: 3, ...(cursor && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(3);
    seen.push(...page.data.map(({ amountMinor }) => amountMinor));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1, 100_00]);
  expect(
    await mia.call(listTransactions, { params: { walletId: wallet.id }, query: { cursor: 'x' } }),
  ).toMatchObject({ code: 'INVALID_INPUT' });
});

describe('searching (WAL-053..055, 077, 095)', () => {
  const found = async (person: TestPerson, q: string) =>
    (await person.get(searchWallets, { query: { q, userId: person.id } })).data;

  test('shows of an address what stands before the @ to whom typed its beginning (WAL-040, PRIVACY-012)', async () => {
    const [una, vera] = [await app.person('Una Lund'), await app.person('Vera Lund')];
    await app.deps.db.execute(
      sql`UPDATE users SET email = 'Harbour.swim@people.example' WHERE id = ${vera.id}`,
    );
    const seen = async (q: string) =>
      (await found(una, q)).flatMap((one) =>
        one.type === 'USER' && one.userId === vera.id ? [one.email] : [],
      );
    expect(await seen('vera')).toEqual([null]);
    expect(await seen('har')).toEqual(['Harbour.swim@…']);
    expect(await seen('HARBOUR.SWIM')).toEqual(['Harbour.swim@…']);
    expect(await seen('swim')).toEqual([]);
    await app.deps.db.execute(
      sql`UPDATE users SET email_verified = false, name = 'Harold' WHERE id = ${vera.id}`,
    );
    expect(await seen('har')).toEqual([null]);
  });

  test('shows the addresses of a hundred people a day, also when they are asked for at once', async () => {
    const una = await app.person('Una Berg');
    const day_ms = 24 * 60 * 60 * 1000;
    const letters = 'abcdefghijkl';
    await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email, email_verified, name, verified, created_at, last_active_at)
      SELECT 'many' || n, 'test', 'many' || n, 'zq' || substr(${letters}, 1 + n / 10, 1) || n || '@people.example', true,
        'Person ' || n, true, now(), now() FROM generate_series(0, 119) n`);
    const asOf = (later_ms: number) => ({
      ...app.deps,
      clock: () => new Date(app.clock.read().getTime() + later_ms),
    });
    const actor = actorFor({ id: una.id, name: 'Una Berg', avatarUrl: null, createdAt: app.clock.read() });
    const addresses = async (later_ms: number) => {
      const search = (letter: string) => findTo(asOf(later_ms), actor, `zq${letter}`);
      const found = (await Promise.all([...letters].map(search))).flat();
      return found.filter((one) => one.type === 'USER' && one.email !== null).length;
    };
    expect(await addresses(0)).toBe(100);
    // Those that were seen may be seen again, and others not.
    expect(await addresses(day_ms / 2)).toBe(100);
    expect(await addresses(day_ms * 1.1)).toBe(100);
    await forgetFoundAddresses(asOf(day_ms * 3));
    const count = sql`SELECT count(*)::int AS n FROM found_addresses WHERE user_id = ${una.id}`;
    expect(await rowsOf(app.deps.db, count)).toEqual([{ n: 0 }]);
  });

  test('finds a private person by name alone, without an e-mail address (PROF-116)', async () => {
    const [una, hermit] = [await app.person('Una Kvist'), await app.person('Kvistlund')];
    const local = hermit.user!.email!.split('@')[0]!;
    const emails = async (q: string) =>
      (await found(una, q)).flatMap((one) =>
        one.type === 'USER' && one.userId === hermit.id ? [one.email] : [],
      );
    await app.deps.db.execute(sql`UPDATE users SET name = 'Ragna Kvist' WHERE id = ${hermit.id}`);
    expect(await emails(local)).toEqual([`${local}@…`]);
    await hermit.saveProfile({ displayName: 'Ragna Kvist', privacy: { profileVisibility: 'private' } });
    expect(await emails(local)).toEqual([]);
    expect(await emails('ragna')).toEqual([null]);
  });

  test('finds people by name and e-mail, groups by title, not oneself, and opens nothing', async () => {
    const [una, zoë] = [await app.person('Una Quist'), await app.person('Zoë Quistgaard')];
    const room = await aRoom(zoë, { name: 'Quist players', description: 'Cards' });
    await joined(room, una);
    const all = await found(una, 'QUIST');
    expect(all).toEqual([
      {
        type: 'GROUP',
        id: `group-${room.conversationId}`,
        name: 'Quist players',
        avatarUrl: null,
        description: 'Cards',
        memberCount: 2,
        conversationId: room.conversationId,
      },
      {
        type: 'USER',
        id: `user-${zoë.id}`,
        name: 'Zoë Quistgaard',
        avatarUrl: null,
        userId: zoë.id,
        email: null,
      },
    ]);
    const [row] = await rowsOf<{ count: number }>(
      app.deps.db,
      sql`SELECT count(*)::int AS count FROM wallets WHERE user_id = ${zoë.id}`,
    );
    expect(row!.count).toBe(0);
    await walletOf(zoë);
    expect((await found(una, 'quistgaard'))[0]!.id).toBe((await walletOf(zoë)).id);
    expect(await found(una, 'zoë')).toHaveLength(1);
    // The beginning of the address, from three characters on, and only what stands before the @.
    expect((await found(una, 'zoc3')).map(({ userId }) => userId)).toEqual([zoë.id]);
    expect(await found(una, 'people.example')).toEqual([]);
    expect(await found(una, '%_')).toEqual([]);
    expect(await una.call(searchWallets, { query: { q: 'q' } })).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('finds nobody who is hidden, and no group of theirs', async () => {
    const [vic, wim] = [await app.person('Vic Xantor'), await app.person('Wim Xantor')];
    await aRoom(wim, { name: 'Xantor fans' });
    expect(await found(vic, 'xantor')).toHaveLength(2);
    await block(app.deps, wim, vic);
    expect(await found(vic, 'xantor')).toEqual([]);
    expect((await found(wim, 'xantor')).map(({ type }) => type)).toEqual(['GROUP']);
  });

  test('looks at no more groups than it must, however many are called alike', async () => {
    const most = 50 * walletLimits.found;
    const lines = await app.deps.transact(async ({ db }) => {
      await db.execute(sql`INSERT INTO conversations (id, kind, title, is_active, member_count, last_sequence, last_counted,
          last_change, created_at, updated_at)
        SELECT 'alike-' || n, 'group', 'Zumba for all ' || n, true, 1, 0, 0, 0, now(), now()
        FROM generate_series(1, ${most + 500}::int) n`);
      await db.execute(sql`INSERT INTO conversation_members (conversation_id, user_id, role, join_type, joined_at,
          joined_sequence, name_key, read_sequence, read_counted, hidden_up_to, is_muted, is_pinned, is_archived)
        SELECT id, ${bob.id}, 'OWNER', 'CREATOR', now(), 0, 'bob', 0, 0, 0, false, false, false
        FROM conversations WHERE id LIKE 'alike-%'`);
      await db.execute(sql`ANALYZE conversations, conversation_members`);
      const explained = await rowsOf<{ 'QUERY PLAN': string }>(
        db,
        sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${walletsQuery(db, ann.id, 'zumba')}`,
      );
      expect(await rowsOf(db, walletsQuery(db, ann.id, 'zumba'))).toHaveLength(walletLimits.found);
      await db.execute(sql`DELETE FROM conversations WHERE id LIKE 'alike-%'`);
      return explained.map((row) => row['QUERY PLAN']);
    });
    const read = lines.flatMap((line) => / (?:c|m) .*rows=([\d.]+) loops=(\d+)/.exec(line)?.slice(1) ?? []);
    expect(read.length).toBeGreaterThan(0);
    for (let at = 0; at < read.length; at += 2)
      expect(Number(read[at]) * Number(read[at + 1])).toBeLessThanOrEqual(most);
  });
});

test('an operator deposits; somebody who leaves gives back what is left (PRIVACY-013)', async () => {
  const oda = await app.person('Oda');
  expect(await deposit(app.deps, 'oda@people.example', 5_00, 'Prize')).toEqual({
    name: 'Oda',
    balanceMinor: 105_00,
  });
  await expect(deposit(app.deps, 'nobody@people.example', 1, null)).rejects.toMatchObject({
    code: 'PERSON_NOT_FOUND',
  });
  const wallet = await walletOf(oda);
  await send(oda, bob, 1_00, { memo: 'Bye' });
  await leaveWallet(app.deps, oda.id);
  await leaveWallet(app.deps, oda.id);
  const [row] = await rowsOf<object>(app.deps.db, sql`SELECT * FROM wallets WHERE id = ${wallet.id}`);
  expect(row).toMatchObject({ user_id: null, balance_minor: 0 });
  expect(await send(bob, wallet.id, 1)).toMatchObject({ code: 'WALLET_CLOSED' });
  const [came] = (await history(bob, await walletOf(bob))).data;
  expect(came!.fromWallet).toEqual({ id: wallet.id });
});

test('no key that somebody sent under keeps their account from being erased', async () => {
  const pia = await app.person('Pia');
  const { id } = await walletOf(pia);
  await send(pia, bob, 1_00, { key: `return-${id}` });
  await leaveWallet(app.deps, pia.id);
  const [row] = await rowsOf<object>(app.deps.db, sql`SELECT * FROM wallets WHERE id = ${id}`);
  expect(row).toMatchObject({ user_id: null, balance_minor: 0 });
});

describe('the ledger', () => {
  test('is append-only in the database too', async () => {
    await expect(app.deps.db.execute(sql`UPDATE transfers SET amount_minor = 1`)).rejects.toThrow();
    await expect(app.deps.db.execute(sql`DELETE FROM wallet_entries`)).rejects.toThrow();
    for (const table of ['transfers', 'wallet_entries']) {
      await expect(app.deps.db.execute(sql.raw(`TRUNCATE ${table} CASCADE`))).rejects.toThrow();
    }
    const tooMuch = sql`UPDATE wallets SET balance_minor = -1 WHERE kind = 'user'`;
    await expect(app.deps.db.execute(tooMuch)).rejects.toThrow();
  });

  test('whatever people do, the sum is zero, nobody is below the floor, and the chain fits', async () => {
    const people = await Promise.all(['P1', 'P2', 'P3'].map((name) => app.person(name)));
    const room = await aRoom(people[0]!);
    await joined(room, people[1]!);
    const names = [...people.map(({ id }) => `user-${id}`), `group-${room.conversationId}`];
    const wallet = await groupWallet(people[0]!, room.conversationId);
    const own = await Promise.all(people.map(walletOf));
    const step = fc.record({
      who: fc.nat(2),
      to: fc.nat(3),
      fromGroup: fc.boolean(),
      amountMinor: fc.oneof(fc.integer({ min: 1, max: 60_00 }), fc.constantFrom(1, 100_00)),
      key: fc.option(fc.constantFrom('key-of-the-device-1', 'key-of-the-device-2')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 5 }), async (rounds) => {
        // Those of one round come at once.
        for (const round of rounds) {
          await Promise.all(
            round.map(({ who, to, fromGroup, amountMinor, key }) =>
              send(people[who]!, names[to]!, amountMinor, {
                fromWalletId: fromGroup ? wallet.id : own[who]!.id,
                ...(key && { key }),
              }),
            ),
          );
        }
        const { problem } = await verifyLedger(app.deps);
        expect(problem).toBeNull();
      }),
      { numRuns: turnsOf(15), seed: diceOf(7) },
    );
  });

  test.each([
    ['an amount', `UPDATE transfers SET amount_minor = amount_minor + 1 WHERE number = 3`, 'transfer 3'],
    [
      'a time',
      `UPDATE transfers SET created_at = (created_at AT TIME ZONE 'UTC' + interval '1 ms') AT TIME ZONE 'UTC' WHERE number = 3`,
      'transfer 3',
    ],
    ['a memo', `UPDATE transfer_details SET memo = 'else' WHERE number = 3`, 'transfer 3: its memo'],
    ['a balance', `UPDATE wallets SET balance_minor = balance_minor + 1 WHERE kind = 'user'`, 'wallet'],
    [
      'an entry',
      `UPDATE wallet_entries SET amount_minor = 7 WHERE number = 3 AND amount_minor > 0`,
      'transfer 3',
    ],
    [
      'an entry of another wallet',
      `UPDATE wallet_entries SET wallet_id = 'nobody' WHERE number = 3 AND amount_minor > 0`,
      'transfer 3',
    ],
    [
      'an entry without its transfer',
      `INSERT INTO wallet_entries (wallet_id, number, amount_minor, balance_minor) SELECT id, 0, 5, 5 FROM wallets LIMIT 1`,
      'transfer 0, which is none',
    ],
    [
      'details without their transfer',
      `INSERT INTO transfer_details (number, salt) VALUES (1000000, 'salt')`,
      'transfer 1000000, which is none',
    ],
    [
      'the last transfer gone',
      `DELETE FROM wallet_entries WHERE number = (SELECT max(number) FROM transfers);
       DELETE FROM transfer_details WHERE number = (SELECT max(number) FROM transfers);
       DELETE FROM transfers WHERE number = (SELECT max(number) FROM transfers)`,
      'the end of the chain',
    ],
  ])('says where somebody changed %s', async (_what, change, where) => {
    await expect(
      app.deps.transact(async (inner) => {
        await inner.db.execute(sql.raw('ALTER TABLE transfers DISABLE TRIGGER transfers_append_only'));
        await inner.db.execute(
          sql.raw('ALTER TABLE wallet_entries DISABLE TRIGGER wallet_entries_append_only'),
        );
        for (const statement of change.split(';')) await inner.db.execute(sql.raw(statement));
        throw Object.assign(new Error('undone'), await verifyLedger(inner));
      }),
    ).rejects.toMatchObject({ message: 'undone', problem: expect.stringContaining(where) });
  });

  test('still verifies when a person is erased, and says how many cannot be opened', async () => {
    const before = await verifyLedger(app.deps);
    const pat = await app.person('Pat');
    await send(pat, bob, 1_00, { memo: 'Secret' });
    await app.deps.db.execute(sql`DELETE FROM transfer_details WHERE actor_id = ${pat.id}`);
    const after = await verifyLedger(app.deps);
    expect(after).toMatchObject({ problem: null, erased: before.erased + 1 });
    expect((await history(bob, await walletOf(bob))).data[0]).toMatchObject({ memo: null });
  });
});
