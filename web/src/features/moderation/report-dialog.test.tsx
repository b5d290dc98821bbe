// @vitest-environment happy-dom

import type { User } from '@dazi/contract/identity/identity';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import type { ReportedThing } from './moderation.api.ts';
import { ReportDialog } from './ReportDialog.tsx';

const user = { id: 'u1', name: 'Ines', email: null, avatarUrl: null } as User;
const bernd = { id: 'u2', name: 'Bernd' };
const comment: ReportedThing = {
  targetType: 'comment',
  targetId: 'c1',
  name: bernd.name,
  excerpt: 'Nice legs',
  person: bernd,
};

let calls: { path: string; body: Record<string, unknown> }[] = [];
let closed = 0;
/** So many reports arrive and their answers do not. */
let lost = 0;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  localStorage.clear();
  calls = [];
  closed = 0;
  lost = 0;
  let isThere = false;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body ?? '{}'));
    calls.push({ path, body });
    if (path === '/api/reports' && isThere) {
      const error = 'You have reported this already';
      return Response.json({ success: false, error, code: 'REPORT_REPEATED' }, { status: 409 });
    }
    isThere = path === '/api/reports';
    if (lost-- > 0) throw new TypeError('Failed to fetch');
    const isUrgent = ['unsafe_meeting', 'violence'].includes(body.reason);
    const data = { id: 'r1', createdAt: '2026-11-25T12:00:00.000Z', urgency: isUrgent ? 'hour' : 'day' };
    return Response.json({ success: true, data }, { status: 201 });
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
const choice = (value: string) => document.querySelector<HTMLInputElement>(`input[value="${value}"]`)!;
const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('.moderation-check')].map(({ checked }) => checked);

async function show(thing: ReportedThing): Promise<void> {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <ReportDialog thing={thing} user={user} onClose={() => closed++} />
      </MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(choice('spam')).not.toBeNull();
  }, 30_000);
}

async function send(reason: string): Promise<void> {
  await press(choice(reason));
  await press(button('Send report'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
}

test('the eleven reasons stand in their order, and of a person it is asked what it is about', async () => {
  await show({ targetType: 'person', targetId: 'u2', name: 'Bernd', person: bernd });
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(
    (one) => one.value,
  );
  expect(radios.slice(0, 4)).toEqual(['behaviour', 'name', 'picture', 'bio']);
  expect(radios.slice(4)).toEqual(
    'spam scam flirting harassment hate sexual violence minor identity unsafe_meeting other'.split(' '),
  );
  await press(choice('picture'));
  await send('sexual');
  expect(calls[0]).toEqual({
    path: '/api/reports',
    body: {
      targetType: 'person',
      targetId: 'u2',
      part: 'picture',
      reason: 'sexual',
      details: null,
      userId: 'u1',
    },
  });
  // Only whoever was pestered is expected to block.
  expect(ticked()).toEqual([false]);
});

test('after unwanted flirting Block is ticked, the comment can be taken away, and both are done', async () => {
  let removed = 0;
  await show({ ...comment, removeComment: async () => void removed++ });
  await send('flirting');
  expect('part' in calls[0]!.body).toBe(false);
  expect(document.body.textContent).toContain('We look at it today and tell you what was decided.');
  expect(ticked()).toEqual([true, false]);
  await press(document.querySelectorAll('.moderation-check')[1]!);
  await press(button('Do it'));
  await expect.poll(() => closed).toBe(1);
  expect(removed).toBe(1);
  expect(calls[1]).toMatchObject({ path: '/api/blocks', body: { blockedId: 'u2' } });
});

test('after a meeting that was not safe it is asked whether one is safe; of what has no name nothing else is offered', async () => {
  await show({ targetType: 'person', targetId: 'u2', name: null });
  expect(document.body.textContent).toContain('Nobody is told who reported it.');
  await send('unsafe_meeting');
  expect(document.querySelector('.moderation-safe a')?.getAttribute('href')).toMatch(/^tel:\d+$/);
  expect(ticked()).toEqual([]);
  await press(document.querySelector('footer button')!);
  expect(closed).toBe(1);
  expect(calls).toHaveLength(1);
});

test('a report whose answer was lost is sent once more, and what can be done at once is offered all the same', async () => {
  await show({ targetType: 'person', targetId: 'u2', name: 'Bernd', person: bernd });
  lost = 1;
  await send('violence');
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(document.body.textContent).toContain('Thank you');
  }, 5000);
  expect(document.querySelector('.moderation-safe a')).not.toBeNull();
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(ticked()).toEqual([false]);
  expect(calls).toHaveLength(2);
});

test('what was reported before is said', async () => {
  await show(comment);
  await fetch('/api/reports', { body: '{}' });
  await send('spam');
  expect(document.querySelector('[role=alert]')?.textContent).toContain('You have reported this already');
});
