import type { Blurring } from '@dazi/contract/posts/blurring';
import { displayedPosition } from '#features/places/places.service.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import * as store from './blurring.store.ts';
import { postChanged } from './posts.notices.ts';
import { cellsOf } from './posts.rules.ts';
import { type BlurredAlong, tellPost } from './posts.service.ts';

const batch = 100;

const untilOf = (deps: Deps, upTo: string | undefined) => (upTo ? new Date(upTo) : deps.clock());

export async function countExact(
  deps: Deps,
  others: BlurredAlong,
  actor: Actor,
  upTo: string | undefined,
): Promise<Blurring> {
  const until = untilOf(deps, upTo);
  const posts = await store.countExact(deps.db, actor.id, until);
  const rooms = await others.count(deps, actor.id, until);
  return { posts, rooms, left: posts + rooms };
}

/** From where they are shown exactly they go to where they would have been shown approximately, in one transaction. */
export async function blurPosts(
  deps: Deps,
  others: BlurredAlong,
  actor: Actor,
  upTo: string | undefined,
): Promise<Blurring> {
  const until = untilOf(deps, upTo);
  return deps.transact(async (inner) => {
    const exact = await store.lockExact(inner.db, actor.id, until, batch);
    for (const post of exact) {
      const position = await displayedPosition(inner, actor.id, post, 'approximate');
      const cells = cellsOf(position);
      await store.movePost(inner.db, post.id, { ...position, ...cells, updatedAt: inner.clock() });
      if (!post.isActive) continue;
      const { id: messageId, userId } = post;
      // Within one area it has moved; out of it, it is gone there.
      if (cells.q12 !== post.q12) tellPost(inner, post, { type: 'post_deleted', messageId, userId });
      tellPost(inner, { ...post, ...cells }, { type: 'post_edited', messageId, userId });
      publishNotice(inner, postChanged, { postId: messageId });
    }
    const rooms = await others.blur(inner, actor.id, until, batch - exact.length);
    const { left } = await countExact(inner, others, actor, until.toISOString());
    return { posts: exact.length, rooms, left };
  });
}
