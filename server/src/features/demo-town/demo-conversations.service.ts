import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { minorFromDazi } from '@dazi/contract/wallet/wallet.rules';
import {
  MessageWriter,
  markRead,
  reactToMessage,
  sendMessage,
  sendPrivateMessage,
} from '#features/chat/conversations/conversations.service.ts';
import { createRoom, joinRoom } from '#features/chat/rooms/rooms.service.ts';
import { addMiniApp, participate } from '#features/mini-apps/mini-apps.service.ts';
import { getWallet, LedgerWriter, transfer } from '#features/wallet/wallet.service.ts';
import { type DemoGift, demoGifts } from './gifts.data.ts';
import { type DemoMiniApp, demoMiniApps } from './mini-apps.data.ts';
import { type DemoRoom, demoRooms } from './rooms.data.ts';
import { type DemoTalk, demoTalks } from './talks.data.ts';
import { at, minute_ms, type Town } from './town.service.ts';

export async function loadConversations(town: Town) {
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
