// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import { act, cleanup } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Account } from '#features/administration/administration.api.ts';
import { keepSessionFacts } from '#features/identity/session-facts.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { ManyDecisions } from './ManyDecisions.tsx';

const judge = { id: 'j1', name: 'Judge', email: null, avatarUrl: null } as User;
const good = { kind: 'good', until: null, decisionId: null } as const;
const facts = { left: null, keptUntil: null, standing: good, unreadDecision: null };
let bodies: Record<string, unknown>[] = [];

beforeEach(async () => {
  await allTextsReady;
  bodies = [];
  keepSessionFacts({ ...facts, administrator: true, moderator: true });
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method !== 'GET') bodies.push(JSON.parse(String(body)));
    return Response.json({ success: true, data: { id: 'd1' } });
  });
});
afterEach(() => {
  cleanup();
  keepSessionFacts({ ...facts, administrator: false, moderator: false });
  vi.unstubAllGlobals();
});

const select = (place: number) => document.querySelectorAll('select')[place]!;
const choose = (place: number, value: string) => act(() => userEvent.selectOptions(select(place), value));

test('the end that is shown is the one that is sent, also of a suspension after a limit without end', async () => {
  const people = [{ id: 'u1', name: 'Dario', openReports: 0 } as Account];
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <ManyDecisions user={judge} people={people} onClose={() => {}} />
      </MemoryRouter>
    </Asking>,
  );
  await vi.waitFor(() => expect(document.querySelectorAll('select')).toHaveLength(3));
  await choose(0, 'limit');
  await choose(1, 'no-end');
  await choose(0, 'suspend');
  await choose(2, '1');
  await write(document.querySelector('textarea')!, 'One after the other.');
  const shown_days = Number(select(1).value);
  expect(shown_days).toBeGreaterThan(0);
  const before = Date.now();
  await press(document.querySelector('button[type=submit]')!);
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ action: 'suspend', personId: 'u1' });
  const sent_days = (Date.parse(String(bodies[0]!.until)) - before) / 86_400_000;
  expect(Math.round(sent_days)).toBe(shown_days);
});
