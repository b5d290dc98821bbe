// @vitest-environment happy-dom
import type { Notification } from '@dazi/contract/notifications/notifications';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationItem } from '#features/notifications/NotificationItem.tsx';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { noticeAnswers } from './notice-answers.tsx';

/** What a notice of a plan asks, with a server that answers as the test says. */

let plan: { id: string; version: number; mine: { unsure: boolean; isHost: boolean } };
let asking: { person: { id: string } }[];
let refuses = false;
let asked: [method: string, path: string, body: unknown][];
const onAnswered = vi.fn();

beforeEach(async () => {
  await allTextsReady;
  plan = { id: 'p1', version: 7, mine: { unsure: true, isHost: true } };
  asking = [{ person: { id: 'u2' } }];
  asked = [];
  refuses = false;
  onAnswered.mockClear();
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), 'http://dazi.example');
    const method = init?.method ?? 'GET';
    if (method !== 'GET') asked.push([method, pathname, JSON.parse(String(init?.body))]);
    if (method !== 'GET' && refuses) {
      return Response.json({ success: false, code: 'PLAN_VERSION', error: 'Changed' }, { status: 409 });
    }
    return Response.json({ success: true, data: pathname.endsWith('/people') ? asking : plan });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function shown(code: Notification['code']) {
  const about = { id: 'p1', activity: 'badminton', title: null, local: '2026-11-26T19:00', part: null };
  const notification = {
    ...{ id: 'n1', type: 'PLAN', code, createdAt: new Date().toISOString(), read: false },
    params: {
      ...{ name: 'Nadia', others: 0, count: 1, preview: null, quick: null, media: null, group: null },
      ...{
        plan: { ...about, changed: ['time'], reason: null, until: null, going: 2, seats: 4 },
        planOf: null,
      },
    },
    data: { planId: 'p1', userId: 'u2', avatarUrl: null },
  } as unknown as Notification;
  const drawn = await draw(
    <Asking client={createQueryClient()}>
      <NotificationItem
        notification={notification}
        answers={noticeAnswers('u1')(notification, onAnswered)}
        onOpen={() => {}}
        onRemove={() => {}}
      />
    </Asking>,
  );
  await vi.dynamicImportSettled();
  return drawn;
}

test('whether somebody still comes is answered for the version they see', async () => {
  const { findByRole } = await shown('plan_confirm');
  await press(await findByRole('button', { name: "I'm still in" }));
  expect(asked).toEqual([['POST', '/api/plans/p1/confirm', { userId: 'u1', version: 7 }]]);
  expect(onAnswered).toHaveBeenCalledOnce();
});

test('or with the seat', async () => {
  const { findByRole } = await shown('plan_confirm');
  await press(await findByRole('button', { name: "I can't" }));
  expect(asked).toEqual([['DELETE', '/api/plans/p1/people', { userId: 'u1' }]]);
  expect(onAnswered).toHaveBeenCalledOnce();
});

test.each([
  ['Let in', 'let_in'],
  ['Not this time', 'decline'],
])('a request is answered by its host: %s', async (name, action) => {
  const { findByRole } = await shown('plan_asked');
  await press(await findByRole('button', { name }));
  expect(asked).toEqual([['POST', '/api/plans/p1/people/u2', { userId: 'u1', action }]]);
  expect(onAnswered).toHaveBeenCalledOnce();
});

test('what the server refuses stays to be answered', async () => {
  refuses = true;
  const { findByRole } = await shown('plan_confirm');
  await press(await findByRole('button', { name: "I'm still in" }));
  expect(asked).toHaveLength(1);
  expect(onAnswered).not.toHaveBeenCalled();
});

const buttonsOf = ({ getAllByRole }: Awaited<ReturnType<typeof shown>>) =>
  getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

test('nothing is asked any more once it was answered elsewhere, or of several at once', async () => {
  plan.mine.unsure = false;
  expect(buttonsOf(await shown('plan_confirm'))).toHaveLength(1);
  cleanup();
  asking = [];
  expect(buttonsOf(await shown('plan_asked'))).toHaveLength(1);
  cleanup();
  asking = [{ person: { id: 'u2' } }, { person: { id: 'u3' } }];
  expect(buttonsOf(await shown('plan_asked'))).toHaveLength(1);
  cleanup();
  asking = [{ person: { id: 'u3' } }];
  expect(buttonsOf(await shown('plan_asked'))).toHaveLength(1);
  cleanup();
  expect(buttonsOf(await shown('plan_on'))).toHaveLength(1);
});
