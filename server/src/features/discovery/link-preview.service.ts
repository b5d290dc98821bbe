import { hiddenPlanWords, sharedPlanWords } from '@dazi/contract/plans/plan-share';
import type { Post } from '@dazi/contract/posts/posts';
import { getRoom } from '#features/chat/conversation-views/conversation-views.service.ts';
import { getPlan } from '#features/plans/plans.service.ts';
import { getPost } from '#features/posts/post-views/post-views.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { LinkPreview } from '#platform/http/web-pages.ts';

/** Longer texts are cut by whoever shows them; this much is read by all. */
const descriptionLength = 200;

/** What a link to a post shows where it is shared: what any visitor may see. Null when visitors see nothing. */
export async function previewOfPost(deps: Deps, postId: string): Promise<LinkPreview | null> {
  const post = await getPost(deps, null, postId).catch(nothingThere);
  return post && describe(post);
}

/** The same of a room: its name and what it is about. */
export async function previewOfRoom(deps: Deps, roomId: string): Promise<LinkPreview | null> {
  const room = await getRoom(deps, null, roomId).catch(nothingThere);
  if (!room) return null;
  const about = room.description?.replace(/\s+/g, ' ') ?? 'A chat room on the map of Dazi';
  return {
    title: `${room.name} · Dazi 搭子`,
    description: [about, room.address].filter(Boolean).join(' — '),
    path: `/chat-rooms/${room.id}`,
    image: null,
  };
}

/** A plan that visitors do not see, that is over or called off says what one says that does not exist. */
export async function previewOfPlan(deps: Deps, planId: string): Promise<LinkPreview> {
  const plan = await getPlan(deps, null, planId).catch(nothingThere);
  const isToCome = plan && !['happening', 'over', 'called_off'].includes(plan.state);
  const { title, text } = isToCome ? sharedPlanWords(plan) : hiddenPlanWords;
  return {
    title: isToCome ? `${title} · Dazi 搭子` : title,
    description: text,
    path: `/plan/${planId}`,
    image: null,
  };
}

function nothingThere(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function describe(post: Post): LinkPreview {
  const letters = Array.from(post.content.replace(/\s+/g, ' ').trim());
  const text =
    letters.length > descriptionLength
      ? `${letters.slice(0, descriptionLength - 1).join('')}…`
      : letters.join('');
  const first = post.media.find(({ isFolded }) => !isFolded);
  return {
    title: `${post.user.name} · Dazi 搭子`,
    description: [text, post.location.address].filter(Boolean).join(' — ') || 'Pictures on the map of Dazi',
    path: `/post/${post.id}`,
    image: first ? { path: first.thumbnailUrl, isLarge: true } : null,
  };
}
