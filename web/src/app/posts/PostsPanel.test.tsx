// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { cleanup } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw } from '#testing/draw.tsx';
import { PostsPanel } from './PostsPanel.tsx';

const posts = Array.from({ length: 70 }, (_, at) => ({
  ...{ id: `p${at}`, userId: 'u1', content: `Post ${at}`, media: [], reactions: [], commentCount: 0 },
  ...{ user: { id: 'u1', name: 'Mika', avatarUrl: null }, createdAt: '2026-11-26T10:00:00.000Z' },
  location: { latitude: 40.51, longitude: 141.48 },
})) as unknown as Post[];

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  return allTextsReady;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the list follows to the post that was chosen on the map, however far down it stands', async () => {
  const scrolled: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
  const client = createQueryClient();
  const box = document.createElement('div');
  const shown = async (selectedId: string | null) => {
    const nothing = () => {};
    await draw(
      <MemoryRouter>
        <Asking client={client}>
          <PostsPanel
            {...{ posts, selectedId, failed: false, filtered: false, user: null, from: null }}
            {...{ onOpen: nothing, onRetry: nothing, onClearFilters: nothing }}
            {...{ onWiden: nothing, onTownLoaded: nothing }}
          />
        </Asking>
      </MemoryRouter>,
      box,
    );
    return box.querySelectorAll('article');
  };
  expect(await shown(null)).toHaveLength(30);
  expect(scrolled).toEqual([]);
  const cards = await shown('p51');
  expect(scrolled).toEqual([cards[51]]);
  // Nothing below goes away when another one is chosen.
  expect(await shown('p3')).toHaveLength(cards.length);
});
