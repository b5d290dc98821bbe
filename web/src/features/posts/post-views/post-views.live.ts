import type { AreaEvent } from '@dazi/contract/frames';
import { areaLevel } from '@dazi/contract/places/areas.rules';
import { cellOf } from '@dazi/contract/places/cells';
import type { PostEvent } from '@dazi/contract/posts/post-events';
import type { Post } from '@dazi/contract/posts/posts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useAreas } from '#features/live/live.api.ts';
import { refreshAllComments, refreshComments } from '#features/posts/comments/comments.api.ts';
import { dropPost, type PostList, postKeys, refreshPosts } from '#features/posts/posts/posts.api.ts';

/** Lists that are not asked to judge a new post put it on top; filtered ones ask the server again. */
function addToLists(
  client: QueryClient,
  listKey: readonly unknown[],
  added: readonly Post[],
  accepts: (post: Post) => boolean,
) {
  client.setQueryData<PostList>(listKey, (list) => {
    if (!list) return list;
    const known = new Set(list.posts.map(({ id }) => id));
    // What comes behind the last one shown comes with the next page.
    const end = list.nextCursor === null ? '' : (list.posts.at(-1)?.createdAt ?? '');
    const fresh = added.filter((post) => !known.has(post.id) && post.createdAt >= end && accepts(post));
    if (fresh.length === 0) return list;
    const posts = [...fresh, ...list.posts].sort(
      (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id),
    );
    return { ...list, posts };
  });
}

interface ShownList {
  key: readonly unknown[] | null;
  /** Null when only the server can say whether a post belongs to the list. */
  accepts: ((post: Post) => boolean) | null;
}

/** Keeps what is shown up to date with what happens in the areas of the map. */
export function useLivePosts(cells: readonly number[] | null, shown: ShownList): void {
  const client = useQueryClient();
  /** Posts that were edited while this is shown: they may have come from somewhere else. */
  const edited = useRef(new Set<string>());
  const handlers = useMemo(
    () => ({
      events: (events: readonly AreaEvent[]) => {
        const ofPosts = events.filter((event) => 'messageId' in event);
        void apply(client, ofPosts, shown, edited.current).catch(() => {});
        if (events.some(({ type }) => type === 'person_changed')) refreshAll(client);
      },
      changed: () => refreshAll(client),
    }),
    [client, shown],
  );
  useAreas(cells, handlers);
}

/**
 * Keeps posts that stand in a list of their own up to date, wherever each of them lies: those of one author, whose further
 * posts near them come as well, or with `authorId` null those that somebody has kept.
 */
export function useLiveListed(posts: readonly Post[], authorId: string | null): void {
  const client = useQueryClient();
  const edited = useRef(new Set<string>());
  const latest = useRef(posts);
  latest.current = posts;
  const handlers = useMemo(
    () => ({
      events: (events: readonly AreaEvent[]) => {
        const listed = new Set(latest.current.map(({ id }) => id));
        const ofThese = events.filter(
          (event): event is PostEvent =>
            'messageId' in event &&
            (listed.has(event.messageId) || (event.type === 'post_created' && event.userId === authorId)),
        );
        const comes = ofThese.some(({ type }) => type === 'post_created');
        const shown = { key: null, accepts: comes ? null : () => false };
        void apply(client, ofThese, shown, edited.current).catch(() => {});
        const people = new Set(latest.current.map(({ userId }) => userId));
        if (events.some((event) => event.type === 'person_changed' && people.has(event.userId))) {
          refreshAll(client);
        }
      },
      changed: () => refreshAll(client),
    }),
    [client, authorId],
  );
  useAreas([...new Set(posts.map(({ location }) => cellOf(location, areaLevel)))], handlers);
}

function refreshAll(client: QueryClient) {
  void client.invalidateQueries({ queryKey: postKeys.all });
  void refreshAllComments(client);
}

async function apply(
  client: QueryClient,
  events: readonly PostEvent[],
  shown: ShownList,
  edited: Set<string>,
) {
  const created = new Set<string>();
  const changed = new Set<string>();
  // Other words may belong to a filtered list, or no longer; another place likewise.
  let isEdited = false;
  for (const event of events) {
    if (event.type === 'post_deleted') {
      created.delete(event.messageId);
      dropPost(client, event.messageId);
      // Out of one area into another: which of the two is heard first is open.
      if (edited.has(event.messageId)) changed.add(event.messageId);
    } else if (event.type === 'post_created') created.add(event.messageId);
    else changed.add(event.messageId);
    if (event.type === 'post_edited') {
      isEdited = true;
      edited.add(event.messageId);
    }
    if (event.type === 'comments_changed') void refreshComments(client, event.messageId);
  }
  const posts = await refreshPosts(client, [...new Set([...created, ...changed])]);
  if (created.size === 0 && changed.size === 0) return;
  if (created.size === 0 && !isEdited && !posts.some(({ id }) => edited.has(id))) return;
  if (shown.accepts === null) await client.invalidateQueries({ queryKey: postKeys.lists });
  else if (shown.key) {
    addToLists(
      client,
      shown.key,
      posts.filter(({ id }) => created.has(id) || edited.has(id)),
      shown.accepts,
    );
  }
}
