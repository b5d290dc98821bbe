// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import { BlurDialog } from './BlurDialog.tsx';

let navigate: NavigateFunction;
let refuse: (() => void) | null;

beforeEach(async () => {
  await allTextsReady;
  refuse = null;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') {
      return Promise.resolve(Response.json({ success: true, data: { posts: 2, rooms: 0, left: 2 } }));
    }
    return new Promise<Response>((resolve) => {
      refuse = () => resolve(Response.json({ success: false, code: 'INTERNAL', error: '' }, { status: 500 }));
    });
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Around() {
  navigate = useNavigate();
  const [open, setOpen] = useState(true);
  return open ? <BlurDialog userId="u1" onClose={() => setOpen(false)} /> : null;
}

test('going back does not leave the question while posts are moved: that they were not is said', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter initialEntries={['/before', '/map']} initialIndex={1}>
        <Around />
      </MemoryRouter>
    </Asking>,
  );
  const moving = await screen.findByRole('button', { name: 'Blur them' });
  await press(moving);
  await act(() => vi.waitFor(() => expect(refuse).not.toBeNull()));
  await act(async () => navigate(-1));
  expect(screen.queryByRole('dialog')).not.toBeNull();
  refuse!();
  await act(() => vi.waitFor(() => expect(toasts.snapshot().map(({ type }) => type)).toEqual(['error'])));
});
