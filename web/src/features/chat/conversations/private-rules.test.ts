import type { Block } from '@dazi/contract/people/blocks';
import { describe, expect, it } from 'vitest';
import { conversationToStart, messageToRead, messageToSend, type PrivateInput } from './private-rules.ts';
import { deviceForm, mediumType, type PrivateState, toDevice, withBlocks } from './replica/device-copy.ts';
import type { OwnMessage } from './replica/own.ts';
import { me, now, privateConversation, saidBy, theo } from './replica/private-samples.ts';
import { emptyReplica } from './replica/replica.ts';

const block = (blockerId: string, blockedId: string): Block => ({
  id: 'b',
  blockerId,
  blockedId,
  reason: null,
  blockedAt: now,
  isActive: true,
});

const known: PrivateState = deviceForm(privateConversation('c1'), me);
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

  it('is the same while it waits', () => {
    const sent = send({ conversationId: 'c1', replyToId: 'm4' });
    const own: OwnMessage = {
      ...{ clientId: sent.id, userId: me, receiverId: theo, conversationId: 'c1', content: 'Hello' },
      ...{ type: 'TEXT', replyToId: 'm4', replyTo: null, createdAt: now, preview: null, state: 'waiting' },
    };
    const asKept = (waiting: OwnMessage) => toDevice(emptyReplica, me, [waiting]).messages;
    expect(asKept(own)).toEqual([sent]);
    expect(asKept({ ...own, type: 'VIDEO', content: '/api/media/v' })).toMatchObject([
      { type: 'media', media: [{ type: 'video', url: '/api/media/v' }] },
    ]);
  });
});

describe('reading a private message', () => {
  const said = [saidBy(1, theo), saidBy(2, me), saidBy(3, theo)];
  const stateAt = (readSequence: number) => deviceForm(privateConversation('c1', { readSequence }), me, said);

  it('is done once, with everything before (PRIV-017)', () => {
    expect(messageToRead(stateAt(0), me, 'pm_m3')).toMatchObject({ id: 'pm_m3', isRead: false });
    expect(messageToRead(stateAt(3), me, 'pm_m3')).toBeNull();
    expect(messageToRead(stateAt(3), me, 'pm_m1')).toBeNull();
  });

  it('is done by whoever received it (PRIV-018, PRIV-029)', () => {
    expect(() => messageToRead(stateAt(0), me, 'pm_2')).toThrow('Can only mark received messages as read');
  });

  it('needs a message (PRIV-028)', () => {
    expect(() => messageToRead(stateAt(0), me, 'pm_nothing')).toThrow('Message not found');
  });
});
