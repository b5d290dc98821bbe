import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { getProfile, listUsers } from '@dazi/contract/discovery/people';
import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import { report } from '@dazi/contract/moderation/moderation';
import { addComment } from '@dazi/contract/posts/comments';
import { listPosts } from '@dazi/contract/posts/post-views';
import { listTransactions, searchWallets } from '@dazi/contract/wallet/wallet';
import { allNotified, notificationsOf } from '../server/src/features/notifications/notifications.builder.ts';
import { send, walletMoved, walletOf } from '../server/src/features/wallet/wallet.builder.ts';
import { publishNotice } from '../server/src/platform/notices.ts';
import { startTestApp } from '../server/src/testing/test-app.ts';
import { haight, type TestPerson } from '../server/src/testing/test-person.ts';
import { noise, picture } from '../server/src/testing/test-pictures.ts';
import { upload } from '../server/src/testing/test-uploads.ts';

/**
 * What somebody who means harm reaches, beside what they may reach at most: each attack is made through HTTP on a started
 * server, at TEST_DATABASE_URL or on the embedded database. Ends with 1 when one of them reaches more.
 *
 *   node --import tsx bench/moderation-attacks.ts [part of an attack's name]
 */
const wanted = process.argv[2] ?? '';
const print = (line: string) => process.stdout.write(`${line}\n`);
const insult = 'You are a fool';
const megabyte = 1024 * 1024;

interface Figure {
  reached: Readonly<Record<string, number>>;
  /** By the same names: at most so much. */
  most: Readonly<Record<string, number>>;
}

const app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
// Where nothing is on show only: whose first day it is does less.
const manners = { clientSecret: null, name: 'id.example', scopes: null, responseMode: null };
app.deps.config.provider = { issuer: 'https://id.example', clientId: '', ...manners };

const people = async (name: string, count: number) => {
  const found: TestPerson[] = [];
  for (let number = 0; number < count; number++) found.push(await app.person(`${name} ${number}`));
  return found;
};
/** Accounts of more than a week, whose sessions are new. */
async function settled(name: string, count: number): Promise<TestPerson[]> {
  await people(name, count);
  app.clock.advance(newcomerBudgets.week_ms + 1000);
  return people(name, count);
}

async function insultingTransfers(): Promise<Figure> {
  const [ann, bob] = (await settled('Sender', 2)) as [TestPerson, TestPerson];
  await walletOf(bob);
  for (let number = 0; number < 60; number++) {
    const { success } = await send(ann, bob, 1, { memo: insult });
    if (!success) await send(ann, bob, 1);
  }
  const { id: walletId } = await walletOf(bob);
  const got = (await bob.get(listTransactions, { params: { walletId }, query: { limit: '200' } })).data;
  await allNotified(app.deps);
  const list = (await notificationsOf(bob)).list.filter(({ code }) => code === 'transfer_received');
  const memos = got.filter(({ memo }) => memo !== null);
  return {
    reached: {
      memos: memos.length,
      'memos not folded': memos.filter(({ isMemoFolded }) => !isMemoFolded).length,
      notices: list.length,
      'notices with a memo': list.filter((one) => JSON.stringify(one).includes(insult)).length,
    },
    most: { memos: 5, 'memos not folded': 0, notices: 1, 'notices with a memo': 0 },
  };
}

/** They answer to one comment after the other, first where no other notice is, then where 50 are. */
async function pushingOut(attackers: number, most: number): Promise<Figure> {
  const [host, victim, ...others] = await settled(`Pushing ${attackers}`, 2 + attackers);
  const comments: { messageId: string; parentId: string }[] = [];
  for (let number = 0; number < 60; number++) {
    if (number % 20 === 19) app.clock.advance(newcomerBudgets.day_ms);
    if (number % 20 === 19) for (const one of [host!, victim!, ...others]) await again(one);
    const { id: messageId } = await host!.post();
    const { data } = await victim!.get(addComment, { body: { messageId, content: 'Mine' } });
    comments.push({ messageId, parentId: data.id });
  }
  const notices = async () => {
    await allNotified(app.deps);
    return (await notificationsOf(victim!)).list.map(({ id }) => id);
  };
  const answer = async (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const body = { ...comments[at]!, content: 'Look at me' };
      await others[at % attackers]!.get(addComment, { body });
    }
  };
  await answer(0, 30);
  const held = (await notices()).length;
  for (let number = 0; number < 50; number++) await aDeposit(victim!.id);
  const before = await notices();
  await answer(30, 60);
  const after = await notices();
  return {
    reached: { 'held where nothing else is': held, 'of 50 others gone': without(before, after).length },
    most: { 'held where nothing else is': most, 'of 50 others gone': most },
  };
}

const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.includes(one));

async function again(person: TestPerson): Promise<void> {
  const { cookies } = await app.person(person.user!.name);
  for (const [name, value] of cookies) person.cookies.set(name, value);
}

const aDeposit = (userId: string) =>
  app.deps.transact(async (inner) =>
    publishNotice(inner, walletMoved, {
      ...{ what: 'deposit', userId, amountMinor: 1, currency: 'DAZI' },
      ...{ personId: null, conversationId: null },
    }),
  );

async function leftLying(): Promise<Figure> {
  const [many, large] = (await settled('Uploader', 2)) as [TestPerson, TestPerson];
  let files = 0;
  for (let number = 0; number < 40; number++) if ((await upload(many)).success) files++;
  const file = await noise(1400);
  let bytes = 0;
  for (let number = 0; number < 16; number++) {
    if ((await upload(large, { file })).success) bytes += file.length;
  }
  return {
    reached: { files, megabytes: Number((bytes / megabyte).toFixed(1)) },
    most: { files: 20, megabytes: 60 },
  };
}

