// @vitest-environment happy-dom
import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { PostPopover } from './PostPopover.tsx';

const uma = { id: 'u1', name: 'Uma', email: null, avatarUrl: null } as User;
const ben = { ...uma, id: 'u2', name: 'Ben' };
const postAt = (display: Post['location']['display']) =>
  ({
    id: 'p1',
    userId: uma.id,
    user: { id: uma.id, name: uma.name, avatarUrl: null, gender: null, age: null },
    content: 'Tea on the roof at seven.',
    media: [],
    location: { latitude: 37.77, longitude: -122.45, display, address: null, addressNames: {} },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    editedAt: null,
    reactions: {},
    myReaction: null,
    isBookmarked: false,
    commentCount: 0,
  }) as unknown as Post;

beforeAll(async () => {
  await allTextsReady;
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterAll(() => vi.unstubAllGlobals());

async function shown(post: Post, user: User | null, preview = false) {
  const { container, unmount } = await draw(
    <Asking client={createQueryClient()}>
      <MemoryRouter>
        <PostPopover
          post={post}
          user={user}
          from={null}
          preview={preview}
          onOpen={() => {}}
          onClose={() => {}}
        />
      </MemoryRouter>
    </Asking>,
  );
  const text = container.textContent;
  unmount();
  expect(text).toContain('Tea on the roof at seven.');
  return text;
}
const hint = 'This is the place shown to everyone, 1 to 2\u00a0km off your true one';

test('the author reads at the marker that its place is the shown one, also in a preview', async () => {
  expect(await shown(postAt('approximate'), uma)).toContain(hint);
  expect(await shown(postAt('approximate'), uma, true)).toContain(hint);
});

test('nobody else reads it, and a place that is shown exactly needs no hint', async () => {
  expect(await shown(postAt('approximate'), ben)).not.toContain(hint);
  expect(await shown(postAt('approximate'), null)).not.toContain(hint);
  expect(await shown(postAt('exact'), uma)).not.toContain(hint);
});
