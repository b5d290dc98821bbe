// @vitest-environment happy-dom

import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import { compatibilityQuizApp } from './CompatibilityQuizApp.tsx';

const waiting = {
  ...{ id: 'q1', appType: 'compatibility-quiz', title: 'Compatibility Quiz', createdBy: 'mika' },
  ...{ config: { requireAllParticipants: true }, details: { questions: [] }, result: null },
  ...{ isActive: true, isCompleted: false, hasParticipated: true, participations: [] },
  ...{ participantCount: 2, maxParticipants: 10, askedCount: 3 },
  can: { participate: false, complete: true, changeState: true },
} as unknown as MiniApp;

let posted: string[];
/** How many answers are lost on the way. */
let lost: number;

beforeEach(async () => {
  await allTextsReady;
  [posted, lost] = [[], 0];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') posted.push(String(url));
    if (init.method === 'POST' && lost-- > 0) throw new TypeError('the answer was lost');
    return Response.json({ success: true, data: { ...waiting, isActive: false, isCompleted: true } });
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function shows(miniApp: MiniApp): Promise<void> {
  const { CardView } = compatibilityQuizApp;
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <CardView miniApp={miniApp} onOpen={() => {}} />
      </MemoryRouter>
    </Asking>,
  );
}
const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name);
const dialog = () => document.querySelector('[role=alertdialog], [role=dialog]');

test('whoever added it does not wait for ever: they close it with those who have answered', async () => {
  await shows(waiting);
  await press(buttons('Close it')[0]!);
  for (let tries = 0; tries < 250 && !dialog(); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(dialog()?.textContent).toContain('Close “Compatibility Quiz” for everyone?');
  expect(dialog()?.textContent).toContain('The result goes to the conversation.');
  await press(buttons('Close it').at(-1)!);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(posted).toEqual(['/api/mini-apps/q1/complete']);
});

test('it is said before that there is no result with fewer than two', async () => {
  await shows({ ...waiting, participantCount: 1 });
  await press(buttons('Close it')[0]!);
  for (let tries = 0; tries < 250 && !dialog(); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(dialog()?.textContent).toContain('there is no result');
});

test('closing whose answer was lost is not told as one that failed', async () => {
  lost = 1;
  await shows(waiting);
  await press(buttons('Close it')[0]!);
  for (let tries = 0; tries < 250 && !dialog(); tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  await press(buttons('Close it').at(-1)!);
  for (let tries = 0; tries < 60 && posted.length < 2; tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  expect(posted).toHaveLength(2);
  expect(shownToasts()).toEqual([]);
});

test.each([
  ['who may not', { can: { ...waiting.can, complete: false } }],
  ['anybody once it is closed', { isActive: false, isCompleted: true }],
])('it is not offered to %s', async (_, change) => {
  await shows({ ...waiting, ...change });
  expect(buttons('Close it')).toEqual([]);
});
