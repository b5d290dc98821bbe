import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import type { Block } from '@dazi/contract/people/blocks';
import { describe, expect, it } from 'vitest';
import { isListOf } from '#platform/personal-store.ts';
import { conversationOf, keptLog } from './kept-conversations.ts';
import {
  changesIn,
  conversationToStart,
  delivered,
  emptyState,
  kept,
  mediumType,
  messageToSend,
  outgoingOf,
  type PrivateInput,
  type PrivateMessage,
  type PrivateState,
  readMessage,
  serverIdOf,
  waitingMessage,
  withBlocks,
  withChanged,
  withConversations,
  withMessages,
  withoutConversation,
  withoutHistory,
  withoutMissing,
  withWaiting,
} from './private-messages.ts';

const now = '2026-11-21T12:00:00.000Z';
const me = 'mika';
const theo = 'theo';

const conversation = (id: string, parts: Partial<Conversation> = {}): Conversation => ({
  ...conversationOf(
    {
      conversation: {
        id,
        participants: [me, theo],
        isActive: true,
        lastMessageId: null,
        lastMessageAt: null,
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T12:00:00.000Z',
        settings: {},
        blockedBy: null,
        blockedAt: null,
      },
      lastMessage: null,
      unreadCount: 0,
      otherParticipant: {
        id: theo,
        name: 'Theo',
        avatar: null,
        isOnline: true,
        isBlocked: false,
        blockedByMe: false,
      },
      lastActivity: '2026-11-20T12:00:00.000Z',
    },
    me,
  ),
  ...parts,
});

const message = (sequence: number, senderId: string, parts: Partial<Message> = {}): Message => ({
  id: `m${sequence}`,
  conversationId: 'c1',
  ...{ closed: false, closedKind: null, closedHost: null },
  sequence,
  clientId: senderId === me ? `pm_${sequence}` : `pm_of_theirs_${sequence}`,
  senderId,
  senderName: senderId,
  senderAvatar: null,
  content: `text ${sequence}`,
  type: 'TEXT',
  createdAt: new Date(Date.parse(now) + sequence * 60_000).toISOString(),
  updatedAt: now,
  editedAt: null,
  isDeleted: false,
  removedBy: null,
  isRead: false,
  metadata: null,
  event: null,
  replyTo: null,
  media: null,
  mentions: [],
  reactions: {},
  myReaction: null,
  change: 0,
  folded: false,
  ...parts,
});

const logged = (messages: Message[], change = 0) => ({ messages, change });

const block = (blockerId: string, blockedId: string): Block => ({
  id: 'b',
  blockerId,
  blockedId,
  reason: null,
  blockedAt: now,
  isActive: true,
});

const known = withConversations(emptyState, me, [conversation('c1')]);
const send = (
  input: Partial<PrivateInput>,
  state: PrivateState = known,
  by: { blocks?: Block[] | null; isSomebody?: (id: string) => boolean } = {},
) => messageToSend(state, { content: 'Hello', ...input }, { myId: me, localId: '1', now, blocks: [], ...by });

