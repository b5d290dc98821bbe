// @vitest-environment happy-dom

import { cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import { BlockedSignIns } from './BlockedSignIns.tsx';

const at = '2026-11-20T10:00:00.000Z';
const block = { id: 'b1', createdAt: at, until: at, rule: 9, decisionNumber: 4, person: null };
let asked = 0;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await allTextsReady;
  asked = 0;
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET')
      return Response.json({ success: true, data: asked ? [] : [block], nextCursor: null });
    if (++asked === 1) throw new TypeError('Failed to fetch');
    return Response.json({ success: false, code: 'BLOCK_NOT_FOUND', error: 'No' }, { status: 404 });
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a sign-in that was freed by an attempt whose answer was lost is free', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <BlockedSignIns />
      </MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
  await vi.waitFor(() => expect(document.querySelector('main li button')).not.toBeNull());
  await press(document.querySelector('main li button')!);
  await vi.waitFor(() => expect(document.querySelector('[role=dialog] footer')).not.toBeNull());
  await press(document.querySelector('[role=dialog] footer button:last-child')!);
  await vi.waitFor(() => expect(shownToasts().map(({ type }) => type)).toEqual(['success']));
  expect(asked).toBe(2);
});
