// @vitest-environment happy-dom

import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import type { ModeratedPerson } from './moderated-people.api.ts';
import { PersonHistory } from './PersonHistory.tsx';

const about = (targetId: string, personId: string, reasons: readonly string[], alsoOpen: number) => ({
  targetType: 'post',
  targetId,
  person: { id: personId, name: 'Dario' },
  since: '2026-11-24T10:00:00.000Z',
  reports: reasons.map((reason, n) => ({ id: `${targetId}${n}`, reason, state: 'open' })),
  alsoOpen: Array.from({ length: alsoOpen }, () => ({})),
});
/** Two of his cases, on the second and the third page of four. */
const pages = [
  [about('p0', 'other', ['spam'], 0)],
  [about('p1', 'u2', ['harassment', 'flirting', 'harassment'], 1)],
  [about('p2', 'u2', ['spam'], 1), about('p3', 'other', ['hate'], 0)],
  [about('p4', 'other', ['hate'], 0)],
];
let asked: number[] = [];

beforeEach(async () => {
  await allTextsReady;
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const page = Number(new URL(path, 'http://dazi.example').searchParams.get('cursor') ?? 0);
    asked.push(page);
    const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
    return Response.json({ success: true, data: pages[page], nextCursor, waiting: {} });
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const decision = (id: string, action: string, createdAt: string) => ({
  ...{ id, action, createdAt, number: 1, until: null, rule: null, reason: null, about: null },
  ...{ readAt: null, by: null, appeal: null },
});
const known = (open: number) =>
  ({
    person: { id: 'u2', name: 'Dario' },
    accountCreatedAt: '2026-11-20T10:00:00.000Z',
    reportsAbout: { open, upheld: 1, dismissed: 1 },
    made: { posts: 1, comments: 0, rooms: 0 },
    public: [],
    decisions: [
      decision('d2', 'warn', '2026-11-25T10:00:00.000Z'),
      decision('d1', 'dismiss', '2026-11-22T10:00:00.000Z'),
    ],
  }) as unknown as ModeratedPerson;

const show = (open: number) =>
  draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <PersonHistory known={known(open)} />
      </MemoryRouter>
    </Asking>,
  );
const titles = () => [...document.querySelectorAll('li .b')].map(({ textContent }) => textContent);

test('open cases stand among the decisions, as far as the queue had to be read for them', async () => {
  await show(4);
  await expect.poll(() => titles()).toHaveLength(5);
  expect(titles()).toEqual([
    'Warned',
    '3 reports in one case',
    '1 report in one case',
    'Dismissed',
    'Account opened',
  ]);
  expect(asked).toEqual([0, 1, 2]);
  const link = document.querySelector('li a')!;
  expect(link.getAttribute('href')).toBe('/moderation?case=post:p1');
  expect(link.closest('li')!.textContent).toContain('Post, Harassment or threats');

  const choose = async (name: string) => {
    const choice = [...document.querySelectorAll('label, button')].find((one) => one.textContent === name);
    await act(async () => (choice as HTMLElement).click());
  };
  await choose('Decisions');
  expect(titles()).toEqual(['Warned']);
  await choose('Reports');
  expect(titles()).toEqual(['3 reports in one case', '1 report in one case', 'Dismissed']);
});

test('of whom nothing is open the queue is not read', async () => {
  await show(0);
  expect(titles()).toEqual(['Warned', 'Dismissed', 'Account opened']);
  expect(asked).toEqual([]);
});