describe('a private message that is sent', () => {
  it('has the stated fields and an id made here (PRIV-003, PRIV-004, PRIV-005)', () => {
    expect(send({ conversationId: 'c1', replyToId: 'm4' })).toEqual({
      id: 'pm_1',
      conversationId: 'c1',
      senderId: me,
      receiverId: theo,
      content: 'Hello',
      type: 'text',
      createdAt: now,
      isRead: false,
      readAt: null,
      isDelivered: false,
      deliveredAt: null,
      isDeleted: false,
      isSystemMessage: false,
      replyToId: 'm4',
      media: [],
    });
  });

  it('carries media with the stated fields, named by their type (PRIV-007, PRIV-008)', () => {
    const medium = {
      id: 'f1',
      messageId: '',
      type: mediumType('image/jpeg'),
      url: '/api/media/1',
      filename: 'bench.jpg',
      size: 12,
      mimeType: 'image/jpeg',
      uploadedAt: now,
    };
    const sent = send({ conversationId: 'c1', media: [medium] });
    expect(sent.type).toBe('media');
    expect(sent.media).toEqual([{ ...medium, messageId: 'pm_1' }]);
    const types = ['image/png', 'video/mp4', 'audio/ogg', 'application/pdf', ''].map(mediumType);
    expect(types).toEqual(['image', 'video', 'audio', 'file', 'file']);
  });

  it('is delivered when the server has it, once (PRIV-016)', () => {
    const sent = delivered(send({ conversationId: 'c1' }), now);
    expect(sent).toMatchObject({ isDelivered: true, deliveredAt: now });
    expect(delivered(sent, '2027-01-01T00:00:00.000Z').deliveredAt).toBe(now);
  });

  it('needs a conversation one is part of, or a receiver (PRIV-020)', () => {
    expect(send({ receiverId: theo }).conversationId).toBe('c1');
    expect(send({ receiverId: 'rosa' })).toMatchObject({ conversationId: '', receiverId: 'rosa' });
    const foreign: PrivateState = {
      ...known,
      items: known.items.map((item) => ({
        ...item,
        conversation: { ...item.conversation, participants: ['rosa', theo] as const },
      })),
    };
    expect(() => send({})).toThrow('Either conversationId or receiverId must be provided');
    expect(() => send({ conversationId: 'c9' })).toThrow('Conversation not found');
    expect(() => send({ conversationId: 'c1' }, foreign)).toThrow('Not a participant in this conversation');
  });

  it('is refused where nobody is, and where either side keeps the other away (PRIV-026, PRIV-027, PRIV-034)', () => {
    expect(() => send({ receiverId: 'ghost' }, known, { isSomebody: () => false })).toThrow(
      'Receiver not found',
    );
    expect(() => send({ receiverId: me })).toThrow('You cannot send messages to yourself');
    for (const blocks of [[block(me, theo)], [block(theo, me)]]) {
      expect(() => send({ conversationId: 'c1' }, known, { blocks })).toThrow(
        'Cannot send message to blocked user',
      );
      expect(() => conversationToStart(known, me, theo, blocks)).toThrow(
        'Cannot create conversation with blocked user',
      );
    }
    const blocked = withBlocks(known, me, [block(me, theo)]);
    expect(() => send({ conversationId: 'c1' }, blocked)).toThrow(
      'Cannot send message to blocked conversation',
    );
    // Being asked for again, the block may stand no more: the server says so.
    expect(send({ conversationId: 'c1' }, blocked, { blocks: null })).toMatchObject({ receiverId: theo });
    expect(conversationToStart(blocked, me, theo, null)?.id).toBe('c1');
  });

  it('begins in the conversation that stands (PRIV-030)', () => {
    expect(conversationToStart(known, me, theo, [])?.id).toBe('c1');
    expect(conversationToStart(known, me, 'rosa', [])).toBeNull();
    expect(() => conversationToStart(known, me, me, [])).toThrow('You cannot send messages to yourself');
  });

  it('is the same after it waited', () => {
    const sent = send({ conversationId: 'c1', replyToId: 'm4' });
    const outgoing = outgoingOf(sent);
    expect(outgoing).toMatchObject({ clientId: 'pm_1', userId: me, receiverId: theo, type: 'TEXT' });
    expect(waitingMessage({ ...outgoing, receiverId: theo })).toEqual(sent);
    const film = waitingMessage({ ...outgoing, receiverId: theo, type: 'VIDEO', content: '/api/media/v' });
    expect(film).toMatchObject({ type: 'media', media: [{ type: 'video', url: '/api/media/v' }] });
    expect(outgoingOf(film)).toMatchObject({ type: 'VIDEO', content: '/api/media/v' });
  });
});

