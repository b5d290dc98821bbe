// @vitest-environment happy-dom

import type { User } from '@dazi/contract/identity/identity';
import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';
import { act, cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import { DecisionForm } from './DecisionForm.tsx';

const user = { id: 'm1', name: 'Nadia', email: null, avatarUrl: null } as User;
let calls: { path: string; body: Record<string, unknown> }[] = [];
let refusal: { status: number; code: string; error: string } | null = null;
let lost = 0;
let done = 0;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  calls = [];
  refusal = null;
  lost = 0;
  done = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ success: true, data: [] });
    calls.push({ path, body: JSON.parse(String(init.body ?? '{}')) });
    if (lost-- > 0) throw new TypeError('Failed to fetch');
    if (refusal) return Response.json({ success: false, ...refusal }, { status: refusal.status });
    return Response.json({ success: true, data: { id: 'd1' } }, { status: 201 });
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (can: readonly DecisionAction[]) =>
  draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <DecisionForm
          user={user}
          person={{ id: 'u2', name: 'Dario' }}
          target={{
            targetType: 'post',
            targetId: 'p1',
            version: 3,
            together: [{ targetType: 'person', targetId: 'u2' }],
          }}
          can={can}
          isRemovable
          rule={1}
          onDone={() => done++}
        />
      </MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
const radio = (action: string) => document.querySelector<HTMLInputElement>(`input[value="${action}"]`)!;
const submit = () => document.querySelector<HTMLButtonElement>('.moderation-queue-foot button:last-child')!;
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

test('a suspension names rule, reason and end, and what else is settled with it', async () => {
  await show(['dismiss', 'warn', 'suspend']);
  expect(submit().disabled).toBe(true);
  await press(radio('suspend'));
  expect(submit().disabled).toBe(true);
  await write(document.querySelector('textarea')!, 'You threatened somebody.');
  const before = Date.now();
  await press(submit());
  await settle();
  const { until, clientId: _, ...body } = calls[0]!.body;
  expect(body).toEqual({
    userId: 'm1',
    target: { targetType: 'post', targetId: 'p1' },
    version: 3,
    together: [{ targetType: 'person', targetId: 'u2' }],
    personId: 'u2',
    action: 'suspend',
    rule: 1,
    reason: 'You threatened somebody.',
  });
  const days = (Date.parse(String(until)) - before) / 86_400_000;
  expect(Math.round(days * 100) / 100).toBe(7);
  expect(done).toBe(1);
});

test('dismissing needs neither rule nor reason', async () => {
  await show(['dismiss', 'warn']);
  await press(radio('dismiss'));
  expect(document.querySelector('textarea')).toBeNull();
  await press(submit());
  await settle();
  expect(calls[0]!.body).not.toHaveProperty('reason');
  expect(calls[0]!.body).not.toHaveProperty('rule');
  expect(done).toBe(1);
});

test('what changed meanwhile is said in words, and the reason stays', async () => {
  refusal = {
    status: 409,
    code: 'CASE_CHANGED',
    error: 'Something came to this case. Please look at it again.',
  };
  await show(['warn']);
  await press(radio('warn'));
  await write(document.querySelector('textarea')!, 'Please stop.');
  await press(submit());
  await settle();
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Something came to this case.');
  expect(document.querySelector('textarea')?.value).toBe('Please stop.');
  expect(done).toBe(0);
});

test('what got no answer is asked for again as the same decision, and pressed again it is that still', async () => {
  await show(['warn']);
  await press(radio('warn'));
  await write(document.querySelector('textarea')!, 'Please stop.');
  const pressed = async (tries: number) => {
    await press(submit());
    await vi.waitFor(() => expect([calls.length, submit().getAttribute('aria-busy')]).toEqual([tries, null]));
    await settle();
  };
  lost = 3;
  await pressed(3);
  expect(done).toBe(0);
  lost = 1;
  await pressed(5);
  expect(done).toBe(1);
  const ids = calls.map(({ body: { clientId } }) => clientId);
  expect(new Set(ids)).toEqual(new Set([expect.any(String)]));
});

test('a measure that lasts is the same decision when it is pressed again on the next day', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T23:59:00.000Z'));
  await show(['limit']);
  await press(radio('limit'));
  await write(document.querySelector('textarea')!, 'Please stop.');
  lost = 3;
  await press(submit());
  await vi.waitFor(
    () => expect([calls.length, submit().getAttribute('aria-busy')]).toEqual([3, null]),
    10_000,
  );
  clock.mockReturnValue(Date.parse('2026-03-02T00:05:00.000Z'));
  await settle();
  await press(submit());
  await settle();
  expect(done).toBe(1);
  expect(new Set(calls.map(({ body: { clientId } }) => clientId)).size).toBe(1);
  expect(calls.at(-1)?.body.until).toBe('2026-03-05T00:05:00.000Z');
});

test('closing an account asks first, and is not offered to who may not', async () => {
  await show(['warn']);
  expect(radio('close').disabled).toBe(true);
  cleanup();
  document.body.innerHTML = '<main></main>';
  await show(['close']);
  await press(radio('close'));
  await write(document.querySelector('textarea')!, 'Again and again.');
  await press(submit());
  await vi.waitFor(async () => {
    await settle();
    expect(document.body.textContent).toContain('Close the account of Dario?');
  }, 30_000);
  expect(calls).toEqual([]);
  await press(document.querySelector('.dialog footer .btn.danger')!);
  await settle();
  expect(calls[0]!.body).toMatchObject({ action: 'close', rule: 1, reason: 'Again and again.' });
});
