import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { minorFromDazi } from '@dazi/contract/wallet/wallet';
import sharp from 'sharp';
import {
  MessageWriter,
  markRead,
  reactToMessage,
  sendMessage,
  sendPrivateMessage,
} from '#features/chat/conversations/conversations.service.ts';
import { createRoom, joinRoom } from '#features/chat/rooms/rooms.service.ts';
import { castBoardVote, createMotion, voteOnMotion } from '#features/governance/governance.service.ts';
import { accountOf, refreshAccount } from '#features/identity/identity.service.ts';
import { addMiniApp, participate } from '#features/mini-apps/mini-apps.service.ts';
import { saveProfile } from '#features/people/profiles/profiles.service.ts';
import { addBookmark } from '#features/posts/bookmarks/bookmarks.service.ts';
import { addComment } from '#features/posts/comments/comments.service.ts';
import { createPost } from '#features/posts/posts/posts.service.ts';
import { addReaction } from '#features/posts/reactions/reactions.service.ts';
import { getWallet, LedgerWriter, transfer } from '#features/wallet/wallet.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { forgetLoading, hasPosts, rememberLoading } from './demo-town.store.ts';
import { type DemoGift, demoGifts } from './gifts.data.ts';
import { demoBoardVotes, demoMotions } from './governance.data.ts';
import { type DemoMiniApp, demoMiniApps } from './mini-apps.data.ts';
import { demoPeople } from './people.data.ts';
import { type PictureName, pictureNames, pictureSvg } from './pictures.data.ts';
import { type DemoComment, type DemoPost, demoPosts } from './posts.data.ts';
import { type DemoRoom, demoRooms } from './rooms.data.ts';
import { type DemoTalk, demoTalks } from './talks.data.ts';

/** The people that the demo provider's sign-in page offers. */
export const demoAccounts = demoPeople.map(({ email, name }) => ({ email, name }));

/** Whether the town can be loaded: demo mode, and nobody has posted yet. */
export async function isOffered(deps: Deps): Promise<boolean> {
  return deps.config.provider === null && !(await hasPosts(deps.db));
}

const minute_ms = 60_000;

/** These deps at another time: the past of the town goes through the same rules as the present. */
const at = (deps: Deps, instant: Date): Deps => {
  const moved: Deps = {
    ...deps,
    clock: () => instant,
    transact: (work) => deps.transact((inner) => work({ ...inner, clock: moved.clock })),
  };
  return moved;
};

/**
 * Fills the database with the cast and their posts, each through the verb a person would use. The town may
 * be loaded once, in demo mode only.
 */
export async function loadDemoTown(deps: Deps, issuer: string) {
  if (deps.config.provider !== null) throw new AppError('DEMO_TOWN_CLOSED');
  if (await hasPosts(deps.db)) throw new AppError('DEMO_TOWN_LOADED');
  if (!(await rememberLoading(deps.db, deps.ids.secret()))) throw new AppError('DEMO_TOWN_LOADED');

  try {
    return await buildTown(deps, issuer);
  } catch (error) {
    await forgetLoading(deps.db);
    throw error;
  }
}

/** What its parts are made with. */
interface Town {
  readonly deps: Deps;
  readonly actors: ReadonlyMap<string, Actor>;
  readonly pictures: ReadonlyMap<PictureName, string>;
  readonly now: Date;
  /** Somebody of the town did something at some time. */
  seen(who: string, when: Date): void;
}

async function buildTown(deps: Deps, issuer: string) {
  const now = deps.clock();
  const longAgo = at(deps, new Date(now.getTime() - 40 * 24 * 60 * minute_ms));
  const [actors, pictures] = await allOf([makePeople(longAgo, issuer), renderPictures()]);
  const lastSeen = new Map<string, Date>();
  const seen: Town['seen'] = (who, when) => {
    if (when > (lastSeen.get(who) ?? longAgo.clock())) lastSeen.set(who, when);
  };
  const town: Town = { deps, actors, pictures, now, seen };
  // Side by side: the one waits for pictures to be made smaller, the other for the database.
  const [posted, said] = await allOf([loadPosts(town), loadConversations(town)]);
  const boardVotes = await deps.transact((inner) => loadGovernance({ ...town, deps: inner }));
  for (const [who, when] of lastSeen) await refreshAccount(at(deps, when), actors.get(who)!);
  return {
    people: demoPeople.length,
    ...posted,
    ...said,
    transfers: demoGifts.length,
    boardVotes,
    motions: demoMotions.length,
  };
}

