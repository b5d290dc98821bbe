import { readFile } from 'node:fs/promises';
import { removeRoom } from '@dazi/contract/chat/rooms';
import { removeAccount } from '@dazi/contract/identity/identity';
import { blockPerson } from '@dazi/contract/people/blocks';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import { getWallet, listTransactions, transfer, type Wallet } from '@dazi/contract/wallet/wallet';
import type { Locator, Page } from '@playwright/test';
import { aPrivateConversation } from '../server/src/features/chat/conversations/conversations.builder.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { boxesOf } from './boxes.ts';
import { openChat, openRoom } from './chatting.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { live } from './live-news.ts';
import { saveScreen } from './screens.ts';
import { expect, type SignedIn, test } from './server.fixture.ts';

// The last file: one after the other they would leave the other workers without work.
test.describe.configure({ mode: 'parallel' });

const balance = (page: Page | Locator) => page.locator('.wallet-balance');
const rows = (page: Page | Locator) => page.locator('.wallet-history').getByRole('listitem');

async function openWallet({ page }: SignedIn): Promise<void> {
  await page.goto('/wallet');
  await expect(balance(page)).toHaveText(/^[\d.,]+DAZI$/);
}

async function fill(form: Page | Locator, to: string, amount: string, memo = ''): Promise<void> {
  await form.getByRole('button', { name: 'Send Money' }).click();
  await form.getByLabel('Send to').fill(to);
  await form.getByRole('option').filter({ hasText: to }).first().click();
  await form.getByLabel('Amount (Dazi)').fill(amount);
  await form.getByLabel('Memo (optional)').fill(memo);
}

const press = (form: Page | Locator) => form.getByRole('button', { name: 'Send', exact: true }).click();

const ownWallet = async (person: TestPerson): Promise<Wallet> =>
  (await person.get(getWallet, { query: { userId: person.id } })).data as Wallet;

const entriesOf = async (person: TestPerson) => {
  const { id } = await ownWallet(person);
  return (await person.get(listTransactions, { params: { walletId: id }, query: {} })).data;
};

