// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { act, cleanup, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionKey } from '#features/identity/identity.api.ts';
import { postKeys, usePost } from '#features/posts/posts/posts.api.ts';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { stored, writeStored } from '#platform/storage.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { ReactionBar } from './ReactionBar.tsx';

const user = { id: 'u1', name: 'Uma', email: null, avatarUrl: null } as User;
const post = {
  id: 'p1',
  reactions: { HEART: 1, SAD: 2 },
  myReaction: 'HEART',
  _count: { comments: 0, reactions: 3 },
} as unknown as Post;

beforeEach(async () => {
  await allTextsReady;
  writeStored(stored.user, user as never);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
// A post is asked for half a second after a change: that is not to happen in the tests of another file.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 700)));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Shown() {
  const { data } = usePost('p1');
  return data ? <ReactionBar post={data} user={user} /> : null;
}

test('whoever takes the only reaction of a kind back goes on with the button that adds one', async () => {
  const client = createQueryClient();
  client.setQueryData(postKeys.one('p1'), post);
  client.setQueryData(sessionKey, user);
  await draw(
    <Asking client={client}>
      <MemoryRouter>
        <Shown />
      </MemoryRouter>
    </Asking>,
  );
  const hearts = screen.getByRole('button', { pressed: true });
  await act(async () => hearts.focus());
  await press(hearts);
  expect(hearts.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add reaction' }));
});
