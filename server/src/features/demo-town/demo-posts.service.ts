import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { knows } from '#features/chat/conversations/conversations.service.ts';
import { addBookmark } from '#features/posts/bookmarks/bookmarks.service.ts';
import { addComment } from '#features/posts/comments/comments.service.ts';
import { createPost } from '#features/posts/posts/posts.service.ts';
import { addReaction } from '#features/posts/reactions/reactions.service.ts';
import { type DemoComment, type DemoPost, demoPosts } from './posts.data.ts';
import { allOf, at, minute_ms, type Town } from './town.service.ts';

/** The posts in their order; while one is published, what was said about the one before is written. */
export async function loadPosts(town: Town) {
  const counted = { posts: 0, comments: 0, reactions: 0, pictures: 0 };
  const answer = async (published: Published | null) => {
    if (!published) return;
    // Together: a thousand commits of their own would be half of what the town takes to stand.
    const answers = await town.deps.transact((inner) => loadAnswers({ ...town, deps: inner }, published));
    counted.posts++;
    counted.comments += answers.comments;
    counted.reactions += answers.reactions;
    counted.pictures += published.post.pictures.length;
  };
  let before: Published | null = null;
  for (const post of [...demoPosts].reverse()) [before] = await allOf([publish(town, post), answer(before)]);
  await answer(before);
  return counted;
}

interface Published {
  post: DemoPost;
  id: string;
  postedAt: Date;
}

async function publish({ deps, actors, pictures, now, seen }: Town, post: DemoPost): Promise<Published> {
  const postedAt = new Date(now.getTime() - post.minutesAgo * minute_ms);
  const lifetime_ms = (post.disappearsAfterDays ?? 0) * 24 * 60 * minute_ms;
  const id = await createPost(at(deps, postedAt), actors.get(post.by)!, {
    content: post.text,
    location: post.at,
    locationDisplay: 'exact',
    imageUrls: post.pictures.map((name) => pictures.get(name)!),
    expiresAt: lifetime_ms ? new Date(postedAt.getTime() + lifetime_ms).toISOString() : null,
  });
  seen(post.by, postedAt);
  return { post, id, postedAt };
}

async function loadAnswers({ deps, actors, seen }: Town, { post, id: postId, postedAt }: Published) {
  const then = at(deps, postedAt);
  let comments = 0;
  async function load(comment: DemoComment, parentId: string | null) {
    const commentedAt = at(deps, new Date(postedAt.getTime() + comment.minutesAfter * minute_ms));
    const input = { postId, parentId, content: comment.text };
    const { id } = await addComment(commentedAt, knows, actors.get(comment.by)!, input);
    seen(comment.by, commentedAt.clock());
    comments++;
    for (const reply of comment.replies ?? []) await load(reply, id);
  }
  for (const comment of post.comments) await load(comment, null);
  let reactions = 0;
  for (const [type, people] of Object.entries(post.reactions)) {
    for (const person of people ?? []) {
      await addReaction(then, actors.get(person)!, postId, type as ReactionType);
      reactions++;
    }
  }
  for (const person of post.bookmarkedBy) await addBookmark(then, actors.get(person)!, postId);
  return { comments, reactions };
}