test('WAL-056 somebody sends to a friend, whose open wallet follows', async ({ signIn, personOf }) => {
  const ines = await signIn({ name: 'Inés Wallace', device: desktop });
  const bruno = await signIn({ name: 'Bruno Purse', device: phoneDevice });
  await aPrivateConversation(await personOf(ines), await personOf(bruno));
  await openWallet(bruno);
  await ines.page.goto('/my-posts');
  await ines.page.getByRole('button', { name: 'Your menu' }).click();
  const loaded = ines.page.waitForEvent('load');
  await ines.page.getByRole('menuitem', { name: 'My Wallet' }).click();
  await loaded;
  const { page } = ines;
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByRole('heading', { name: 'My Wallet', level: 1 })).toBeVisible();
  await expect(balance(page)).toHaveText('100.00DAZI');
  await expect(rows(page)).toHaveText([/Opening deposit.*FromDazi\+100\.00 D$/]);

  // The search: from two characters on, and what it says of nobody.
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/wallets/search') && asked.push(request.url()));
  await page.getByRole('button', { name: 'Send Money' }).click();
  const search = page.getByLabel('Send to');
  await expect(search).toBeFocused();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  // Nor does it look as if it could be pressed, under the pointer.
  const idle = await send.evaluate((button) => getComputedStyle(button).backgroundColor);
  await send.hover();
  await expect.poll(() => send.evaluate((button) => button.getAnimations().length)).toBe(0);
  await expect(send).toHaveCSS('background-color', idle);
  await search.fill('q');
  await page.waitForTimeout(600);
  expect(asked).toEqual([]);
  await search.fill('qqq');
  await expect(page.getByText('No wallets found for "qqq"')).toBeVisible();
  await search.fill('q');
  await expect(page.getByText('No wallets found')).toBeHidden();
  await search.fill('purse');
  // By name alone; the part before the @ for who typed its beginning.
  await expect(page.getByRole('option')).toHaveText(['BBruno Purse']);
  await search.fill('brunop');
  await expect(page.getByRole('option')).toHaveText([/^BBruno Purse@brunopurse-\d+$/]);
  await expectNoViolationsInEitherTheme(page, 'wallets found');
  await saveScreen(page, 'wallet-search');
  await search.press('Enter');
  await expect(page.getByLabel('Amount (Dazi)')).toBeFocused();
  await page.getByRole('button', { name: 'Clear recipient: Bruno Purse' }).click();
  await expect(search).toBeFocused();
  await search.pressSequentially('purse');
  await page.getByRole('option').click();

  // What is no amount is not sent, and nothing is said of it.
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/transfer') && sent.push(request.postData() ?? ''));
  const amount = page.getByLabel('Amount (Dazi)');
  await expect(amount).toHaveAttribute('placeholder', '10.00');
  await expect(send).toBeDisabled();
  for (const none of ['0', '-5', '0.004', '1e21', '1,2,3']) {
    await amount.focus();
    await amount.fill(none);
    await send.click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent).toEqual([]);
  await amount.fill('');
  await expect(amount).toHaveAttribute('aria-invalid', 'false');
  await amount.pressSequentially('1,000');
  await expect(page.getByText('Only 100.00 D in the wallet')).toBeVisible();
  await amount.fill('');
  await amount.pressSequentially('１2,5');
  await expect(page.getByText('Sends 12.50 D, 87.50 D stay in the wallet')).toBeVisible();
  await amount.blur();
  await expect(amount).toHaveValue('12.50');
  await expect(amount).toHaveAttribute('type', 'number');
  await page.getByLabel('Memo (optional)').fill('パン代');
  await expectNoViolationsInEitherTheme(page, 'sending');
  await saveScreen(page, 'wallet-sending');
  await send.click();
  await expect(page.getByRole('button', { name: 'Send Money' })).toBeFocused();
  await expect(balance(page)).toHaveText('87.50DAZI');
  await expect(rows(page).first()).toContainText(/パン代.*Bruno Purse−12\.50 D/);

  await expect(balance(bruno.page)).toHaveText('112.50DAZI', live);
  await expect(rows(bruno.page).first()).toContainText(/パン代.*Inés Wallace\+12\.50 D/, live);
  await expectNoViolationsInEitherTheme(bruno.page, 'wallet on a phone');
  await expectFits(bruno.page, 'wallet');
  await saveScreen(bruno.page, 'wallet-phone');
  await rows(bruno.page).getByRole('link', { name: 'Inés Wallace' }).click();
  await expect(bruno.page).toHaveURL(new RegExp(`/profile/${ines.id}$`));

  // Memos that a program would take for a formula.
  const brunoByApi = await personOf(bruno);
  await openWallet(bruno);
  await fill(bruno.page, 'Wallace', '1', '=1+1');
  await press(bruno.page);
  await expect(rows(page).first()).toContainText('=1+1', live);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Statement' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^dazi-wallet-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(`"Received","Bruno Purse","'=1+1",1.00,88.50,`);
  expect(lines[2]).toContain('"Sent","Bruno Purse","パン代",-12.50,87.50,');
  expect(await entriesOf(brunoByApi)).toHaveLength(3);
  await page.emulateMedia({ colorScheme: 'dark' });
  await saveScreen(page, 'wallet-dark');
});

