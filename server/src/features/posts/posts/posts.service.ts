import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { PostEvent } from '@dazi/contract/posts/post-events';
import type {
  createPost as createPostEndpoint,
  editPost as editPostEndpoint,
  Post,
} from '@dazi/contract/posts/posts';
import {
  makeOnce,
  type Remember,
  refuseLinks,
  requireBudget,
  requireReach,
} from '#features/identity/identity.service.ts';
import { tellArea } from '#features/live/live.service.ts';
import {
  attachMedia,
  claimUploads,
  discardMedia,
  eraseMedia,
  prepareMedia,
  requireUploadsForPost,
} from '#features/media/media.service.ts';
import { profileOf } from '#features/people/profiles/profiles.service.ts';
import { appliedDisplay, displayedPosition } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import { port } from '#platform/ports.ts';
import { postChanged, postCreated } from './posts.notices.ts';
import {
  acceptEdit,
  acceptPost,
  cellsOf,
  erasureAfter_ms,
  rememberedAfterErasure_ms,
} from './posts.rules.ts';
import * as store from './posts.store.ts';

export type ViewOfPost = (deps: Deps, viewer: Actor, postId: string) => Promise<Post>;
export const viewOfPostPort = port<ViewOfPost>('how somebody sees a post');

/** Others of somebody's things that stand at an exact place; `blur` answers how many it moved. */
export interface BlurredAlong {
  count(deps: Deps, userId: string, upTo: Date): Promise<number>;
  blur(inner: TransactingDeps, userId: string, upTo: Date, limit: number): Promise<number>;
}
export const blurredAlongPort = port<BlurredAlong>('what else of somebody is blurred with their posts');

export { foldMapCounts } from './map-counts.service.ts';
export { postCreated } from './posts.notices.ts';

/** Publishes a post, once for each client id; answers its id. */
export const createPost = (
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof createPostEndpoint>,
): Promise<string> =>
  makeOnce(deps, actor, 'post', input.clientId, {
    make: (remember) => publishPost(deps, actor, input, remember),
    known: async (postId) => (await requirePost(deps, actor, postId)).id,
  });

/** The true position lives only in this function's memory. */
async function publishPost(
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof createPostEndpoint>,
  remember: Remember,
): Promise<string> {
  requireReach(actor);
  const profile = await profileOf(deps, actor.id);
  const accepted = acceptPost(
    input,
    { isConfirmed: actor.isConfirmed, gender: profile?.gender ?? null },
    deps.clock(),
  );
  refuseLinks(deps, actor, accepted.content);
  const display = appliedDisplay(input.locationDisplay, profile?.privacy.locationSharing.precision);
  const uploadIds = accepted.media.flatMap((each) => ('uploadId' in each ? [each.uploadId] : []));
  await requireUploadsForPost(deps, actor, uploadIds);
  const files = accepted.media.flatMap((each) => ('uploadId' in each ? [] : [each]));
  const media = await prepareMedia(deps, actor.id, 'post', files);
  const filesInOrder = media.values();
  const mediaIds = accepted.media.map((each) =>
    'uploadId' in each ? each.uploadId : filesInOrder.next().value!.row.id,
  );
  try {
    return await deps.transact(async (inner) => {
      const now = inner.clock();
      await requireBudget(inner, actor, 'posts', (since) => store.writtenSince(inner.db, actor.id, since));
      const position = await displayedPosition(inner, actor.id, accepted.truePosition, display);
      const row: store.PostRow = {
        id: inner.ids.next(now),
        userId: actor.id,
        content: accepted.content,
        ...position,
        display,
        gender: accepted.gender,
        isActive: true,
        ...{ removedBy: null, removal: null, linksFold: null },
        createdAt: now,
        updatedAt: now,
        expiresAt: accepted.expiresAt,
        editedAt: null,
        ...cellsOf(position),
      };
      await attachMedia(inner, actor, media);
      if (!(await claimUploads(inner, actor, uploadIds, 'post'))) throw new AppError('INVALID_IMAGE');
      await store.insertPost(inner.db, row, mediaIds);
      await remember(inner, row.id);
      tellPost(inner, row, { type: 'post_created', ...ofPost(row), ...position });
      publishNotice(inner, postCreated, { postId: row.id, authorId: actor.id });
      return row.id;
    });
  } catch (error) {
    await discardMedia(deps, media);
    throw error;
  }
}

