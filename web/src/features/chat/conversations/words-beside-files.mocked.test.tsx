// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import type { QueuedFile } from './file-queue.ts';
import { me, privateConversation } from './replica/private-samples.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<object>()), call }));

const words = 'From the pier this morning';
const conversation = { ...privateConversation('c1'), can: { send: true } } as ReturnType<
  typeof privateConversation
>;
const hand = {
  ...{ replyTo: null, quoted: null, editing: null, resumed: 0 },
  ...{ onReplyDone() {}, onEditDone() {}, onEditFailed() {}, onSent() {} },
};

/** The code of a page that has just been opened. */
async function newPage() {
  vi.resetModules();
  const [{ useSendWritten }, { sendingOf }, drafts] = await Promise.all([
    import('./use-send-written.ts'),
    import('./outgoing.ts'),
    import('./drafts.ts'),
  ]);
  const client = new QueryClient();
  return {
    draft: () => drafts.draftOf('c1', me),
    open: () => sendingOf(client).begin(me),
    /** Sends the words with a file; answers how that file ends. */
    async send() {
      let end = (_areSent: boolean) => {};
      drafts.keepDraft('c1', me, words);
      const clearDraft = () => drafts.keepDraft('c1', me, '');
      const written = { text: words, setText() {}, clearDraft, forgetEdit() {} };
      const sending = {
        files: [{ state: 'ready' } as QueuedFile],
        isSending: false,
        send: () => new Promise<boolean>((resolve) => (end = resolve)),
      };
      const drawn = await drawHook(
        () => useSendWritten(conversation, me, written, sending, hand),
        client as Parameters<typeof drawHook>[1],
      );
      await act(async () => drawn.result.current.submit());
      return (areSent: boolean) => act(async () => end(areSent));
    },
  };
}

const sent = () => call.mock.calls.map(([, , input]) => input.body.content);

beforeEach(() => {
  call.mockReset();
  call.mockReturnValue(new Promise(() => {}));
  localStorage.clear();
  localStorage.setItem('dazi.user', JSON.stringify({ id: me, name: 'Mika', email: null, avatarUrl: null }));
});

test('words that wait for their files are there again when the page went before these were sent', async () => {
  const before = await newPage();
  before.open();
  await before.send();
  expect(before.draft()).toBe('');
  const after = await newPage();
  after.open();
  expect(after.draft()).toBe(words);
  const later = await newPage();
  later.open();
  expect(later.draft()).toBe(words);
  expect(sent()).toEqual([]);
});

test('once the files are sent, or could not be, the words are where they belong, and nowhere twice', async () => {
  const page = await newPage();
  page.open();
  await (await page.send())(true);
  expect([page.draft(), sent()]).toEqual(['', [words]]);
  await (await page.send())(false);
  expect([page.draft(), sent()]).toEqual([words, [words]]);
  const next = await newPage();
  next.open();
  expect(next.draft()).toBe(words);
});

test('whoever signs in again finds the words that waited when the session ended', async () => {
  const page = await newPage();
  page.open();
  const end = await page.send();
  const { forgetMemories, forgetStored } = await import('#platform/storage.ts');
  const user = localStorage.getItem('dazi.user')!;
  forgetStored('words');
  forgetMemories(true);
  // What was being uploaded went with them.
  await end(true);
  expect(sent()).toEqual([]);
  localStorage.setItem('dazi.user', user);
  const back = await newPage();
  back.open();
  expect(back.draft()).toBe(words);
});