test('WAL-060 too much is refused with the words of the server; a lost answer never pays twice', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/4(00|04|29) .*\/transfer/, /net::ERR_FAILED/);
  const dora = await signIn({ name: 'Dora Thrift' });
  const lin = await somebody('Lin Ledger');
  const { page } = dora;
  await openWallet(dora);
  await fill(page, 'Lin Ledger', '100.01');
  await press(page);
  await expect(page.getByRole('alert')).toHaveText('Insufficient balance');
  await expect(page.getByLabel('Amount (Dazi)')).toHaveValue('100.01');
  await expect(balance(page)).toHaveText('100.00DAZI');
  await saveScreen(page, 'wallet-refused');

  // Too much in too short a time: how long to wait is said, what was filled in stays.
  const tooMany = { success: false, error: 'Too many requests', code: 'TOO_MANY_REQUESTS' };
  await page.route('**/api/wallets/transfer', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '9' }, json: tooMany }),
  );
  await page.getByLabel('Amount (Dazi)').fill('40');
  await press(page);
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please try again in 9 seconds.');
  await expect(page.getByLabel('Amount (Dazi)')).toHaveValue('40');
  await page.unroute('**/api/wallets/transfer');

  // It arrives, the answer does not. What cannot be changed meanwhile looks like it.
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/api/wallets/transfer', async (route) => {
    await route.fetch();
    await gate;
    await route.abort();
  });
  await page.getByLabel('Amount (Dazi)').fill('40');
  await press(page);
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  const surfaces = page.locator('.wallet-send .input');
  const colourOf = (surface: Locator) =>
    surface.evaluate((element) => getComputedStyle(element).backgroundColor);
  const colours = await Promise.all((await surfaces.all()).map(colourOf));
  expect(colours).toEqual(Array(3).fill(await colourOf(page.getByLabel('Memo (optional)'))));
  await expectNoViolationsInEitherTheme(page, 'sending');
  await saveScreen(page, 'wallet-on-its-way');
  // Nobody says what became of it: then nothing else can be sent, not after a reload either.
  await page.route('**/api/wallets/*/transfers/*', (route) => route.abort());
  open();
  const unclear = page.getByText('It is not clear yet whether it was sent.');
  for (const look of ['at once', 'after a reload']) {
    await expect(unclear, look).toBeVisible();
    await expect(page.getByText('40.00\u00a0D to Lin Ledger')).toBeVisible();
    await expect(page.getByLabel('Amount (Dazi)')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Send/ })).toHaveCount(0);
    if (look === 'at once') {
      await expectNoViolationsInEitherTheme(page, 'an unclear transfer');
      await saveScreen(page, 'wallet-unclear');
      await page.reload();
    }
  }
  await page.unroute('**/api/wallets/transfer');
  await page.unroute('**/api/wallets/*/transfers/*');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('40.00\u00a0D sent to Lin Ledger')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Money' })).toBeVisible();
  await expect(balance(page)).toHaveText('60.00DAZI');
  expect((await ownWallet(lin)).balanceMinor).toBe(14_000);
  expect(await entriesOf(await personOf(dora))).toHaveLength(2);

  // She deletes her account while Dora is about to give more: nobody is paid who is not there, and nobody is named.
  await fill(page, 'Lin Ledger', '5');
  await lin.get(removeAccount, { params: { userId: lin.id }, body: {} });
  await press(page);
  await expect(page.getByRole('alert')).toHaveText('Wallet not found');
  await page.reload();
  await expect(rows(page)).toHaveText([/Sent.*No longer on Dazi−40\.00 D$/, /Opening deposit/]);
  await expect(rows(page).first().getByRole('link')).toHaveCount(0);
  await expect(balance(page)).toHaveText('60.00DAZI');
  await expectNoViolationsInEitherTheme(page, 'a wallet with somebody who has gone');
  await saveScreen(page, 'wallet-gone');
  await page.getByRole('button', { name: 'Send Money' }).click();
  await page.getByLabel('Send to').fill('Lin Ledger');
  await expect(page.getByText('No wallets found for "Lin Ledger"')).toBeVisible();
});