describe('reading a private message', () => {
  const said = [message(1, theo), message(2, me), message(3, theo)];
  const state = withMessages(known, me, 'c1', logged(said), 0);
  const isReadOf = ({ messages }: PrivateState) => messages.map(({ isRead }) => isRead);

  it('is done once, with everything before (PRIV-017)', () => {
    const read = readMessage(state, me, 'pm_m3', now)!;
    expect(isReadOf(read)).toEqual([true, false, true]);
    expect(read.messages[0]!.readAt).toBe(now);
    expect(readMessage(read, me, 'pm_m3', now)).toBeNull();
    expect(readMessage(read, me, 'pm_m1', now)).toBeNull();
  });

  it('is done by whoever received it (PRIV-018, PRIV-029)', () => {
    expect(() => readMessage(state, me, 'pm_2', now)).toThrow('Can only mark received messages as read');
  });

  it('needs a message (PRIV-028)', () => {
    expect(() => readMessage(state, me, 'pm_nothing', now)).toThrow('Message not found');
  });

  it('is told of the id that the server knows', () => {
    expect(serverIdOf(state.messages[2]!.id)).toBe('m3');
  });

  it('follows what the server says was read, and never back', () => {
    const read = readMessage(state, me, 'pm_m3', now)!;
    expect(isReadOf(withMessages(read, me, 'c1', logged(said), 0))).toEqual([true, false, true]);
    expect(isReadOf(withMessages(state, me, 'c1', logged(said), 1))).toEqual([true, false, false]);
    const seen = said.map((one) => ({ ...one, isRead: one.senderId === me }));
    expect(isReadOf(withMessages(state, me, 'c1', logged(seen), 0))).toEqual([false, true, false]);
  });
});

