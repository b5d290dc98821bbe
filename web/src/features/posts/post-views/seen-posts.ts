import type { Box } from '@dazi/contract/places/places';
import { boxContains } from '@dazi/contract/places/places.rules';
import type { Post } from '@dazi/contract/posts/posts';
import { useEffect, useSyncExternalStore } from 'react';
import { blocksOf, isApart } from '#features/people/blocks/blocks.api.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';
import { currentTime } from '#platform/time.ts';

/** What a map showed last to somebody on this device. */
export interface SeenPosts {
  /** ISO 8601. */
  at: string;
  posts: readonly Post[];
}

/** As many as a first look at the list shows. */
const seenLimit = 50;
/** While somebody moves the map, only where they stay. */
const settled_ms = 2000;

const isSeen = (value: unknown): value is SeenPosts =>
  isRecord(value) &&
  typeof value.at === 'string' &&
  Array.isArray(value.posts) &&
  value.posts.every((post) => isRecord(post) && typeof post.id === 'string' && isRecord(post.location));

const store = new PersonalStore('seenPosts', isSeen);

/** Keeps what the server answered of a map; null is no answer. */
export function useKeepSeen(userId: string | null, posts: readonly Post[] | null): void {
  useEffect(() => {
    if (userId === null || posts === null || posts.length === 0) return;
    const timer = setTimeout(() => {
      const at = new Date(currentTime()).toISOString();
      store.change(userId, () => ({ at, posts: posts.slice(0, seenLimit) }));
    }, settled_ms);
    return () => clearTimeout(timer);
  }, [userId, posts]);
}

/** Of what was seen last, what stands within a box: nothing that has ended, or of somebody who is kept away since. */
export function seenWithin(
  { at, posts }: SeenPosts,
  box: Box,
  now: number,
  isHidden: (authorId: string) => boolean,
): SeenPosts | null {
  const left = posts.filter(
    ({ location, expiresAt, userId }) =>
      boxContains(box, location) && !(expiresAt && Date.parse(expiresAt) <= now) && !isHidden(userId),
  );
  return left.length > 0 ? { at, posts: left } : null;
}

/** What somebody saw last within a box; null where that is nothing. */
export function useSeen(userId: string | null, box: Box | null, now: number): SeenPosts | null {
  const seen = useSyncExternalStore(store.subscribe, () => (userId === null ? null : store.read(userId)));
  if (userId === null || !seen || !box) return null;
  const blocks = blocksOf(userId);
  return seenWithin(seen, box, now, (authorId) => isApart(blocks, userId, authorId));
}