test('WAL-042 a group is given to, and its owner spends from its wallet', async ({ signIn, personOf }) => {
  const olga = await signIn({ name: 'Olga Till', device: desktop });
  const max = await signIn({ name: 'Max Mite', device: phoneDevice });
  const chat = await openRoom([await personOf(olga), await personOf(max)], 'Lantern fund', 'Oil and wicks');
  const openGroup = async (page: Page) => {
    await openChat(page, chat);
    await page.getByRole('button', { name: 'Group menu' }).click();
    await page.getByRole('button', { name: 'Group Wallet' }).click();
    return page.getByRole('dialog', { name: 'Group Wallet' });
  };
  const owners = await openGroup(olga.page);
  await expect(balance(owners)).toHaveText('0.00DAZI');
  await expect(owners.getByText('No transactions yet.')).toBeVisible();

  await openWallet(max);
  await max.page.getByRole('button', { name: 'Send Money' }).click();
  await max.page.getByLabel('Send to').fill('lantern');
  await expect(max.page.getByRole('option')).toContainText(/Oil and wicks\s*2 members/);
  await saveScreen(max.page, 'wallet-search-phone');
  await max.page.getByRole('option').click();
  await max.page.getByLabel('Amount (Dazi)').fill('30');
  await press(max.page);
  await expect(balance(max.page)).toHaveText('70.00DAZI');
  await expect(balance(owners)).toHaveText('30.00DAZI', live);
  await expect(rows(owners)).toHaveText([/Received.*Max Mite\+30\.00 D/], live);

  const members = await openGroup(max.page);
  await expect(balance(members)).toHaveText('30.00DAZI');
  await expect(members.getByRole('button', { name: 'Send Money' })).toHaveCount(0);
  await fill(owners, 'Mite', '12.25', 'Wicks');
  await owners.getByRole('button', { name: 'Clear recipient: Max Mite' }).click();
  // Escape takes back what was typed; the wallet stays.
  await owners.getByLabel('Send to').fill('lantern');
  await expect(owners.getByText('No wallets found for "lantern"')).toBeVisible();
  await owners.getByLabel('Send to').press('Escape');
  await expect(owners.getByLabel('Send to')).toHaveValue('');
  await owners.getByLabel('Send to').fill('mite');
  await owners.getByRole('option').first().click();
  await expectNoViolationsInEitherTheme(olga.page, 'wallet of a group');
  await saveScreen(olga.page, 'group-wallet');
  await press(owners);
  await expect(balance(owners)).toHaveText('17.75DAZI');
  await expect(rows(owners).first()).toContainText(/Wicks.*Max Mite−12\.25 D/);
  await expect(balance(members)).toHaveText('17.75DAZI', live);
  await expectNoViolationsInEitherTheme(max.page, 'wallet of a group on a phone');
  await expectFits(max.page, 'wallet of a group');
  await saveScreen(max.page, 'group-wallet-phone');
  // Going back closes it, and nothing below.
  await max.page.goBack();
  await expect(members).toBeHidden();
  await expect(max.page).toHaveURL(new RegExp(`/messages/${chat.conversationId}$`));
  await openWallet(max);
  await rows(max.page).getByRole('link', { name: 'Lantern fund' }).first().click();
  await expect(max.page).toHaveURL(new RegExp(`/messages/${chat.conversationId}$`));

  // Of a group that has ended it is said that it was one.
  await openWallet(olga);
  await openWallet(max);
  await (await personOf(olga)).get(removeRoom, { body: { chatRoomId: chat.roomId } });
  await max.page.reload();
  const given = rows(max.page).filter({ hasText: '−30.00 D' });
  await expect(given).toContainText('ToDeleted group');
  await expect(given.getByRole('link')).toHaveCount(0);
  await expectNoViolationsInEitherTheme(max.page, 'a wallet with a group that has ended');
  await saveScreen(max.page, 'wallet-group-gone');
});

test('in a low window the form opens clear of the bell, and so does what is come to by keyboard', async ({
  signIn,
  somebody,
}) => {
  const rita = await signIn({ name: 'Rita Low', device: desktop });
  await somebody('Sven Low');
  const { page } = rita;
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const bell = page.locator('.notifications-bell');
  const isClear = async () => {
    const [sends, rings] = await boxesOf(send, bell);
    return sends.y + sends.height <= rings.y;
  };
  await page.setViewportSize({ width: 900, height: 700 });
  await openWallet(rita);
  await fill(page, 'Sven Low', '1');
  await saveScreen(page, 'wallet-low');
  expect(await isClear()).toBe(true);
  // Where Send would lie under the bell.
  await send.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 20));
  expect(await isClear()).toBe(false);
  for (let step = 0; step < 2; step++) await page.keyboard.press('Tab');
  await expect(send).toBeFocused();
  expect(await isClear()).toBe(true);
});

