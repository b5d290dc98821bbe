import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { sendMessage } from '@dazi/contract/chat/conversations';
import { sharePresence } from '@dazi/contract/chat/presence';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { joinRoom, type Room, voteForLeader } from '@dazi/contract/chat/rooms';
import type { Motion } from '@dazi/contract/governance/governance';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment } from '@dazi/contract/posts/comments';
import type { Post } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { aMiniApp, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { blockPerson as block } from '#features/people/blocks/blocks.service.ts';
import { send } from '#features/wallet/wallet.builder.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { farAway, haight, type TestPerson } from './test-person.ts';
import { picture } from './test-pictures.ts';
import { TestStream } from './test-stream.ts';
import { uploaded } from './test-uploads.ts';

/** The blocker has blocked Sol, the blocked was blocked by Sol, the third has nothing to do with it. */
export const viewers = ['blocker', 'blocked', 'third', 'visitor'] as const;
export type Viewer = (typeof viewers)[number];
type SignedIn = Exclude<Viewer, 'visitor'>;

export interface BlockCase {
  readonly of: string;
  readonly expected: Readonly<Record<Viewer, string>>;
  /** For what changes who has blocked whom, or takes away what others look at: looked at after everything else. */
  readonly last?: true;
  look(scene: BlocksScene, as: TestPerson, viewer: Viewer): Promise<string>;
}

export interface PrivateTalk {
  readonly conversationId: string;
  readonly fromSol: string;
  readonly toSol: string;
  readonly pictureUrl: string;
}

/** What was there before the blocks came. */
export interface BlocksScene {
  readonly app: TestApp;
  readonly sol: TestPerson;
  readonly host: TestPerson;
  readonly people: Readonly<Record<Viewer, TestPerson>>;
  readonly privately: Readonly<Record<SignedIn, PrivateTalk>>;
  readonly post: Post;
  readonly hostPost: Post;
  readonly solsComment: string;
  readonly avatarUrl: string;
  /** Everybody is in the one; nobody but Sol in the other. */
  readonly together: Room;
  readonly outside: Room;
  /** Of somebody else, with Sol and without those who look. */
  readonly elsewhere: Room;
  /** What Sol has said, and shown, where everybody is. */
  readonly saidId: string;
  readonly roomPictureUrl: string;
  readonly motion: Motion;
  /** In the room where everybody is: Sol took part in the one and has added the other. */
  readonly hostsApp: { readonly id: string };
  readonly solsApp: { readonly id: string };
  /** Rooms of each, into which Sol has asked to be let. */
  readonly asked: Readonly<Record<string, { room: Room; requestId: string }>>;
  inTogether(): { conversationId: string };
  mentionsSol(data: object): boolean;
  rowOf(viewer: Viewer, data: readonly Conversation[]): Conversation;
  close(): Promise<void>;
}

export const wordsInRoom = 'Shall we meet at the fountain';
export const wordsInPrivate = 'Only between the two of us';

export async function makeBlocksScene(): Promise<BlocksScene> {
  const webDirectory = mkdtempSync(join(tmpdir(), 'dazi-web-'));
  writeFileSync(join(webDirectory, 'index.html'), '<html><head></head><body></body></html>');
  const app = await startTestApp({}, {}, undefined, { webDirectory });
  const [sol, host] = [await app.person('Sol'), await app.person('Host')];
  const people = {} as Record<Viewer, TestPerson>;
  for (const viewer of viewers) {
    people[viewer] = viewer === 'visitor' ? app.visitor() : await app.person(viewer);
  }
  const { visitor: _nobody, ...others } = people;
  const posts = await makePosts(sol, host);
  const rooms = await makeRooms(sol, host, others);
  const privately = {} as Record<SignedIn, PrivateTalk>;
  const asked: Record<string, { room: Room; requestId: string }> = {};
  for (const [viewer, as] of Object.entries(others)) {
    await as.get(addBookmark, { body: { messageId: posts.post.id } });
    privately[viewer as SignedIn] = await speakInPrivate(sol, as);
    const room = await aRoom(as, { placed: true, name: `Of ${viewer}` });
    const request = await sol.get(joinRoom, { params: { roomId: room.id }, body: farAway });
    asked[viewer] = { room, requestId: request.data.requestId! };
  }
  const together = { conversationId: rooms.together.conversationId };
  const said = await speakTogether(sol, host, together);
  for (const person of [sol, ...Object.values(others)]) await person.get(sharePresence, { body: haight });
  const stream = await TestStream.open(sol);
  for (const person of Object.values(others)) await send(sol, person, 1);
  await castVote(host, sol);
  const motion = await aMotion(sol);
  await ballot(sol, motion);
  await allNotified(app.deps);
  await block(app.deps, people.blocker.user! as never, sol.id, null);
  await block(app.deps, sol.user! as never, people.blocked.id, null);
  return {
    app,
    sol,
    host,
    people,
    privately,
    ...posts,
    ...rooms,
    ...said,
    motion,
    asked,
    inTogether: () => together,
    mentionsSol: (data) => JSON.stringify(data).includes(sol.id),
    rowOf: (viewer, data) => data.find(({ id }) => id === privately[viewer as SignedIn].conversationId)!,
    async close() {
      stream.close();
      await app.close();
      rmSync(webDirectory, { recursive: true, force: true });
    },
  };
}

async function makePosts(sol: TestPerson, host: TestPerson) {
  const avatar = await sol.get(saveAvatar, { body: { avatarUrl: await picture() } });
  const hostPost = await host.post({ content: 'Who is around?' });
  const post = await sol.post({ content: 'Petanque?', imageUrls: [await picture()] });
  const messageId = hostPost.id;
  const comment = await sol.get(addComment, { body: { messageId, content: 'I am' } });
  await sol.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
  return { avatarUrl: avatar.data.avatarUrl!, post, hostPost, solsComment: comment.data.id };
}

async function makeRooms(sol: TestPerson, host: TestPerson, others: Readonly<Record<SignedIn, TestPerson>>) {
  const outside = await aRoom(sol, { placed: true, name: 'Outside' });
  const together = await aRoom(host, { placed: true, name: 'Together' });
  await joined(together, sol, ...Object.values(others));
  const elsewhere = await aRoom(host, { placed: true, name: 'Elsewhere' });
  await joined(elsewhere, sol);
  return { outside, together, elsewhere };
}

async function speakInPrivate(sol: TestPerson, as: TestPerson): Promise<PrivateTalk> {
  const said = await as.get(sendPrivateMessage, { body: { receiverId: sol.id, content: 'Hello, Sol' } });
  const params = { conversationId: said.data.conversationId };
  const content = await uploaded(sol);
  const shown = await sol.get(sendMessage, { params, body: { type: 'IMAGE', content } });
  const answered = await sol.get(sendMessage, { params, body: { content: wordsInPrivate } });
  return {
    ...params,
    fromSol: answered.data.id,
    toSol: said.data.id,
    pictureUrl: shown.data.media!.url,
  };
}

/** Where everybody is: two mini apps, a picture, words that call them, and a vote. */
async function speakTogether(sol: TestPerson, host: TestPerson, params: { conversationId: string }) {
  const hostsApp = await aMiniApp(host, params.conversationId, 'ice-breaker');
  await tookPart(sol, hostsApp.id, ['Petanque']);
  const solsApp = await aMiniApp(sol, params.conversationId, 'ice-breaker');
  const content = await uploaded(sol);
  const shown = await sol.get(sendMessage, { params, body: { type: 'IMAGE', content } });
  const words = `${wordsInRoom}, @blocker @blocked @third`;
  const said = await sol.get(sendMessage, { params, body: { content: words } });
  await sol.get(voteForLeader, { params, body: { candidateId: host.id } });
  return { hostsApp, solsApp, roomPictureUrl: shown.data.media!.url, saidId: said.data.id };
}