describe('what the device keeps', () => {
  it('are conversations and rows with the stated fields (PRIV-009, PRIV-010, PRIV-013, PRIV-014)', () => {
    const last = { ...message(3, theo), event: null };
    const state = withConversations(emptyState, me, [
      conversation('c1', {
        lastMessage: { ...last, sequence: 3 },
        lastMessageAt: last.createdAt,
        unreadCount: 2,
        settings: { isPinned: true, isMuted: false, isArchived: false },
      }),
      conversation('room', { isPrivate: false, otherParticipant: null }),
    ]);
    expect(state.items).toHaveLength(1);
    const [item] = state.items;
    expect(item).toMatchObject({ unreadCount: 2, lastActivity: last.createdAt });
    expect(item!.lastMessage).toMatchObject({ id: 'pm_m3', senderId: theo, receiverId: me, isRead: false });
    expect(item!.otherParticipant).toEqual({
      id: theo,
      name: 'Theo',
      avatar: null,
      isOnline: false,
      isBlocked: false,
      blockedByMe: false,
    });
    expect(item!.conversation).toEqual({
      id: 'c1',
      participants: [me, theo],
      isActive: true,
      lastMessageId: 'pm_m3',
      lastMessageAt: last.createdAt,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      settings: {
        [me]: {
          isArchived: false,
          isPinned: true,
          isMuted: false,
          customNotifications: false,
          muteUntil: null,
        },
      },
      blockedBy: null,
      blockedAt: null,
    });
  });

  it('is a page of the list and a page of each conversation (PRIV-038, PRIV-039)', () => {
    expect(kept).toEqual({ conversations: 20, messages: 50 });
    const many = Array.from({ length: 25 }, (_, index) =>
      conversation(`c${index}`, { lastMessageAt: `2026-11-01T00:00:${10 + index}.000Z` }),
    );
    const state = withConversations(emptyState, me, many);
    expect(state.items).toHaveLength(20);
    expect(state.items[0]!.conversation.id).toBe('c24');
    const said = Array.from({ length: 60 }, (_, index) => message(index + 1, theo));
    const full = withMessages(known, me, 'c1', logged(said), 0);
    expect(full.messages).toHaveLength(50);
    expect(full.messages.at(-1)!.content).toBe('text 60');
  });

  it('holds what waits, whatever else is kept, until it is sent or belongs to another tab', () => {
    const waiting = send({ conversationId: 'c1' });
    const others: PrivateMessage = { ...waiting, id: 'pm_other_tab' };
    let state = withWaiting({ ...known, messages: [others] }, [waiting], new Set(['pm_1']));
    state = withMessages(state, me, 'c1', logged([message(1, theo)]), 0);
    state = withConversations(state, me, [conversation('c1')]);
    expect(state.messages.map(({ id }) => id).sort()).toEqual(['pm_1', 'pm_m1', 'pm_other_tab']);
    state = withMessages(state, me, 'c1', logged([message(1, me)]), 0);
    expect(state.messages.filter(({ id }) => id === 'pm_1')).toMatchObject([{ isDelivered: true }]);
    expect(
      withWaiting(state, [], new Set(['pm_1']))
        .messages.map(({ id }) => id)
        .sort(),
    ).toEqual(['pm_1', 'pm_other_tab']);
    const given = withWaiting({ ...known, messages: [waiting] }, [], new Set(['pm_1']));
    expect(given.messages).toEqual([]);
  });

  it('is no conversation that was taken out of the own list, but what waits there is still to be sent', () => {
    const waiting = send({ conversationId: 'c1' });
    const archived = conversation('c2', {
      settings: { isPinned: false, isMuted: false, isArchived: true },
    });
    let state = withMessages(known, me, 'c1', logged([message(1, theo)]), 0);
    state = withWaiting(state, [waiting], new Set(['pm_1']));
    state = withConversations(state, me, [archived]);
    const ids = (of: PrivateState) => of.items.map(({ conversation: { id } }) => id);
    const left = withoutHistory(state, 'c1');
    expect([ids(left), left.messages]).toEqual([['c2'], [waiting]]);
    // A whole list says the same by not naming it; of the archived ones another list tells.
    expect(withoutMissing(state, me, false, (id) => id === 'c1')).toEqual(state);
    expect(ids(withoutMissing(state, me, false, () => false))).toEqual(['c2']);
    expect(ids(withoutMissing(state, me, true, () => false))).toEqual(['c1']);
  });

  it('says who blocked a conversation, and forgets only what one set oneself (BLOCK-006, BLOCK-009)', () => {
    const blocked = withBlocks(known, me, [block(me, theo)]);
    expect(blocked.items[0]).toMatchObject({
      conversation: { blockedBy: me, blockedAt: now },
      otherParticipant: { isBlocked: true, blockedByMe: true },
    });
    expect(withBlocks(blocked, me, [{ ...block(me, theo), isActive: false }]).items[0]).toMatchObject({
      conversation: { blockedBy: null, blockedAt: null },
      otherParticipant: { isBlocked: false, blockedByMe: false },
    });
    const theirs: PrivateState = {
      ...known,
      items: known.items.map((item) => ({
        ...item,
        conversation: { ...item.conversation, blockedBy: theo },
      })),
    };
    expect(withBlocks(theirs, me, []).items[0]!.conversation.blockedBy).toBe(theo);
  });

  it('is nothing of what somebody wrote whom one keeps away (BLOCK-006, BLOCK-020)', () => {
    const listed = conversation('c1', { unreadCount: 2, lastMessage: { ...message(3, theo), sequence: 3 } });
    const said = [message(1, theo), message(2, me), message(3, theo)];
    const state = withMessages(withConversations(known, me, [listed]), me, 'c1', logged(said), 1);
    const blocked = withBlocks(state, me, [block(me, theo)]);
    expect(blocked.messages.map(({ content }) => content)).toEqual(['text 2']);
    expect(blocked.items[0]).toMatchObject({ lastMessage: { content: 'text 2' }, unreadCount: 0 });
    expect(JSON.stringify(blocked)).not.toMatch(/text [13]/);
    expect(withBlocks(blocked, me, [block(me, theo)])).toBe(blocked);
    // Who was blocked goes on reading, and is not told.
    expect(withBlocks(state, me, [block(theo, me)])).toBe(state);
  });

  it('follows what was edited or taken back, without being looked at', () => {
    const listed = conversation('c1', { lastMessage: { ...message(2, theo), sequence: 2 } });
    const said = [message(1, me), message(2, theo)];
    let state = withMessages(withConversations(known, me, [listed]), me, 'c1', logged(said, 4), 2);
    const edited = message(2, theo, { content: 'better', change: 5 });
    state = withChanged(state, me, 'c1', [edited], 5);
    expect(state.items[0]!.lastMessage).toMatchObject({ content: 'better' });
    expect(state.messages[1]).toMatchObject({ content: 'better', isRead: true, isDeleted: false });
    expect(changesIn(state, 'c1')).toBe(5);
    const gone = message(2, theo, { content: '', isDeleted: true, change: 6 });
    state = withChanged(state, me, 'c1', [gone, message(7, theo, { content: 'of before' })], 6);
    expect(state.items[0]!.lastMessage).toMatchObject({ id: 'pm_1', content: 'text 1' });
    expect(state.messages.map(({ content, isDeleted }) => [content, isDeleted])).toEqual([
      ['text 1', false],
      ['', true],
    ]);
    expect(changesIn(withChanged(state, me, 'c1', [], 3), 'c1')).toBe(6);
    expect(changesIn(withoutConversation(state, 'c1'), 'c1')).toBe(0);
    expect(withChanged(state, me, 'c9', [gone], 7)).toBe(state);
  });

  it('shows in its row nothing that the log says was taken back, whatever the list still says', () => {
    const listed = conversation('c1', { lastMessage: { ...message(2, theo), sequence: 2 } });
    const said = [message(1, me), message(2, theo, { content: '', isDeleted: true, change: 1 })];
    const state = withMessages(withConversations(known, me, [listed]), me, 'c1', logged(said, 1), 2);
    expect(JSON.stringify(state)).not.toContain('text 2');
    expect(state.items[0]!.lastMessage).toMatchObject({ id: 'pm_1', content: 'text 1' });
    const edited = [message(1, me), message(2, theo, { content: 'better', change: 2 })];
    const other = withMessages(withConversations(known, me, [listed]), me, 'c1', logged(edited, 2), 2);
    expect(other.items[0]!.lastMessage).toMatchObject({ content: 'better', isRead: true });
  });

  it('goes with a conversation that was deleted', () => {
    const state = withMessages(known, me, 'c1', logged([message(1, theo)]), 0);
    expect(withoutConversation(state, 'c1')).toEqual({ ...emptyState, changes: {} });
  });

  it('reads what earlier versions wrote (PRIV-006)', () => {
    const earlier = { ...send({ conversationId: 'c1' }), updatedAt: now, deletedAt: null };
    expect(isListOf<PrivateMessage>(['id', 'content'])([earlier])).toBe(true);
    const state = withMessages({ ...known, messages: [earlier] }, me, 'c1', logged([]), 0);
    expect(state.messages).toEqual([earlier]);
  });

  it('can be read without a network, in the order it was said', () => {
    const state = withMessages(known, me, 'c1', logged([message(1, theo), message(2, me)]), 1);
    const [item] = state.items;
    const log = keptLog(state.messages, item!, me);
    expect(log.messages.map(({ sequence, content }) => `${sequence} ${content}`)).toEqual([
      '1 text 1',
      '2 text 2',
    ]);
    expect(conversationOf(item!, me)).toMatchObject({ isPrivate: true, can: { send: true } });
    const listed = conversation('c1', { lastMessage: { ...message(3, theo), sequence: 3 } });
    const [heard] = withConversations(state, me, [listed]).items;
    const contents = (from: PrivateMessage[]) =>
      keptLog(from, heard!, me).messages.map(({ content }) => content);
    expect(contents([...state.messages])).toEqual(['text 1', 'text 2', 'text 3']);
    const all = withMessages(state, me, 'c1', logged([1, 2, 3].map((each) => message(each, theo))), 3);
    expect(contents([...all.messages])).toEqual(['text 1', 'text 2', 'text 3']);
  });
});