test('WAL-038 whoever is not signed in is led to the map', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
});

test('WAL-094 older movements come by hand, and what does not load is asked for again', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/503 .*\/api\/wallets/);
  const vera = await signIn({ name: 'Vera Archive' });
  const { page } = vera;
  const other = await somebody('Otto Archive');
  const to = (await ownWallet(other)).id;
  const { data: own } = await (await page.request.get(`/api/wallets?userId=${vera.id}`)).json();
  for (let n = 1; n <= 21; n++) {
    const data = { fromWalletId: own.id, toWalletId: to, amountMinor: n };
    expect((await page.request.post('/api/wallets/transfer', { data })).ok()).toBe(true);
  }
  await openWallet(vera);
  await expect(rows(page)).toHaveCount(20);
  const more = page.getByRole('button', { name: 'Load more' });
  await more.press('Enter');
  await expect(rows(page)).toHaveCount(22);
  await expect(more).toHaveCount(0);
  // The button is gone; whoever pressed it goes on with what it brought, and whoever was elsewhere stays there.
  await expect(rows(page).nth(20)).toBeFocused();
  await saveScreen(page, 'wallet-more');
  await page.reload();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/transactions?*cursor=*', async (route) => {
    await gate;
    await route.continue();
  });
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-busy', 'true');
  const sendMoney = page.getByRole('button', { name: 'Send Money' });
  await sendMoney.focus();
  open();
  await expect(rows(page)).toHaveCount(22);
  await expect(sendMoney).toBeFocused();

  await page.route('**/api/wallets?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.getByText('Loading transactions...')).toBeVisible();
  await expect(page.locator('.wallet-sum')).toHaveText('-');
  await page.unroute('**/api/wallets?*');
  await expect(rows(page)).toHaveCount(20);
});

test('somebody sends from a profile, from a private conversation, and to a group as its member', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const me = await signIn({ name: 'Runa Purse' });
  const runa = await personOf(me);
  const ola = await somebody('Ola Till');
  const { page } = me;
  const room = await openRoom([ola, runa], 'Lamp fund');
  const sends = async (name: string) => {
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(page.locator('.wallet-send')).toContainText(name);
    await page.getByLabel('Amount (Dazi)').fill('1');
    await press(page);
    // Sent, and the form is closed; the one before may have gone to the same person.
    await expect(page.locator('.toast', { hasText: `sent to ${name}` })).toBeVisible(live);
    await expect(page.getByRole('button', { name: 'Send Money' })).toBeVisible();
    await expect(rows(page).first()).toContainText(name, live);
  };
  await page.goto(`/profile/${ola.id}`);
  await page.getByRole('button', { name: 'Send Dazi' }).click();
  await sends('Ola Till');

  const conversationId = await aPrivateConversation(runa, ola);
  await openChat(page, { roomId: '', conversationId });
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('button', { name: 'Send Dazi' }).click();
  await sends('Ola Till');

  await openChat(page, room);
  await page.getByRole('button', { name: 'Group menu' }).click();
  await page.getByRole('button', { name: 'Group Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Dazi' }).click();
  await sends('Lamp fund');
});

