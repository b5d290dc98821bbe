import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { addComment } from '@dazi/contract/posts/comments';
import { type Post, removePost } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { accountOf, appointModerator, setStanding } from '#features/identity/identity.service.ts';
import { anInvitation } from '#features/identity/registration.builder.ts';
import { hiddenFrom } from '#features/people/blocks/blocks.service.ts';
import { bookmarks } from '#features/posts/bookmarks/bookmarks.tables.ts';
import { demoIssuer } from '#platform/sign-in/demo-provider.ts';
import { accountParts } from '#src/areas.ts';
import { type Role, remembered, roles } from './may.ts';
import { type Company, makeRoom, type RoomScene, type Talk, talkTo } from './may-conversations.ts';
import { perScene } from './surface.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { block } from './test-block.ts';
import { emailOf, type TestPerson } from './test-person.ts';
import { picture } from './test-pictures.ts';

export interface Cast {
  readonly app: TestApp;
  readonly people: Readonly<Record<Role, TestPerson>>;
  /** Whom nobody hides. */
  readonly host: TestPerson;
  /** Waits far away to be let into rooms. */
  readonly asker: TestPerson;
  /** Of before they were. */
  readonly postOfLimited: string;
}

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

export async function makeCast(): Promise<Cast> {
  const app = await startTestApp({ ADMIN_EMAILS: 'administrator@people.example' });
  const people = await makePeople(app);
  const postOfLimited = (await people.limited.post()).id;
  await app.deps.transact(async (inner) => {
    const measure = { kind: 'limited', until: null, decisionId: null } as const;
    await setStanding(inner, accountParts, people.limited.id, measure);
    await appointModerator(inner, people.moderator.id, people.administrator.id);
  });
  const [host, asker] = [await app.person('host'), await app.person('asker')];
  await block(app.deps, people.blocker, people.owner);
  await block(app.deps, people.owner, people.blocked);
  return { app, people, host, asker, postOfLimited };
}

const aProvider = { clientSecret: null, name: 'id.example', scopes: null, responseMode: null };

async function makePeople(app: TestApp): Promise<Record<Role, TestPerson>> {
  const people = {} as Record<Role, TestPerson>;
  const signedIn = async (role: Role) => app.person(role, { profile: role !== 'unconfirmed' });
  for (const role of roles) {
    if (role === 'visitor') people[role] = app.visitor();
    else if (role === 'invited') await invitedBy(app, people.owner, role);
    else if (role !== 'newcomer') people[role] = await signedIn(role);
  }
  app.clock.advance(newcomerBudgets.week_ms);
  // Where nothing is on show only: whose first day it is does less.
  app.deps.config.provider = { issuer: 'https://id.example', clientId: '', ...aProvider };
  for (const role of roles) if (role !== 'visitor') people[role] = await signedIn(role);
  return people;
}

async function invitedBy(app: TestApp, inviter: TestPerson, name: string) {
  const identity = { issuer: demoIssuer(app.deps.config), subject: emailOf(name), email: emailOf(name) };
  const invitationId = await anInvitation(app, inviter);
  await accountOf(
    app.deps,
    { ...identity, emailVerified: true, name },
    { invitationId, blockedWith: hiddenFrom },
  );
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
