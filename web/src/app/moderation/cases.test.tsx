// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshCases } from '#features/moderation/moderation.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { Cases } from './Cases.tsx';

const user = { id: 'm1', name: 'Nadia', email: null, avatarUrl: null } as User;

const aCase = (targetId: string) => ({
  ...{ targetType: 'post', targetId, person: null, snapshot: null, reports: [], alsoOpen: [], before: [] },
  ...{ urgency: 'week', since: '2026-11-20T10:00:00.000Z', isFolded: false, takenBy: null, takenUntil: null },
  ...{ version: 1, can: ['warn'], isRemovable: false, isInvolved: false },
});

/** The queue as the server has it, a page of two at a time. */
let queue: string[] = [];
/** Of each page after the first: answers when it is let through. */
let further: (() => void)[] = [];

beforeEach(async () => {
  await allTextsReady;
  queue = ['p1', 'p2', 'p3'];
  further = [];
  document.body.innerHTML = '<main></main>';
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method !== 'GET') return Response.json({ success: true, data: { takenUntil: null } });
    if (!path.startsWith('/api/moderation/reports')) return Response.json({ success: true, data: [] });
    const at = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0);
    if (at > 0) await new Promise<void>((resolve) => further.push(resolve));
    const nextCursor = at + 2 < queue.length ? String(at + 2) : null;
    return Response.json({ success: true, data: queue.slice(at, at + 2).map(aCase), nextCursor });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const words = () => document.querySelector('textarea')?.value;
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

async function openedWithWords() {
  const client = createQueryClient();
  await draw(
    <Asking client={client}>
      <MemoryRouter initialEntries={['/moderation?case=post:p2']}>
        <Cases user={user} state="open" frame={(list) => list} />
      </MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
  await vi.waitFor(() => expect(document.querySelector('input[value=warn]')).not.toBeNull());
  await settle();
  await press(document.querySelector('input[value=warn]')!);
  await write(document.querySelector('textarea')!, 'Please stop.');
  return client;
}

test('what is written about a case stays when something more urgent moves it to the next page', async () => {
  const client = await openedWithWords();
  queue = ['new', ...queue];
  await act(() => refreshCases(client));
  await vi.waitFor(() => expect(further).toHaveLength(1));
  expect(words()).toBe('Please stop.');
  further[0]!();
  await settle();
  expect(words()).toBe('Please stop.');
  const rows = () =>
    [...document.querySelectorAll('a[href*="case="]')].map((row) => row.getAttribute('href'));
  await act(() => vi.waitFor(() => expect(rows().filter((href) => href?.endsWith('p2'))).toHaveLength(1)));
  expect(words()).toBe('Please stop.');
});

test('a case that somebody else has decided is not there any more', async () => {
  const client = await openedWithWords();
  queue = ['p1'];
  await act(() => refreshCases(client));
  await vi.waitFor(() => expect(words()).toBeUndefined());
  expect(document.querySelector('.moderation-queue-none')?.textContent).toContain('Somebody has settled it');
});