/** When all have ended, one way or the other: whoever is told of a failure finds nobody still at work. */
async function allOf<Results extends unknown[]>(work: { [Each in keyof Results]: Promise<Results[Each]> }) {
  await Promise.allSettled(work);
  return Promise.all(work);
}

async function makePeople(longAgo: Deps, issuer: string): Promise<ReadonlyMap<string, Actor>> {
  const soonAfter = at(longAgo, new Date(longAgo.clock().getTime() + minute_ms));
  const actors = new Map<string, Actor>();
  for (const person of demoPeople) {
    const { id } = await accountOf(longAgo, {
      issuer,
      subject: person.email,
      email: person.email,
      emailVerified: true,
      name: person.name,
    });
    const actor: Actor = { id, name: person.name, avatarUrl: null, isAdministrator: false };
    await saveProfile(longAgo, actor, {
      displayName: person.name,
      bio: person.bio,
      age: person.age,
      gender: person.gender,
      interests: [...person.interests],
      lookingFor: [...person.lookingFor],
      // The town is invented: its people stand where the posts say.
      privacy: { locationSharing: { enabled: true, precision: 'exact' }, showLocation: 'exact' },
    });
    // Somebody who has changed their profile once is not asked again whether this is them.
    await saveProfile(soonAfter, actor, { bio: person.bio });
    actors.set(person.key, actor);
  }
  return actors;
}

async function renderPictures(): Promise<Map<PictureName, string>> {
  const rendered = new Map<PictureName, string>();
  for (const name of pictureNames) {
    const jpeg = await sharp(Buffer.from(pictureSvg(name)))
      .jpeg({ quality: 88 })
      .toBuffer();
    rendered.set(name, `data:image/jpeg;base64,${jpeg.toString('base64')}`);
  }
  return rendered;
}

