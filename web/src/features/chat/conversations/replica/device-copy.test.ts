import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import { describe, expect, it } from 'vitest';
import type { Numbered } from '../conversation-log.ts';
import {
  fromDevice,
  kept,
  type PrivateState,
  readableWithoutServer,
  toDevice,
  withBlocks,
} from './device-copy.ts';
import type { OwnMessage } from './own.ts';
import { me, now, privateConversation, saidBy, theo } from './private-samples.ts';
import { apply, emptyReplica, type Replica, type ReplicaEvent, unheardOf } from './replica.ts';

const listed = (...conversations: Conversation[]): ReplicaEvent => ({
  ...{ kind: 'list answered', conversations, asked: 1, at: 1 },
});
const opened = (conversation: Conversation, messages: Numbered[], change = 0): ReplicaEvent => {
  const lastSequence = messages.at(-1)?.sequence ?? 0;
  const page = { messages, lastSequence, change, hasOlder: false, hiddenUpTo: 0 };
  const answer = { ...conversation, lastSequence, change };
  return { kind: 'conversation answered', conversation: answer, page, asked: 2, at: 2 };
};
const after = (...events: ReplicaEvent[]): Replica => events.reduce(apply, emptyReplica);
const keptOf = (...events: ReplicaEvent[]) => toDevice(after(...events), me, []);
const last = (message: Message) => ({ ...message, sequence: message.sequence ?? 0, event: null });
const talk = privateConversation('c1', { lastMessage: last(saidBy(3, theo)), lastSequence: 3 });
const said = [saidBy(1, theo), saidBy(2, me), saidBy(3, theo)];
const block = (blockerId: string, blockedId: string) => ({
  ...{ id: 'b', blockerId, blockedId, reason: null, blockedAt: now, isActive: true },
});