test('a payment whose answer was lost offers no second one to the same person, once it is clear', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/net::ERR_FAILED/);
  const { page } = await signIn({ name: 'Pia Purse' });
  const ola = await somebody('Ola Till');
  await page.route('**/api/wallets/transfer', async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await page.goto(`/profile/${ola.id}`);
  await page.getByRole('button', { name: 'Send Dazi' }).click();
  await page.getByLabel('Amount (Dazi)').fill('1');
  const lost = /\/transfers\//;
  await page.route(lost, (route) => route.abort('failed'));
  await press(page);
  await expect(page.getByText('It is not clear yet whether it was sent.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('It is not clear yet whether it was sent.')).toBeVisible();
  await page.unroute(lost);
  // It asks every four seconds.
  await expect(page.locator('.toast', { hasText: 'sent to Ola Till' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Money' })).toBeVisible();
  await expect(page.getByLabel('Amount (Dazi)')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Ola Till' })).toHaveCount(1);
});

test('a memo of somebody whom one does not know is read when one wants to', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/403 .*\/transfer/);
  const insult = 'You are a fool, and everybody knows it';
  for (const [device, name] of [
    [phoneDevice, 'phone'],
    [desktop, 'desktop'],
  ] as const) {
    const reader = await signIn({ name: `Reader ${name}`, device });
    const writer = await somebody(`Writer ${name}`);
    const { page } = reader;
    const toWalletId = `user-${reader.id}`;
    const fromWalletId = (await ownWallet(writer)).id;
    await writer.get(transfer, { body: { fromWalletId, toWalletId, amountMinor: 1, memo: insult } });
    await openWallet(reader);
    const row = rows(page).first();
    await expect(row).toContainText('A memo from somebody you do not know');
    await expect(page.getByText(insult)).toHaveCount(0);
    await expectNoViolationsInEitherTheme(page, `a folded memo, ${name}`);
    await expectFits(page, 'a folded memo');
    await saveScreen(page, `wallet-folded-memo-${name}`);
    // By keyboard, and on from there.
    await row.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await expect(row.getByText(insult)).toBeVisible();
    await expect(row).toBeFocused();
    await expect(row.getByRole('button', { name: 'Show' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Notifications' }).first().click();
    await expect(page.getByText(`Writer ${name} sent you 0.01 DAZI`)).toBeVisible();
  }

  const eager = await signIn({ name: 'Eager', device: phoneDevice });
  const { page } = eager;
  const deaf = await somebody('Deaf Ear');
  const preferences = { ...defaultPreferences, allowDirectMessages: false };
  await deaf.saveProfile({ preferences });
  await openWallet(eager);
  await fill(page, 'Deaf Ear', '1', 'Hello?');
  await expect(page.getByText('People who do not know you find your memo folded.')).toBeVisible();
  await press(page);
  await expect(page.getByText(/takes no memos from people they do not know/)).toBeVisible();
  await saveScreen(page, 'wallet-memo-not-taken-phone');
  await page.getByLabel('Memo (optional)').fill('');
  await press(page);
  await expect(page.getByText('1.00\u00a0D sent to Deaf Ear')).toBeVisible();
});

test('a memo of somebody whom one has blocked is folded in the wallet of a room that both are in', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const reader = await signIn({ name: 'Ina Rest', device: phoneDevice });
  const writer = await somebody('Otto Pest');
  const room = await openRoom([await personOf(reader), writer], 'Lamp oil');
  const query = { conversationId: room.conversationId };
  const toWalletId = ((await writer.get(getWallet, { query })).data as Wallet).id;
  const fromWalletId = (await ownWallet(writer)).id;
  const memo = 'You are a fool, and everybody knows it';
  await writer.get(transfer, { body: { fromWalletId, toWalletId, amountMinor: 1, memo } });
  await (await personOf(reader)).get(blockPerson, { body: { blockedId: writer.id } });
  const { page } = reader;
  await openChat(page, room);
  await page.getByRole('button', { name: 'Group menu' }).click();
  await page.getByRole('button', { name: 'Group Wallet' }).click();
  const row = rows(page).first();
  await expect(row).toContainText('A memo from somebody you have blocked');
  await expect(page.getByText(memo)).toHaveCount(0);
  await expectFits(page, 'a memo of somebody blocked');
  await row.getByRole('button', { name: 'Show' }).click();
  await expect(row.getByText(memo)).toBeVisible();
});
