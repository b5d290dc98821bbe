// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';

const sending = vi.hoisted(() => ({ now: false, nothing: () => {} }));
vi.mock('#platform/history.ts', () => ({ useBackCloses: () => {} }));
vi.mock('#ui/Dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }));
vi.mock('./ComposerAuthor.tsx', () => ({ ComposerAuthor: () => null }));
vi.mock('./use-posting.ts', () => ({
  usePosting: () => ({
    send: sending.nothing,
    isSending: sending.now,
    problem: null,
    setProblem: sending.nothing,
  }),
}));
vi.mock('./posts.api.ts', async (original) => ({
  ...(await original<object>()),
  useEditPost: () => ({ isPending: sending.now }),
}));
const { PostComposer } = await import('./PostComposer.tsx');
const { EditDialog } = await import('./EditDialog.tsx');

const nothing = () => {};
const user = { id: 'mika', name: 'Mika', avatarUrl: null } as User;
const post = {
  id: 'p1',
  userId: 'mika',
  content: 'Chess?',
  media: [],
  gender: 'F',
  createdAt: '2026-01-01T00:00:00Z',
};
const forms = {
  composer: (
    <PostComposer
      {...{
        user,
        open: true,
        begunOn: 'map',
        onOpenChange: nothing,
        onChangeDisplay: nothing,
        onPosted: nothing,
      }}
    />
  ),
  edit: <EditDialog post={post as unknown as Post} open onOpenChange={nothing} />,
};

afterEach(cleanup);

test.each(Object.entries(forms))('what is on its way is not changed any more: %s', async (_name, form) => {
  for (const now of [false, true]) {
    sending.now = now;
    await draw(
      <MemoryRouter>
        <Asking client={createQueryClient()}>{form}</Asking>
      </MemoryRouter>,
    );
    expect(screen.getByRole('textbox', { hidden: true }).closest('[inert]') !== null).toBe(now);
    cleanup();
  }
});
