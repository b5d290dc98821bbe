import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { ConversationSettings, Message } from '@dazi/contract/chat/conversations';
import type { ConversationEvent } from '@dazi/contract/frames';
import { assert, constantFrom, array as listOf, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastOwnIn, type OwnMessage } from './own.ts';
import { apply, emptyReplica, isShowable, type Replica, type ReplicaEvent } from './replica.ts';
import { shownIn } from './shown.ts';

const me = 'mika';
const began = '2026-11-01T12:00:00.000Z';

const conversation = (id: string, lastSequence: number, more: Partial<Conversation> = {}) =>
  ({
    ...{ id, title: 'Chess', isPrivate: true, members: [], memberCount: 2, readers: [], readSequence: 0 },
    ...{ lastSequence, lastMessageAt: began, unreadCount: lastSequence, mentionsMe: false },
    lastMessage: { id: `${id}-${lastSequence}`, sequence: lastSequence, content: `number ${lastSequence}` },
    ...{ messagesUntilAccepted: null, messageRequest: null, otherParticipant: { id: 'theo' }, change: 0 },
    settings: { isMuted: false, isPinned: false, isArchived: false },
    ...more,
  }) as unknown as Conversation;

const said = (id: string, sequence: number, senderId = 'theo') =>
  ({
    ...{ type: 'new_message', conversationId: id, sequence },
    message: {
      ...{ id: `${id}-${sequence}`, conversationId: id, sequence, senderId, content: `number ${sequence}` },
      ...{ type: 'TEXT', mentions: [], isDeleted: false, folded: false, createdAt: began, change: 0 },
      ...{ clientId: null, replyTo: null, reactions: {}, myReaction: null },
    },
  }) as unknown as ConversationEvent;

const told = (event: ConversationEvent, at: number): ReplicaEvent => ({
  ...{ kind: 'told', event, myId: me, onScreen: null, at },
});
const listed = (asked: number, ...conversations: Conversation[]): ReplicaEvent => ({
  ...{ kind: 'list answered', conversations, asked, at: asked },
});
const read = (readSequence: number, at: number) =>
  told({ type: 'conversation_update', conversationId: 'a', change: { kind: 'read', readSequence } }, at);
const settings = (isMuted: boolean, at: number): ReplicaEvent => ({
  ...{ kind: 'changed', id: 'a', at },
  change: (one: Conversation) => ({ ...one, settings: { ...one.settings, isMuted } }),
});

const ownMessage = (clientId: string, more: Partial<OwnMessage> = {}): OwnMessage => ({
  ...{ clientId, userId: me, receiverId: null, conversationId: 'a', content: clientId, type: 'TEXT' },
  ...{ replyToId: null, replyTo: null, createdAt: began, preview: null, state: 'sending', ...more },
});
const did = (clientId: string, at: number): ReplicaEvent => ({
  ...{ kind: 'did', message: ownMessage(clientId), at },
});
const onTheWay = ({ own }: Replica) => own.map(({ clientId, state }) => `${clientId} ${state}`);

const after = (...events: ReplicaEvent[]) => events.reduce(apply, emptyReplica);
const base = (state: Replica, id = 'a') => state.conversations.get(id)!.base;