export async function editPost(
  deps: Deps,
  actor: Actor,
  postId: string,
  input: BodyOf<typeof editPostEndpoint>,
): Promise<void> {
  await deps.transact(async (inner) => {
    const post = await requirePost(inner, actor, postId);
    if (post.userId !== actor.id) throw new AppError('NOT_YOUR_POST_TO_EDIT');
    const now = inner.clock();
    const hasMedia = await store.hasMedia(inner.db, postId);
    const change = acceptEdit(input, { ...post, hasMedia }, now);
    // What stays as it was read is not written: another device may be changing it at this moment.
    const changed = {
      ...(change.content !== post.content && { content: change.content }),
      ...(change.gender !== post.gender && { gender: change.gender }),
    };
    if (Object.keys(changed).length === 0) return;
    if (changed.content !== undefined) requireReach(actor);
    refuseLinks(inner, actor, change.content);
    if (!(await store.changePost(inner.db, postId, changed, now))) throw new AppError('POST_NOT_FOUND');
    tellPost(inner, post, { type: 'post_edited', ...ofPost(post) });
    publishNotice(inner, postChanged, { postId });
  });
}

/** Takes the own post out of every list; it is erased for good later. */
export async function removePost(deps: Deps, actor: Actor, postId: string): Promise<void> {
  const post = await requirePost(deps, actor, postId);
  if (post.userId !== actor.id) throw new AppError('NOT_YOUR_POST');
  await deps.transact(async (inner) => {
    if (!(await store.deactivatePost(inner.db, postId, inner.clock()))) throw new AppError('POST_NOT_FOUND');
    tellPost(inner, post, { type: 'post_deleted', ...ofPost(post) });
    publishNotice(inner, postChanged, { postId });
  });
}

/** The only way to get a post for somebody. Unknown, deleted, expired and hidden are one answer. */
export async function requirePost(deps: Deps, viewer: Actor | null, postId: string): Promise<store.PostRow> {
  const post = await store.findVisiblePost(deps.db, viewer?.id ?? null, postId, deps.clock());
  if (!post) throw new AppError('POST_NOT_FOUND');
  return post;
}

/** Which of these posts somebody may see, in the given order. */
export function filterVisible(
  deps: Deps,
  viewer: Actor | null,
  postIds: readonly string[],
): Promise<string[]> {
  return store.filterVisible(deps.db, viewer?.id ?? null, postIds, deps.clock());
}

export function mayReadPostMedia(deps: Deps, viewer: Actor | null, medium: { id: string }): Promise<boolean> {
  return store.isMediumOfVisiblePost(deps.db, viewer?.id ?? null, medium.id, deps.clock());
}

/** Tells those who look at a post's surroundings, unless its author is hidden from them, what changed. */
export function tellPost(
  inner: TransactingDeps,
  post: Pick<store.PostRow, 'q12' | 'userId'>,
  event: PostEvent,
): void {
  tellArea(inner, post.q12, event, post.userId);
}

/** The same for a post known by its id alone; nobody is told of one that is gone for good. */
export async function tellPostById(inner: TransactingDeps, postId: string, event: PostEvent): Promise<void> {
  const place = await store.findPlace(inner.db, postId);
  if (place) tellPost(inner, place, event);
}

/** Tells those who look at these areas that somebody who left traces there is gone, or back. */
export function tellAreas(inner: TransactingDeps, areas: readonly number[], userId: string): void {
  for (const area of areas) tellArea(inner, area, { type: 'person_changed', userId });
}

const ofPost = (row: store.PostRow) => ({ messageId: row.id, userId: row.userId });
const batch = 200;

export async function cleanUpPosts(deps: Deps): Promise<void> {
  let expired: number;
  do {
    expired = await deps.transact(async (inner) => {
      const posts = await store.deactivateExpired(inner.db, inner.clock(), batch);
      for (const post of posts) {
        tellPost(inner, post, { type: 'post_deleted', ...ofPost(post) });
        publishNotice(inner, postChanged, { postId: post.id });
      }
      return posts.length;
    });
  } while (expired === batch);
  await deps.transact(async (inner) => {
    const before = new Date(inner.clock().getTime() - erasureAfter_ms);
    const erasable = await store.findErasable(inner.db, before, batch);
    await store.erasePosts(
      inner.db,
      erasable.map((post) => post.id),
      inner.clock(),
    );
    await eraseMedia(
      inner,
      erasable.flatMap((post) => post.mediaIds),
    );
  });
  const before = new Date(deps.clock().getTime() - rememberedAfterErasure_ms);
  await untilNoneIsLeft((limit) => store.forgetErased(deps.db, before, limit));
}