describe('what the device keeps', () => {
  it('are conversations and rows with the stated fields (PRIV-009, PRIV-010, PRIV-013, PRIV-014)', () => {
    const lastMessageAt = saidBy(3, theo).createdAt;
    const settings = { isPinned: true, isMuted: false, isArchived: false };
    const pinned = { ...talk, lastMessageAt, unreadCount: 2, settings };
    const room = privateConversation('room', { isPrivate: false, otherParticipant: null });
    const { items } = keptOf(listed(pinned, room));
    expect(items).toHaveLength(1);
    const [item] = items;
    expect(item).toMatchObject({ unreadCount: 2, lastActivity: lastMessageAt });
    expect(item!.lastMessage).toMatchObject({ id: 'pm_m3', senderId: theo, receiverId: me, isRead: false });
    expect(item!.otherParticipant).toEqual({
      ...{ id: theo, name: 'Theo', avatar: null, isOnline: false },
      ...{ isBlocked: false, blockedByMe: false },
    });
    expect(item!.conversation).toEqual({
      ...{ id: 'c1', participants: [me, theo], isActive: true, lastMessageId: 'pm_m3', lastMessageAt },
      ...{ createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z' },
      settings: { [me]: { ...settings, customNotifications: false, muteUntil: null } },
      ...{ blockedBy: null, blockedAt: null, lastSequence: 3, readSequence: 0, change: 0 },
    });
  });

  it('are messages that the server has, read as far as it says (PRIV-003, PRIV-016)', () => {
    const { messages } = keptOf(opened({ ...talk, readSequence: 1 }, said, 4));
    expect(messages.map(({ isRead, isDelivered }) => [isRead, isDelivered])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
    expect(messages[1]).toEqual({
      ...{ id: 'pm_2', conversationId: 'c1', senderId: me, receiverId: theo, content: 'text 2' },
      ...{ type: 'text', createdAt: saidBy(2, me).createdAt, isRead: false, readAt: null },
      ...{ isDelivered: true, deliveredAt: saidBy(2, me).createdAt, isDeleted: false },
      ...{ isSystemMessage: false, replyToId: null, media: [], sequence: 2, change: 0 },
    });
  });

  it('is a page of each conversation (PRIV-039), and what waits', () => {
    expect(kept).toEqual({ conversations: 20, messages: 50 });
    const many = Array.from({ length: 60 }, (_, index) => saidBy(index + 1, theo));
    const waiting: OwnMessage = {
      ...{ clientId: 'pm_w', userId: me, receiverId: theo, conversationId: 'c1', content: 'Later' },
      ...{ type: 'TEXT', replyToId: null, replyTo: null, createdAt: now, preview: null, state: 'waiting' },
    };
    const { messages } = toDevice(after(opened(talk, many)), me, [
      waiting,
      { ...waiting, clientId: 'of a group', receiverId: null },
    ]);
    expect(messages).toHaveLength(51);
    expect(messages.at(-2)!.content).toBe('text 60');
    expect(messages.at(-1)).toMatchObject({ id: 'pm_w', isDelivered: false, content: 'Later' });
  });

  it('is nothing of whoever is not known yet, of an account that is gone, nor of what was folded away', () => {
    const request = { ...talk, messageRequest: 'incoming' as const };
    expect(keptOf(opened(request, said)).items).toEqual([]);
    expect(keptOf(opened({ ...talk, otherParticipant: null }, said))).toMatchObject({
      items: [],
      messages: [],
    });
    const folded = keptOf(opened(talk, [saidBy(1, theo, { folded: true }), saidBy(2, me)]));
    expect(folded.messages.map(({ content }) => content)).toEqual(['text 2']);
  });

  it('says who blocked a conversation, and forgets only what one set oneself (BLOCK-006, BLOCK-009)', () => {
    const known = keptOf(listed(talk));
    const blocked = withBlocks(known, me, [block(me, theo)]);
    expect(blocked.items[0]).toMatchObject({
      conversation: { blockedBy: me, blockedAt: now },
      otherParticipant: { isBlocked: true, blockedByMe: true },
    });
    expect(withBlocks(blocked, me, [{ ...block(me, theo), isActive: false }]).items[0]).toMatchObject({
      conversation: { blockedBy: null, blockedAt: null },
      otherParticipant: { isBlocked: false, blockedByMe: false },
    });
    const byTheo = (state: PrivateState): PrivateState => ({
      ...state,
      items: state.items.map((one) => ({ ...one, conversation: { ...one.conversation, blockedBy: theo } })),
    });
    expect(withBlocks(byTheo(known), me, []).items[0]!.conversation.blockedBy).toBe(theo);
  });

  it('is nothing of what somebody wrote whom one keeps away (BLOCK-006, BLOCK-020)', () => {
    const state = keptOf(opened({ ...talk, unreadCount: 2 }, said, 1));
    const blocked = withBlocks(state, me, [block(me, theo)]);
    expect(blocked.messages.map(({ content }) => content)).toEqual(['text 2']);
    expect(blocked.items[0]).toMatchObject({ lastMessage: { content: 'text 2' }, unreadCount: 0 });
    expect(JSON.stringify(blocked)).not.toMatch(/text [13]/);
    expect(withBlocks(blocked, me, [block(me, theo)])).toEqual(blocked);
    // Who was blocked goes on reading, and is not told.
    expect(withBlocks(state, me, [block(theo, me)])).toBe(state);
  });
});

describe('what the device kept', () => {
  const state = keptOf(opened({ ...talk, readSequence: 1 }, said, 4));
  const restored = (from: PrivateState): ReplicaEvent => ({
    ...{ kind: 'restored', kept: fromDevice(from, me), at: 1 },
  });
  /** As earlier versions wrote it (PRIV-006). */
  const old: PrivateState = {
    ...state,
    items: state.items.map(({ conversation, lastMessage, ...item }) => {
      const { lastSequence: _, readSequence: __, ...before } = conversation;
      const { sequence: ___, change: ____, ...words } = lastMessage!;
      return { ...item, conversation: before, lastMessage: { ...words, updatedAt: now, deletedAt: null } };
    }),
    messages: state.messages.map(({ sequence: _, change: __, ...message }) => message),
  };
  const contents = (from: Replica) =>
    readableWithoutServer(from, 'c1', me, [])?.log.messages.map(({ content }) => content);

  it('is the same when it is written down again', () => {
    expect(toDevice(after(restored(state)), me, [])).toEqual(state);
  });

  it('can be read without a network, in the order it was said, whichever version wrote it', () => {
    for (const each of [state, old]) {
      expect(contents(after(restored(each)))).toEqual(['text 1', 'text 2', 'text 3']);
    }
    expect(readableWithoutServer(after(restored(state)), 'c1', me, [])?.conversation).toMatchObject({
      ...{ isPrivate: true, can: { send: true, leave: false } },
    });
    // The list may know of more than was ever opened.
    const more = { ...talk, lastMessage: last(saidBy(7, theo)), lastSequence: 7 };
    expect(contents(after(restored(state), listed(more)))).toEqual(['text 1', 'text 2', 'text 3', 'text 7']);
    const blocked = readableWithoutServer(after(restored(state)), 'c1', me, [block(me, theo)]);
    expect(blocked?.log.messages.map(({ content }) => content)).toEqual(['text 2']);
    expect(blocked?.conversation.can.send).toBe(false);
  });

  it('follows what is told, and gives way to the first answer', () => {
    const message = saidBy(1, theo, { content: '', isDeleted: true, change: 5 });
    const told: ReplicaEvent = {
      ...{ kind: 'told', myId: me, onScreen: null, at: 3 },
      event: {
        ...{ type: 'conversation_update', conversationId: 'c1' },
        change: { kind: 'message', sequence: 1, change: 5, message, reaction: null },
      },
    };
    expect(contents(after(restored(state), told))).toEqual(['', 'text 2', 'text 3']);
    const answered = after(
      restored(state),
      opened(talk, [saidBy(3, theo, { content: 'better', change: 9 })], 9),
    );
    expect(answered.logs.get('c1')!.messages.map(({ content }) => content)).toEqual(['better']);
    expect(answered.unconfirmed.size).toBe(0);
    expect(answered.conversations.get('c1')!.origin).toBe('server');
  });

  it('goes where it has no numbers and something is told that needs them', () => {
    const now5 = { ...talk, change: 5 };
    expect(after(restored(old), listed(now5)).logs.size).toBe(0);
    expect(after(restored(old), listed({ ...talk, change: 4 })).logs.size).toBe(1);
    expect(after(restored(state), listed(now5)).logs.get('c1')!.lastChange).toBe(5);
  });

  it('is asked for by itself as long as no answer since has named it', () => {
    const kept = after(restored(state));
    expect(unheardOf(kept, 2)).toEqual(['c1']);
    expect(unheardOf(apply(kept, listed(talk)), 2)).toEqual(['c1']);
    expect(unheardOf(apply(kept, { ...listed(talk), asked: 2 } as ReplicaEvent), 2)).toEqual([]);
    const gone = apply(kept, {
      ...listed({ ...talk, hiddenUpTo: talk.lastSequence }),
      asked: 2,
    } as ReplicaEvent);
    expect([unheardOf(gone, 3), toDevice(gone, me, []).items]).toEqual([[], []]);
  });
});
