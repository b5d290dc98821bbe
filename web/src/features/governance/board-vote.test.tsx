// @vitest-environment happy-dom

import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import { BoardVoteButton } from './BoardVoteButton.tsx';

const mika = { id: 'mika', name: 'Mika', email: null, avatarUrl: null };
let posted: unknown[];
let answers: (() => Promise<Response>)[];

beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  forgetMemories();
  writeStored(stored.user, mika as never);
  posted = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'POST' && String(url).includes('board-votes')) {
      posted.push(JSON.parse(String(body)).action);
      return answers.shift()!();
    }
    return Response.json({ success: true, data: mika });
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const lost = () => Promise.reject(new TypeError('the answer was lost'));
const stands = async () => Response.json({ success: true, data: { hasVoted: true }, hasVoted: true });
const refused = async () =>
  Response.json({ success: false, code: 'PERSON_NOT_FOUND', error: '' }, { status: 404 });
const said = () => shownToasts().map(({ type, title, message }) => [type, title ?? message]);

async function votes(): Promise<void> {
  const client = createQueryClient();
  client.setQueryData(sessionKey, mika as never);
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <BoardVoteButton candidate={{ id: 'lin', name: 'Lin' }} user={mika as never} hasVoted={false} />
      </MemoryRouter>
    </Asking>,
  );
  await press(document.querySelector('button')!);
  for (let tries = 0; tries < 60 && said().length === 0; tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
}

test('a vote for the board whose answer was lost is asked for again, and is not told as one that failed', async () => {
  answers = [lost, stands];
  await votes();
  expect(said()).toEqual([['success', 'Voted for Lin for board membership']]);
  expect(posted).toEqual(['add', 'add']);
});

test('one that is refused is told at once', async () => {
  answers = [refused];
  await votes();
  expect(said()).toEqual([['error', 'Failed to vote']]);
});
