// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { act, cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { currentTime } from '#platform/time.ts';
import { Asking, draw, press, write } from '#testing/draw.tsx';
import '#ui/DialogSurface.tsx';
import { toasts } from '#ui/toast-store.ts';
import { EditDialog } from './EditDialog.tsx';

const post = {
  id: 'p1',
  userId: 'u1',
  content: 'Chess?',
  gender: 'F',
  media: [],
  createdAt: new Date(currentTime()).toISOString(),
} as unknown as Post;
let bodies: Record<string, unknown>[];

beforeEach(async () => {
  await allTextsReady;
  localStorage.clear();
  bodies = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ success: true, data: post });
  });
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  cleanup();
  for (const toast of toasts.snapshot()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const client = createQueryClient();
const show = async (shown: Post) => {
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <EditDialog post={shown} open onOpenChange={() => {}} />
      </MemoryRouter>
    </Asking>,
    document.querySelector('main')!,
  );
  // What draws dialogs is loaded when the first one opens.
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('textbox')).not.toBeNull();
  });
};
const save = async () => {
  await press(screen.getByRole('button', { name: 'Save' }));
  await act(() => vi.waitFor(() => expect(bodies).toHaveLength(1)));
};
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox');

test('what another device has written meanwhile is not taken back by a change of something else', async () => {
  await show(post);
  await show({ ...post, content: 'Chess at six?' });
  expect(text().value).toBe('Chess at six?');
  await press(screen.getByRole('radio', { name: 'Male' }));
  await save();
  expect(bodies).toEqual([{ userId: 'u1', gender: 'M' }]);
});

test('words that were touched here stay, whatever another device writes', async () => {
  await show(post);
  await write(text(), 'Go? ');
  await show({ ...post, content: 'Chess at six?', gender: 'M' });
  expect(text().value).toBe('Go? ');
  await save();
  expect(bodies).toEqual([{ userId: 'u1', content: 'Go?' }]);
});