/** The posts in their order; while one is published, what was said about the one before is written. */
async function loadPosts(town: Town) {
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

/** What was said and done about a post. */
async function loadAnswers({ deps, actors, seen }: Town, { post, id: postId, postedAt }: Published) {
  const then = at(deps, postedAt);
  let comments = 0;
  async function load(comment: DemoComment, parentId: string | null) {
    const commentedAt = at(deps, new Date(postedAt.getTime() + comment.minutesAfter * minute_ms));
    const input = { postId, parentId, content: comment.text };
    const { id } = await addComment(commentedAt, actors.get(comment.by)!, input);
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

/** What was said in rooms and between two, and given. */
async function loadConversations(town: Town) {
  const counted = { rooms: 0, messages: 0 };
  const conversations = new Map<string, string>();
  for (const room of demoRooms) {
    counted.rooms++;
    counted.messages += room.lines.length;
    conversations.set(room.key, await loadRoom(town, room));
  }
  for (const talk of demoTalks) counted.messages += await loadTalk(town, talk);
  for (const gift of demoGifts) await loadGift(town, conversations, gift);
  return counted;
}

/** A room with everybody in it, what they said, and who waits to be let in. Answers its conversation. */
async function loadRoom(town: Town, room: DemoRoom): Promise<string> {
  const { deps, actors, pictures, now, seen } = town;
  const ago = (minutes: number) => at(deps, new Date(now.getTime() - minutes * minute_ms));
  const opened_minutes = room.openedDaysAgo * 24 * 60;
  const { name, description, joinRadius } = room;
  const input = { name, description, joinRadius, ...room.at, placed: true };
  const roomId = await createRoom(ago(opened_minutes), actors.get(room.owner)!, input);
  let conversationId = '';
  for (const [index, member] of room.members.entries()) {
    // One every twenty minutes: the town did not come in a crowd.
    const then = ago(opened_minutes - (index + 1) * 20);
    ({ conversationId } = await joinRoom(then, actors.get(member)!, roomId, room.at));
  }
  const sent: string[] = [];
  const apps = demoMiniApps.filter((app) => app.room === room.key);
  for (const line of room.lines) {
    for (const app of apps.splice(0, apps.findLastIndex((each) => each.minutesAgo > line.minutesAgo) + 1)) {
      await loadMiniApp(town, conversationId, app);
    }
    const then = ago(line.minutesAgo);
    const actor = actors.get(line.by)!;
    const writer = new MessageWriter(then);
    const replyToId = line.answers === undefined ? null : sent[line.answers]!;
    const message = await sendMessage(then, writer, actor, conversationId, { content: line.text, replyToId });
    sent.push(message.id);
    if (line.picture) {
      const content = pictures.get(line.picture)!;
      await sendMessage(then, writer, actor, conversationId, { type: 'IMAGE', content });
    }
    for (const [type, people] of Object.entries(line.reactions ?? {})) {
      for (const person of people ?? []) {
        await reactToMessage(then, actors.get(person)!, conversationId, message.id, type as ReactionType);
      }
    }
    seen(line.by, then.clock());
  }
  for (const { by, from, message, minutesAgo } of room.asking ?? []) {
    await joinRoom(ago(minutesAgo), actors.get(by)!, roomId, { ...from, message });
    seen(by, ago(minutesAgo).clock());
  }
  return conversationId;
}

/** A mini app of a room and those who took part, in one commit. */
async function loadMiniApp(
  { deps, actors, now, seen }: Town,
  conversationId: string,
  { by, minutesAgo, taken, ...input }: DemoMiniApp,
): Promise<void> {
  await deps.transact(async (inner) => {
    const after = (minutes: number) =>
      at(inner, new Date(now.getTime() - (minutesAgo - minutes) * minute_ms));
    const { miniApp } = await addMiniApp(after(0), actors.get(by)!, conversationId, input);
    seen(by, after(0).clock());
    for (const { by: who, minutesAfter, answers } of taken) {
      await participate(after(minutesAfter), actors.get(who)!, miniApp.id, answers);
      seen(who, after(minutesAfter).clock());
    }
  });
}

async function loadGift(
  { deps, actors, now, seen }: Town,
  conversations: ReadonlyMap<string, string>,
  { by, to, dazi, memo, minutesAgo }: DemoGift,
): Promise<void> {
  const then = at(deps, new Date(now.getTime() - minutesAgo * minute_ms));
  const actor = actors.get(by)!;
  const { id: fromWalletId } = await getWallet(then, actor, { userId: actor.id });
  const toWalletId =
    'person' in to ? `user-${actors.get(to.person)!.id}` : `group-${conversations.get(to.room)!}`;
  const amountMinor = minorFromDazi(dazi)!;
  await transfer(then, new LedgerWriter(then), actor, { fromWalletId, toWalletId, amountMinor, memo });
  seen(by, then.clock());
}

/** Who wants whom on the board, and what was put to it since. Answers how many votes. */
async function loadGovernance({ deps, actors, now, seen }: Town): Promise<number> {
  const ago = (minutes: number) => at(deps, new Date(now.getTime() - minutes * minute_ms));
  const candidates = Object.entries(demoBoardVotes);
  const rounds = Math.max(...candidates.map(([, voters]) => voters.length));
  let votes = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [candidate, voters] of candidates) {
      const voter = voters[round];
      if (voter === undefined) continue;
      // Seven hours after the one before: three weeks in all.
      const then = ago((33 * 24 - votes * 7) * 60);
      const candidateId = actors.get(candidate)!.id;
      await castBoardVote(then, actors.get(voter)!, { candidateId, action: 'add' });
      seen(voter, then.clock());
      votes++;
    }
  }
  for (const { by, title, content, daysAgo, yes } of demoMotions) {
    const minutes = daysAgo * 24 * 60;
    const { id } = await createMotion(ago(minutes), actors.get(by)!, { title, content });
    for (const [index, voter] of yes.entries()) {
      const then = ago(minutes - (index + 1) * 60);
      await voteOnMotion(then, actors.get(voter)!, id, 'YES');
      seen(voter, then.clock());
    }
  }
  return votes;
}

/** What two people said to each other; the second has read it, or has it waiting. Answers how many messages. */
async function loadTalk({ deps, actors, now, seen }: Town, talk: DemoTalk): Promise<number> {
  const [first, second] = talk.between;
  for (const { by, minutesAgo, text } of talk.lines) {
    const then = at(deps, new Date(now.getTime() - minutesAgo * minute_ms));
    const receiverId = actors.get(by === first ? second : first)!.id;
    const input = { receiverId, content: text };
    const sent = await sendPrivateMessage(then, new MessageWriter(then), actors.get(by)!, input);
    seen(by, then.clock());
    if (talk.isRead) await markRead(then, actors.get(second)!, sent.conversationId);
    if (talk.isRead) await markRead(then, actors.get(first)!, sent.conversationId);
  }
  return talk.lines.length;
}
