import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import type { Reaction } from '@dazi/contract/posts/reactions';
import { requirePost, tellPost, tellPostById } from '#features/posts/posts/posts.service.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { postReacted, postReactionRemoved } from './reactions.notices.ts';
import * as store from './reactions.store.ts';

export async function listReactions(deps: Deps, viewer: Actor | null, postId: string): Promise<Reaction[]> {
  await requirePost(deps, viewer, postId);
  return store.listReactions(deps.db, viewer?.id ?? null, postId);
}

/** Reacts to a post one may see; the own ones included. */
export async function addReaction(
  deps: Deps,
  actor: Actor,
  postId: string,
  reactionType: ReactionType,
): Promise<Reaction> {
  return deps.transact(async (inner) => {
    const post = await requirePost(inner, actor, postId);
    const createdAt = inner.clock();
    const id = inner.ids.next(createdAt);
    await store.putReaction(inner.db, { id, postId, userId: actor.id, type: reactionType, createdAt });
    tellPost(inner, post, { type: 'reactions_changed', messageId: postId, userId: actor.id });
    publishNotice(inner, postReacted, { postId, personId: actor.id });
    return {
      id,
      messageId: postId,
      userId: actor.id,
      userName: actor.name,
      reactionType,
      createdAt: createdAt.toISOString(),
    };
  });
}

/** Takes the own reaction back, also from a post that one no longer sees; one of another kind stays. */
export async function removeReaction(
  deps: Deps,
  actor: Actor,
  postId: string,
  type: ReactionType,
): Promise<void> {
  await deps.transact(async (inner) => {
    if (await store.deleteReaction(inner.db, { postId, userId: actor.id, type })) {
      await tellPostById(inner, postId, { type: 'reactions_changed', messageId: postId, userId: actor.id });
      publishNotice(inner, postReactionRemoved, { postId, personId: actor.id });
    } else await requirePost(inner, actor, postId);
  });
}
