import { usedSince } from '#features/chat/presence/presence.service.ts';
import { postCreated } from '#features/posts/posts/posts.service.ts';
import type { TransactingDeps } from '#platform/deps.ts';
import {
  type AreaNotices,
  codeFacts,
  type Noticed,
  noticeKind,
  noticeRule,
  type Recipient,
} from '#platform/notices.ts';
import * as nearbyStore from './nearby.store.ts';

export const personChanged = noticeKind<{ personId: string }>('person_changed', 'person');

type NearPost = Recipient & { authorId: string };

async function nearPosts(
  inner: TransactingDeps,
  notices: readonly Noticed<{ postId: string }>[],
): Promise<NearPost[]> {
  const near: NearPost[] = [];
  // One after the other: whoever is told of one is told of no other within the hour.
  for (const { eventId, postId, createdAt } of notices) {
    const now = inner.clock();
    const post = await nearbyStore.findNewPost(inner.db, postId);
    // What was posted while nobody read notices is not new any more to those who are there now.
    if (!post || createdAt <= usedSince(now)) continue;
    const { userId: authorId, ...at } = post;
    const userIds = await nearbyStore.ofPlace(inner.db, { at, authorId, now, usedSince: usedSince(now) });
    await nearbyStore.noteNearby(inner.db, userIds, now);
    near.push(...userIds.map((userId) => ({ eventId, userId, authorId })));
  }
  return near;
}

export const notificationsNotices: AreaNotices = {
  codes: { post_nearby: codeFacts('PROXIMITY_ALERT') },
  rules: [
    noticeRule([postCreated], {
      find: (_db, notices, inner) => nearPosts(inner, notices),
      compose: ({ postId }, { authorId }) => ({ code: 'post_nearby', postId, personId: authorId }),
    }),
  ],
  invalidating: [personChanged],
};
