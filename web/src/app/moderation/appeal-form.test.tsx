// @vitest-environment happy-dom
import type { Judged } from '@dazi/contract/moderation/decisions';
import { act, cleanup } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSessionFacts } from '#features/identity/session-facts.ts';
import { AppealForm } from '#features/moderation/AppealForm.tsx';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import { toasts } from '#ui/toast-store.ts';

let bodies: Record<string, unknown>[] = [];

beforeEach(async () => {
  await allTextsReady;
  bodies = [];
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method !== 'GET') bodies.push(JSON.parse(String(body)));
    return Response.json({ success: true, data: {} });
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  keepSessionFacts({ ...facts, administrator: false, moderator: false });
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const good = { kind: 'good', until: null, decisionId: null } as const;
const facts = { left: null, keptUntil: null, standing: good, unreadDecision: null };
const formFor = (decision: Partial<Judged>) =>
  draw(
    <Asking client={createQueryClient()}>
      <AppealForm decision={{ id: 'd1', until: null, ...decision } as Judged} name="Dario" userId="j1" />
    </Asking>,
    document.querySelector('main')!,
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const valuesOf = (place: number) => [...select(place).options].map(({ value }) => value);
const select = (place: number) => document.querySelectorAll('select')[place]!;
const choose = (place: number, value: string) => act(() => userEvent.selectOptions(select(place), value));

test('the end that is shown is the one that is sent, also of a suspension after a limit without end', async () => {
  keepSessionFacts({ ...facts, administrator: true, moderator: true });
  await formFor({ action: 'close' });
  await press(document.querySelector('input[value=changed]')!);
  await choose(0, 'limit');
  await choose(1, 'no-end');
  await choose(0, 'suspend');
  await write(document.querySelector('textarea')!, 'Less will do.');
  const shown_days = Number(select(1).value);
  expect(shown_days).toBeGreaterThan(0);
  const before = Date.now();
  await press(document.querySelector('button[type=submit]')!);
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ outcome: 'changed', action: 'suspend' });
  const sent_days = (Date.parse(String(bodies[0]!.until)) - before) / 86_400_000;
  expect(Math.round(sent_days)).toBe(shown_days);
});

test('the same for a shorter time is offered where there is one, and no longer time with it', async () => {
  await formFor({ action: 'suspend', until: inDays(20) });
  await press(document.querySelector('input[value=changed]')!);
  await choose(0, 'limit');
  expect(valuesOf(1)).toEqual(['3', '7', '30']);
  await choose(1, '30');
  await choose(0, 'suspend');
  expect(valuesOf(1)).toEqual(['3', '7']);
  expect(select(1).value).toBe('3');
});

test('of what lasts as short as can be, only another action is milder', async () => {
  await formFor({ action: 'limit', until: inDays(3) });
  await press(document.querySelector('input[value=changed]')!);
  expect(valuesOf(0)).toEqual(['warn']);
});

test('any time is shorter than a limit without an end', async () => {
  keepSessionFacts({ ...facts, administrator: true, moderator: true });
  await formFor({ action: 'limit', until: null });
  await press(document.querySelector('input[value=changed]')!);
  await choose(0, 'limit');
  expect(valuesOf(1)).toEqual(['3', '7', '30', '90', '180']);
});