describe('the replica', () => {
  it('takes an answer for what it is as long as nothing newer is known', () => {
    expect(base(after(listed(1, conversation('a', 3))))).toEqual(conversation('a', 3));
    // Read meanwhile, on another device: the answer knows it.
    const read = after(listed(1, conversation('a', 3)), listed(2, conversation('a', 3, { unreadCount: 0 })));
    expect(base(read).unreadCount).toBe(0);
  });

  it('keeps what was said while an answer was on its way, and takes the rest from it', () => {
    const state = after(
      listed(1, conversation('a', 3)),
      told(said('a', 4), 3),
      listed(2, conversation('a', 3, { title: 'Chess and Go' })),
    );
    expect(base(state)).toMatchObject({ title: 'Chess and Go', lastSequence: 4, unreadCount: 4 });
    expect(base(state).lastMessage?.content).toBe('number 4');
  });

  it('counts what is unread as the later answer does, and adds what that did not know', () => {
    const known = after(listed(1, conversation('a', 3)), told(said('a', 4), 3), told(said('a', 5), 4));
    const count = (...events: ReplicaEvent[]) => base(events.reduce(apply, known)).unreadCount;
    expect(count()).toBe(5);
    // One of the first three was taken back, and the list asked for before the fourth was told.
    expect(count(listed(2, conversation('a', 3, { unreadCount: 2 })))).toBe(4);
    expect(count(listed(2, conversation('a', 4, { unreadCount: 3 })))).toBe(4);
    expect(count(listed(2, conversation('a', 5, { unreadCount: 4 })))).toBe(4);
    // What was read here since the answer does not know.
    expect(count(read(5, 5), listed(2, conversation('a', 3, { unreadCount: 2 })))).toBe(0);
    expect(count(read(4, 5), listed(6, conversation('a', 4, { unreadCount: 0, readSequence: 4 })))).toBe(1);
    const mentioned = { ...said('a', 6) } as Extract<ConversationEvent, { type: 'new_message' }>;
    const message = { ...mentioned.message!, mentions: [me] };
    const state = apply(known, told({ ...mentioned, message }, 5));
    expect(base(apply(state, listed(4, conversation('a', 5)))).mentionsMe).toBe(true);
    expect(base(apply(state, listed(4, conversation('a', 6)))).mentionsMe).toBe(false);
  });

  it('counts what comes after what was said later, once', () => {
    const state = after(listed(1, conversation('a', 3)), told(said('a', 5), 2), told(said('a', 4), 3));
    expect(base(state)).toMatchObject({ unreadCount: 5, lastSequence: 5, lastMessage: { sequence: 5 } });
    expect(apply(state, told(said('a', 4), 4))).toBe(state);
    expect(apply(state, told(said('a', 3), 4))).toBe(state);
    expect(base(apply(state, listed(5, conversation('a', 4)))).unreadCount).toBe(5);
    // One's own, from another device: what was said before it is read, and what came after is not.
    const own = after(listed(1, conversation('a', 3)), told(said('a', 5), 2), told(said('a', 4, me), 3));
    expect(base(own)).toMatchObject({ unreadCount: 1, readSequence: 4 });
    expect(base(apply(own, read(2, 4))).unreadCount).toBe(1);
  });

  it('shows no last message that the later answer knows and leaves out', () => {
    const state = after(listed(1, conversation('a', 3)), told(said('a', 4), 3));
    const without = conversation('a', 4, { lastMessage: null, unreadCount: 0 });
    expect(base(apply(state, listed(2, without))).lastMessage).toBeNull();
    expect(base(apply(state, listed(0, without))).lastMessage).toMatchObject({ sequence: 4 });
  });

  it('lets no answer take back what was changed here after it was asked for', () => {
    const known = after(listed(1, conversation('a', 3)), settings(true, 3));
    expect(base(apply(known, listed(2, conversation('a', 3)))).settings.isMuted).toBe(true);
    expect(base(apply(known, listed(4, conversation('a', 3)))).settings.isMuted).toBe(false);
  });

  it('believes of two answers the one that was asked for later, whichever comes first', () => {
    const state = after(
      listed(2, conversation('a', 3, { title: 'Go' })),
      listed(1, conversation('a', 3, { title: 'Chess' })),
    );
    expect(base(state).title).toBe('Go');
  });

  it('does not bring back what went after it was asked for', () => {
    const state = after(listed(1, conversation('a', 3)), { kind: 'dropped', id: 'a', at: 3 });
    expect(apply(state, listed(2, conversation('a', 3))).conversations.size).toBe(0);
    expect(apply(state, listed(4, conversation('a', 3))).conversations.size).toBe(1);
  });

  it('remembers what was taken out of the own list before anything of it was answered', () => {
    const hidden = { kind: 'hidden', upTo: 3 } as const;
    const state = after(
      told({ type: 'conversation_update', conversationId: 'a', change: hidden }, 2),
      listed(1, conversation('a', 3)),
    );
    expect(base(state).lastMessage).toBeNull();
  });

  it('names the members of an open conversation, of which a list names fewer', () => {
    const members = ['theo', 'nora', me].map((userId) => ({ userId, role: 'MEMBER' }));
    const open = conversation('a', 3, { members: members as Conversation['members'], memberCount: 3 });
    const row = { ...open, members: open.members.slice(1, 2) };
    const known = (...answers: ReplicaEvent[]) =>
      base(after(...answers)).members.map(({ userId, role }) => `${userId} ${role}`);
    const all = ['nora MEMBER', 'theo MEMBER', 'mika MEMBER'];
    expect(known(listed(1, open), listed(2, row))).toEqual(all);
    expect(known(listed(2, row), listed(1, open))).toEqual(all);
    expect(known(listed(1, open), listed(2, { ...row, memberCount: 1 }))).toEqual(['nora MEMBER']);
    const owned = { ...open.members[1]!, role: 'OWNER' as const };
    expect(known(listed(1, open), listed(2, { ...row, members: [owned] }))[0]).toBe('nora OWNER');
  });

  it('shows nothing again that comes after it was taken out of the own list', () => {
    const state = after(
      listed(1, conversation('a', 3)),
      { kind: 'hidden', id: 'a', upTo: 4, at: 2 },
      told(said('a', 4), 3),
    );
    expect(base(state).lastMessage).toBeNull();
    expect(isShowable(state, 'a')).toBe(false);
    expect(isShowable(apply(state, told(said('a', 5), 4)), 'a')).toBe(true);
  });

  it('takes from an answer what is said of the other one, and from the stream whether they are there', () => {
    const otherParticipant = { id: 'theo', name: 'Theo', isOnline: false, blockedByMe: false };
    const of = (parts: object) =>
      conversation('a', 3, { otherParticipant: { ...otherParticipant, ...parts } as never });
    const state = after(
      listed(1, of({})),
      { kind: 'presence', userId: 'theo', isOnline: true, at: 3 },
      listed(2, of({ name: 'Theodor', blockedByMe: true })),
    );
    expect(base(state).otherParticipant).toMatchObject({
      name: 'Theodor',
      blockedByMe: true,
      isOnline: true,
    });
  });

  it('holds no messages of what went before its answer came', () => {
    const page = { messages: [], lastSequence: 3, change: 0, hasOlder: false, hiddenUpTo: 0 };
    const state = after(
      { kind: 'dropped', id: 'a', at: 2 },
      { kind: 'conversation answered', conversation: conversation('a', 3), page, asked: 1, at: 3 },
    );
    expect([state.conversations.size, state.logs.size]).toEqual([0, 0]);
  });

  describe('own messages', () => {
    const byMe = (sequence: number, clientId: string) => {
      const { message } = said('a', sequence, me) as unknown as { message: Message };
      return { ...message, clientId };
    };
    const page = (...messages: Message[]) => ({
      ...{ messages, lastSequence: messages.length, change: 0, hasOlder: false, hiddenUpTo: 0 },
    });
    const opened = (...messages: Message[]): ReplicaEvent => ({
      ...{ kind: 'conversation answered', conversation: conversation('a', messages.length) },
      ...{ page: page(...messages), asked: 1, at: 1 },
    });
    const logged = ({ logs }: Replica) => logs.get('a')?.messages.map(({ clientId }) => clientId);

    it('leave for the log with the answer, in one', () => {
      const state = after(opened(), did('x', 2), did('y', 3));
      const answer = byMe(1, 'x');
      const sent = apply(state, {
        ...{ kind: 'sent', clientId: 'x', answer, myId: me, onScreen: null, at: 4 },
      });
      expect([onTheWay(sent), logged(sent)]).toEqual([['y sending'], ['x']]);
      expect(base(sent).lastMessage?.sequence).toBe(1);
    });

    it('leave for the log with whatever puts them there', () => {
      const frame = told({ ...said('a', 1, me), message: byMe(1, 'x') } as ConversationEvent, 3);
      const heard = after(opened(), did('x', 2), frame);
      expect([onTheWay(heard), logged(heard)]).toEqual([[], ['x']]);
      const fetched = after(did('x', 1), opened(byMe(1, 'x')));
      expect([onTheWay(fetched), logged(fetched)]).toEqual([[], ['x']]);
      const restored = after(opened(byMe(1, 'x')), {
        ...{
          kind: 'own restored',
          messages: [ownMessage('x'), ownMessage('y', { state: 'waiting' })],
          at: 2,
        },
      });
      expect(onTheWay(restored)).toEqual(['y waiting']);
      // Where no log is held.
      expect(onTheWay(after(did('x', 2), frame))).toEqual([]);
      // Somebody else's may be called the same.
      const theirs = { ...byMe(1, 'x'), senderId: 'theo' };
      expect(
        onTheWay(after(opened(), did('x', 2), told({ ...said('a', 1), message: theirs } as never, 3))),
      ).toEqual(['x sending']);
    });

    it('are shown until those in front of them are there', () => {
      const early = told({ ...said('a', 2, me), message: byMe(2, 'x') } as ConversationEvent, 3);
      const state = after(opened(), did('x', 2), early);
      expect([onTheWay(state), logged(state)]).toEqual([['x sending'], []]);
      const whole = apply(state, told(said('a', 1), 4));
      expect([onTheWay(whole), logged(whole)]).toEqual([[], [null, 'x']]);
    });

    it('wait together, go when they are refused or taken back, and keep their order', () => {
      const delayed: ReplicaEvent = { kind: 'delayed', state: 'waiting', at: 3 };
      const state = after(did('x', 1), did('y', 2), delayed, did('z', 4));
      expect(onTheWay(state)).toEqual(['x waiting', 'y waiting', 'z waiting']);
      expect(apply(state, { ...delayed, at: 5 }).own).toBe(state.own);
      const refused = apply(state, { kind: 'refused', clientId: 'y', at: 5 });
      expect(onTheWay(refused)).toEqual(['x waiting', 'z waiting']);
      expect(onTheWay(apply(refused, { kind: 'taken back', clientId: 'x', at: 6 }))).toEqual(['z waiting']);
    });
  });

  it('has files that are uploaded after what is sent, and they wait for no network', () => {
    const file = (clientId: string) => ({ ...ownMessage(clientId), type: 'IMAGE' as const });
    const uploading: ReplicaEvent = { kind: 'uploading', messages: [file('one'), file('two')], at: 1 };
    const state = after(uploading, did('words', 2), { kind: 'delayed', state: 'waiting', at: 3 });
    expect(onTheWay(state)).toEqual(['words waiting', 'one uploading', 'two uploading']);
    expect(lastOwnIn(state.own, 'a')?.clientId).toBe('two');
    const done = apply(state, { kind: 'did', message: { ...file('two'), content: '/api/media/2' }, at: 4 });
    expect(onTheWay(done)).toEqual(['words waiting', 'two waiting', 'one uploading']);
    const cancelled = apply(done, { kind: 'not uploaded', clientId: 'one', at: 5 });
    expect(onTheWay(cancelled)).toEqual(['words waiting', 'two waiting']);
    expect(apply(cancelled, { kind: 'not uploaded', clientId: 'two', at: 6 })).toBe(cancelled);
  });

  const change = record({
    id: constantFrom('a', 'b'),
    what: constantFrom('said', 'by me', 'read', 'hidden', 'joined', 'left'),
    number: nat(12),
  } as const);
  const eventOf = ({ id, what, number }: { id: string; what: string; number: number }): ConversationEvent => {
    if (what === 'said') return said(id, number + 1);
    if (what === 'by me') return said(id, number + 1, me);
    const userId = `person ${number}`;
    if (what === 'joined') {
      const member = { userId } as Conversation['members'][number];
      return { type: 'member_join', conversationId: id, member, memberCount: number };
    }
    if (what === 'left') return { type: 'member_leave', conversationId: id, userId, memberCount: number };
    const isRead = what === 'read';
    return {
      ...{ type: 'conversation_update', conversationId: id },
      change: isRead ? { kind: 'read', readSequence: number } : { kind: 'hidden', upTo: number },
    };
  };

  it('takes how much is left unread from the answer to reading, as far as that knows what there is', () => {
    const three = listed(1, conversation('a', 3));
    const answer = (readSequence: number, unreadCount: number, at: number): ReplicaEvent => ({
      ...{ kind: 'read answered', id: 'a', readSequence, unreadCount, asked: 2, at },
    });
    const left = (...events: ReplicaEvent[]) => {
      const { readSequence, unreadCount } = base(after(three, ...events));
      return [readSequence, unreadCount];
    };
    const read = (readSequence: number, at: number) =>
      told({ type: 'conversation_update', conversationId: 'a', change: { kind: 'read', readSequence } }, at);
    expect(left(answer(2, 1, 3))).toEqual([2, 1]);
    // Said after it was read, and told before the answer came.
    expect(left(read(3, 3), told(said('a', 4), 4), answer(3, 0, 5))).toEqual([3, 1]);
    // More was read on another device.
    expect(left(read(3, 3), answer(1, 2, 4))).toEqual([3, 0]);
    const counted = listed(3, conversation('a', 5, { unreadCount: 2, readSequence: 3 }));
    expect(left(counted, answer(3, 0, 4))).toEqual([3, 2]);
  });

  describe('own settings', () => {
    const set = (key: number, settings: Partial<ConversationSettings>): ReplicaEvent => ({
      ...{ kind: 'set', key, id: 'a', settings, at: key },
    });
    const server = { isMuted: false, isPinned: false, isArchived: false };
    const asServer = (asked: number, more: Partial<ConversationSettings> = {}) =>
      listed(asked, conversation('a', 3, { settings: { ...server, ...more } }));
    const shown = (state: Replica) => shownIn(state, 'a')!.settings;

    it('are shown over whatever the server answers meanwhile, and put nothing into what it said', () => {
      const state = after(asServer(1), set(2, { isMuted: true }), asServer(3, { isPinned: true }));
      expect(shown(state)).toEqual({ ...server, isMuted: true, isPinned: true });
      expect(base(state).settings).toEqual({ ...server, isPinned: true });
      expect(shownIn(state, 'a')).toBe(shownIn(state, 'a'));
    });

    it('leave nothing when they are refused', () => {
      const both = after(asServer(1), set(2, { isMuted: true }), set(3, { isMuted: false, isPinned: true }));
      expect(shown(both)).toEqual({ ...server, isPinned: true });
      const refused = apply(both, { kind: 'settings refused', key: 3, at: 4 });
      expect(shown(refused)).toEqual({ ...server, isMuted: true });
      const none = apply(refused, { kind: 'settings refused', key: 2, at: 5 });
      expect(shownIn(none, 'a')).toBe(base(none));
      expect(shown(none)).toEqual(server);
    });

    it('become what the server has with its answer, which no earlier one takes back', () => {
      const asked = after(asServer(1), set(2, { isMuted: true }), set(3, { isPinned: true }));
      // The second one is answered first, and the first one does not know it.
      const answered = [
        { kind: 'settings answered', key: 3, settings: { ...server, isMuted: true, isPinned: true }, at: 5 },
        { kind: 'settings answered', key: 2, settings: { ...server, isMuted: true }, at: 6 },
      ] as const;
      const state = apply(answered.reduce(apply, asked), { ...asServer(4), at: 7 } as ReplicaEvent);
      expect(state.ownSettings).toEqual([]);
      expect(shown(state)).toEqual({ ...server, isMuted: true, isPinned: true });
      expect(shown(apply(state, asServer(8)))).toEqual(server);
    });
  });

  it('takes no words from news of which the answer knew', () => {
    // Of somebody who is kept away, or taken back since.
    const answer = conversation('a', 4, { lastMessage: null, unreadCount: 0 });
    const state = after(listed(1, answer), told(said('a', 4), 2));
    expect(base(state)).toMatchObject({ lastMessage: null, unreadCount: 0 });
    expect(base(apply(state, told(said('a', 5), 3))).lastMessage?.content).toBe('number 5');
  });

  it('knows how far others have read, whichever news of it comes last', () => {
    const readBy = (sequence: number, at: number) =>
      told(
        {
          ...{ type: 'conversation_update', conversationId: 'a' },
          change: { kind: 'readers', readers: [{ userId: 'theo', sequence }] },
        } as ConversationEvent,
        at,
      );
    // Whoever writes has read everything up to there.
    const late = after(listed(1, conversation('a', 3)), told(said('a', 5), 2), told(said('a', 4), 3));
    expect(base(late).readers).toEqual([{ userId: 'theo', sequence: 5 }]);
    expect(base(apply(late, readBy(4, 4))).readers).toEqual([{ userId: 'theo', sequence: 5 }]);
    expect(base(apply(late, readBy(6, 4))).readers).toEqual([{ userId: 'theo', sequence: 6 }]);
  });

  it('is the same whether something is told once or twice, and touches nothing else', () => {
    assert(
      property(listOf(change, { maxLength: 15 }), (changes) => {
        let state = after(listed(1, conversation('a', 3), conversation('b', 5)));
        for (const [index, one] of changes.entries()) {
          const before = state;
          const event = told(eventOf(one), index + 2);
          state = apply(state, event);
          expect(apply(state, event)).toEqual(state);
          const other = one.id === 'a' ? 'b' : 'a';
          expect(state.conversations.get(other)).toBe(before.conversations.get(other));
        }
      }),
    );
  });
});
