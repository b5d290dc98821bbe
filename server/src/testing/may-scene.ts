import { saveAvatar } from '@dazi/contract/people/profiles';
import { addComment } from '@dazi/contract/posts/comments';
import { type Post, removePost } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { bookmarks } from '#features/posts/bookmarks/bookmarks.tables.ts';
import { type Cast, roles } from './may-cast.ts';
import { type Company, makeRoom, type RoomScene, type Talk, talkTo } from './may-talks.ts';
import { perScene, remembered } from './once.ts';
import type { TestPerson } from './test-person.ts';
import { picture } from './test-pictures.ts';

/** What the owner has made, and a post of the host. */
export interface MayScene extends Cast {
  postId: string;
  /** Of the post, of the owner, and of a post that was taken away. Only reading asks for them. */
  pictures: { mediaId: string; avatarId: string; removedMediaId: string } | null;
  hostPostId: string;
  commentId: string;
  /** The host's, on the owner's post. */
  hostCommentId: string;
  /** Made when a case asks for it: what somebody whom the owner does not know has written to them. */
  talk(): Promise<Talk>;
  /** Made when a case asks for it: somebody whom nobody knows, with a post. */
  newFace(): Promise<{ person: TestPerson; postId: string }>;
  /** Made when a case asks for it: a room of the owner's with the host in it, and the others or not. */
  room(who: Company): Promise<RoomScene>;
}

let faces = 0;
const newFaces = perScene(async ({ app }: Cast) => {
  const person = await app.person(`Somebody whom nobody knows ${faces++}`);
  return { person, postId: (await person.post()).id };
});

export async function makeScene(cast: Cast, isForReading = false): Promise<MayScene> {
  const { app, people, host } = cast;
  // Newer than all before: lists show the newest first.
  app.clock.advance(1000);
  const { owner } = people;
  const post = await owner.post({ content: 'Chess?', imageUrls: isForReading ? [await picture()] : [] });
  const hostPost = await host.post({ content: 'Who is around?' });
  const comment = await owner.get(addComment, { body: { messageId: hostPost.id, content: 'I am' } });
  const hostComment = await host.get(addComment, { body: { messageId: post.id, content: 'Not me' } });
  await owner.get(addReaction, { body: { messageId: hostPost.id, reactionType: 'HEART' } });
  // Everyone but the owner had kept the post before blocks came.
  for (const role of roles) {
    if (role === 'visitor' || role === 'owner') continue;
    const row = { userId: people[role].id, postId: post.id, createdAt: app.deps.clock() };
    await app.deps.db.insert(bookmarks).values(row);
  }
  const talkOf = remembered((key: string) => talkTo(cast, key));
  return {
    ...cast,
    postId: post.id,
    pictures: isForReading ? await makePictures(people.owner, post) : null,
    hostPostId: hostPost.id,
    commentId: comment.data.id,
    hostCommentId: hostComment.data.id,
    talk: () => talkOf(post.id),
    newFace: () => newFaces(cast),
    room: remembered((who: Company) => makeRoom(cast, who, isForReading)),
  };
}

async function makePictures(owner: TestPerson, post: Post) {
  const removed = await owner.post({ imageUrls: [await picture()] });
  await owner.get(removePost, { params: { messageId: removed.id }, body: {} });
  const avatar = await owner.get(saveAvatar, { body: { avatarUrl: await picture() } });
  return {
    mediaId: mediaIdOf(post.imageUrl),
    avatarId: mediaIdOf(avatar.data.avatarUrl),
    removedMediaId: mediaIdOf(removed.imageUrl),
  };
}

/** Of the address of a picture. */
export const mediaIdOf = (url: string | null) => url?.split('/')[3] ?? '';