async function reportFlood(): Promise<Figure> {
  const [author, reader, ...reporters] = await settled('Flood', 22);
  const words = await author!.post({ content: 'Chess at the pier' });
  const drawn = await author!.post({ content: 'Look', imageUrls: [await picture()] });
  for (const one of reporters) {
    for (const { id: targetId } of [words, drawn]) {
      await one.get(report, { body: { targetType: 'post', targetId, reason: 'scam' } });
    }
  }
  const { data } = await reader!.get(listPosts, { query: { ids: `${words.id},${drawn.id}` } });
  const isThere = (content: string) => data.some((one) => one.content === content);
  return {
    reached: {
      'posts gone or changed': ['Chess at the pier', 'Look'].filter((content) => !isThere(content)).length,
      'pictures folded': data.flatMap(({ media }) => media).filter(({ isFolded }) => isFolded).length,
    },
    most: { 'posts gone or changed': 0, 'pictures folded': 1 },
  };
}

const countAddresses = (answer: unknown) => JSON.stringify(answer).split('@people.example').length - 1;

async function addressesListed(): Promise<Figure> {
  const [ann, ...others] = await settled('Listed', 20);
  let seen = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await ann!.get(listUsers, { query: { ...(cursor && { cursor }) } });
    seen += countAddresses((page.data as { id: string }[]).filter(({ id }) => id !== ann!.id));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
  }
  for (const { id } of others) {
    seen += countAddresses((await ann!.get(getProfile, { params: { userId: id } })).data);
  }
  return { reached: { addresses: seen }, most: { addresses: 0 } };
}

async function addressesSearched(): Promise<Figure> {
  const [ann] = await settled('Searcher', 1);
  const letters = 'abcdefgh';
  for (const letter of letters) await people(`zq${letter}`, 20);
  const first = new Set<string>();
  let inside = 0;
  for (const letter of letters) {
    const found = (await ann!.get(searchWallets, { query: { q: `zq${letter}` } })).data;
    for (const one of found) if (one.type === 'USER' && one.userId && one.email) first.add(one.userId);
    const within = (await ann!.get(searchWallets, { query: { q: `q${letter} 1` } })).data;
    inside += within.filter((one) => one.type === 'USER' && one.email !== null).length;
  }
  return {
    reached: { 'by first letters': first.size, otherwise: inside },
    most: { 'by first letters': 100, otherwise: 0 },
  };
}

async function womenAsVisitor(): Promise<Figure> {
  for (const woman of await settled('Woman', 10)) await woman.post({ location: haight });
  const visitor = app.visitor();
  const near = { latitude: String(haight.latitude), longitude: String(haight.longitude), radiusKm: '10' };
  const filtered = await visitor.call(listPosts, { query: { ...near, gender: 'F' } as never });
  if (!filtered.success && filtered.status !== 401) throw new Error(filtered.code);
  const { data } = await visitor.get(listPosts, { query: near });
  if (data.length < 10) throw new Error(`Only ${data.length} posts are near`);
  const told = data.filter(
    ({ gender, user }) => gender !== null || user.age !== null || user.gender !== null,
  );
  return {
    reached: { 'answers of the filter': Number(filtered.success), 'posts with gender or age': told.length },
    most: { 'answers of the filter': 0, 'posts with gender or age': 0 },
  };
}

async function freshRequests(): Promise<Figure> {
  const others = await settled('Asked', 12);
  const [fresh] = await people('Fresh', 1);
  const image = await picture();
  // As an operator runs it: it multiplies what one may do in a day as well.
  app.deps.config.rateLimitFactor = 1;
  let [asked, links, pictures] = [0, 0, 0];
  for (const [at, { id: receiverId }] of others.entries()) {
    const ask = (more: object) => fresh!.call(sendPrivateMessage, { body: { receiverId, ...more } as never });
    if ((await ask({ content: 'See https://shop.example' })).success) links++;
    if ((await ask({ type: 'IMAGE', content: image })).success) pictures++;
    if ((await ask({ content: `Hello ${at}` })).success) asked++;
  }
  return { reached: { people: asked, links, pictures }, most: { people: 5, links: 0, pictures: 0 } };
}

const attacks: readonly (readonly [string, () => Promise<Figure>])[] = [
  ['60 transfers of 0.01 with insults to a stranger (A7)', insultingTransfers],
  ['pushing out notices, one account (A8)', () => pushingOut(1, 10)],
  ['pushing out notices, ten accounts (A8)', () => pushingOut(10, 25)],
  ['uploads left lying by one account (A11)', leftLying],
  ['report flood: 20 accounts, two innocent posts', reportFlood],
  ['e-mails by listing', addressesListed],
  ['e-mails by search', addressesSearched],
  ['women near, as a visitor', womenAsVisitor],
  ['message requests of a fresh account', freshRequests],
];

const said = (figures: Readonly<Record<string, number>>) =>
  Object.entries(figures)
    .map(([name, figure]) => `${figure} ${name}`)
    .join(', ');

print('  attack | reached | to reach, at most');
try {
  for (const [name, run] of attacks.filter(([each]) => each.includes(wanted))) {
    const { reached, most } = await run();
    const isOver = Object.entries(reached).some(([what, figure]) => figure > most[what]!);
    if (isOver) process.exitCode = 1;
    print(`${isOver ? '!' : ' '} ${name} | ${said(reached)} | ${said(most)}`);
  }
} finally {
  await app.close();
}
