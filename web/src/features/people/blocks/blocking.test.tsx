// @vitest-environment happy-dom

import { act, cleanup } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { forgetMemories, stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import '#ui/DialogSurface.tsx';
import { BlockButton } from './BlockButton.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import type { TogetherProps } from './blocks.api.ts';

const mika = { id: 'mika', name: 'Mika', email: null, avatarUrl: null };
const lin = { id: 'lin', name: 'Lin' };
let asked: unknown[];
let answers: (() => Promise<Response>)[];

beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  forgetMemories();
  writeStored(stored.user, mika as never);
  asked = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET' || !String(url).includes('/api/blocks'))
      return Response.json({ success: true, data: mika });
    asked.push([method, JSON.parse(String(body)).reason]);
    return answers.shift()!();
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const lost = () => Promise.reject(new TypeError('the answer was lost'));
const block = {
  ...{ id: 'b1', blockerId: 'mika', blockedId: 'lin', reason: null, isActive: true },
  blockedAt: '2026-05-01T10:00:00.000Z',
};
const stands = async () => Response.json({ success: true, data: block });
const said = () => shownToasts().map(({ type, message }) => [type, message]);
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;

const untilSaid = () => act(() => vi.waitFor(() => expect(said()).not.toEqual([])));

const rest = vi.fn(async () => {});
function Together({ onChoose }: TogetherProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once
  useEffect(() => onChoose(rest), []);
  return null;
}

function signedIn() {
  const client = createQueryClient();
  client.setQueryData(sessionKey, mika as never);
  return client;
}

async function openDialog(onClose = () => {}): Promise<HTMLTextAreaElement> {
  await draw(
    <Asking client={signedIn()}>
      <MemoryRouter>
        <BlockDialog person={lin} userId="mika" Together={Together} onClose={onClose} />
      </MemoryRouter>
    </Asking>,
  );
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(document.querySelector('textarea')).not.toBeNull();
  });
  return document.querySelector('textarea')!;
}

test('a block whose answer was lost is asked for again, and what is to be done with it is done', async () => {
  answers = [lost, stands];
  await write(await openDialog(), 'Writes at night');
  await press(button('Block'));
  await untilSaid();
  expect(said()).toEqual([['success', 'Lin has been blocked.']]);
  expect(asked).toEqual([
    ['POST', 'Writes at night'],
    ['POST', 'Writes at night'],
  ]);
  await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(1));
});

test('so is the end of one', async () => {
  answers = [lost, async () => Response.json({ success: true, data: null })];
  await draw(
    <Asking client={signedIn()}>
      <MemoryRouter>
        <BlockButton person={lin} user={mika as never} isBlocked Together={Together} />
      </MemoryRouter>
    </Asking>,
  );
  await press(button('Unblock'));
  await untilSaid();
  expect(said()).toEqual([['success', 'Lin has been unblocked.']]);
  expect(asked).toHaveLength(2);
});

test('a block that failed leaves the reason as it was written, for the next attempt', async () => {
  answers = [
    async () => Response.json({ success: false, code: 'FORBIDDEN', error: '' }, { status: 403 }),
    stands,
  ];
  const onClose = vi.fn();
  await write(await openDialog(onClose), 'Writes at night');
  await press(button('Block'));
  await untilSaid();
  expect(said()).toEqual([['error', 'Failed to block user. Please try again.']]);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  cleanup();
  expect((await openDialog(onClose)).value).toBe('Writes at night');
  await press(button('Block'));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(asked.at(-1)).toEqual(['POST', 'Writes at night']);
  cleanup();
  expect((await openDialog(onClose)).value).toBe('');
});
