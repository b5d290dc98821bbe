import type { Message } from '@dazi/contract/chat/conversations';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { ConversationEvent } from '@dazi/contract/frames';
import { assert, asyncProperty, constantFrom, array as listOf, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConversationLog,
  logOf,
  missingAtOpening,
  missingIn,
  movedTo,
  withAnswer,
  withChange,
  withChanges,
  withHidden,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
} from './conversation-log.ts';

const me = 'me';
const other = 'other';

const message = (sequence: number, parts: Partial<Message> = {}): Message => ({
  id: `m${sequence}`,
  conversationId: 'c',
  ...{ closed: false, closedKind: null, closedHost: null },
  sequence,
  clientId: null,
  senderId: other,
  senderName: 'Other',
  senderAvatar: null,
  content: `text ${sequence}`,
  type: 'TEXT',
  createdAt: new Date(sequence * 60_000).toISOString(),
  updatedAt: new Date(sequence * 60_000).toISOString(),
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

const quoteOf = ({ id, sequence, senderId, senderName, content, type, isDeleted, change }: Message) => ({
  ...{ id, sequence: sequence!, senderId, senderName, type, isDeleted, change },
  content: content.slice(0, messageLimits.quote),
});

/** A server with one conversation. */
class Server {
  log: (Message & { sequence: number })[] = [];
  change = 0;
  hiddenUpTo = 0;
  frames: ConversationEvent[] = [];

  send(answered?: number) {
    const sequence = this.log.length + 1;
    const source = answered === undefined ? undefined : this.log[answered % this.log.length];
    const sent = { ...message(sequence), sequence, replyTo: source ? quoteOf(source) : null };
    this.log.push(sent);
    // Of an answer it is told that there is one.
    const told = source ? null : sent;
    this.frames.push({ type: 'new_message', conversationId: 'c', sequence, message: told });
  }
  /** With what it answers as that is now; nothing of what one has taken out of one's own list. */
  seen(one: Message & { sequence: number }) {
    const source = one.replyTo && this.log[one.replyTo.sequence - 1];
    return { ...one, replyTo: source && source.sequence > this.hiddenUpTo ? quoteOf(source) : null };
  }
  all() {
    return this.log.map((one) => this.seen(one));
  }
  alter(position: number, alteration: 'edit' | 'delete' | 'mine' | 'theirs') {
    const index = this.log.length === 0 ? -1 : position % this.log.length;
    const before = this.log[index];
    if (!before) return;
    this.change++;
    const change = this.change;
    let after = { ...before, change };
    let reaction: { userId: string; reactionType: 'HEART' | null } | null = null;
    if (alteration === 'edit') after = { ...after, content: `edited ${change}`, editedAt: before.createdAt };
    if (alteration === 'delete') after = { ...after, content: '', isDeleted: true };
    if (alteration === 'mine') {
      const reactionType = before.myReaction ? null : 'HEART';
      after = { ...after, myReaction: reactionType };
      reaction = { userId: me, reactionType };
    }
    if (alteration === 'theirs') {
      after = { ...after, reactions: { SAD: (before.reactions.SAD ?? 0) + 1 } };
      reaction = { userId: other, reactionType: null };
    }
    this.log[index] = after;
    this.frames.push({
      type: 'conversation_update',
      conversationId: 'c',
      // A frame says nothing about whoever reads it.
      change: {
        kind: 'message',
        sequence: after.sequence,
        change,
        message: { ...this.seen(after), myReaction: null },
        reaction,
      },
    });
  }
  /** One takes everything said so far out of one's own list. */
  hide() {
    this.hiddenUpTo = this.log.length;
    const change = { kind: 'hidden', upTo: this.hiddenUpTo } as const;
    this.frames.push({ type: 'conversation_update', conversationId: 'c', change });
  }
  page(messages: (Message & { sequence: number })[], hasOlder: boolean) {
    const seen = messages.filter(({ sequence }) => sequence > this.hiddenUpTo).map((one) => this.seen(one));
    const isAll = seen.length < messages.length || seen[0]?.sequence === this.hiddenUpTo + 1;
    return {
      messages: seen,
      lastSequence: this.log.length,
      change: this.change,
      hasOlder: !isAll && hasOlder,
      hiddenUpTo: this.hiddenUpTo,
    };
  }
  newest(count = 5) {
    return this.page(this.log.slice(-count), this.log.length > count);
  }
  after(sequence: number) {
    return this.page(this.log.slice(sequence, sequence + 3), sequence > 0);
  }
  before(sequence: number, count = 5) {
    return this.page(this.log.slice(Math.max(0, sequence - 1 - count), sequence - 1), sequence - 1 > count);
  }
  changedAfter(change: number) {
    return this.all().filter((one) => one.change > change && one.sequence > this.hiddenUpTo);
  }
}

const heard = (log: ConversationLog, frame: ConversationEvent): ConversationLog => {
  if (frame.type === 'new_message') return withMessage(log, frame.sequence, frame.message);
  if (frame.type === 'conversation_update' && frame.change.kind === 'message') {
    return withChange(log, frame.change, me);
  }
  if (frame.type === 'conversation_update' && frame.change.kind === 'hidden') {
    return withHidden(log, frame.change.upTo);
  }
  return log;
};

/** What conversations.live.ts does after waiting. */
function filled(log: ConversationLog, server: Server): ConversationLog {
  let state = log;
  for (let round = 0; round < 200; round++) {
    const { after, changedAfter } = missingIn(state);
    if (after !== null) {
      state = withNewer(state, server.after(after));
    } else if (changedAfter !== null) {
      state = withChanges(state, server.changedAfter(changedAfter), server.change);
    } else return state;
  }
  throw new Error('never caught up');
}

const step = record({
  what: constantFrom(
    'send',
    'send',
    'answer',
    'answer',
    'edit',
    'delete',
    'mine',
    'theirs',
    'hide',
    'deliver',
    'fill',
    'older',
    'reopen',
  ),
  at: nat(50),
  fate: constantFrom('arrives', 'arrives', 'arrives', 'twice', 'late', 'lost', 'empty'),
} as const);

describe('what is held of a conversation', () => {
  it('is, after old state and events, the same as fetched anew', async () => {
    await assert(
      asyncProperty(listOf(step, { maxLength: 60 }), async (steps) => {
        const server = new Server();
        for (let count = 0; count < 8; count++) server.send();
        server.frames = [];
        let log = logOf(server.newest());
        const late: ConversationEvent[] = [];
        const deliver = () => {
          while (late.length > 0) log = heard(log, late.pop()!);
        };
        for (const { what, at, fate } of steps) {
          if (what === 'send') server.send();
          else if (what === 'answer') server.send(at);
          else if (what === 'hide') server.hide();
          else if (what === 'deliver') deliver();
          else if (what === 'fill') log = filled(log, server);
          else if (what === 'older' && log.hasOlder) {
            log = withOlder(log, server.before(log.messages[0]!.sequence));
          } else if (what === 'reopen') log = withNewest(log, server.newest());
          else if (what === 'edit' || what === 'delete' || what === 'mine' || what === 'theirs') {
            server.alter(at, what);
          }
          for (const frame of server.frames.splice(0)) {
            if (fate === 'late') late.push(frame);
            else if (fate === 'empty' && frame.type === 'new_message')
              log = heard(log, { ...frame, message: null });
            else if (fate !== 'lost') log = heard(log, frame);
            if (fate === 'twice') log = heard(log, frame);
          }
        }
        deliver();
        // The stream says what there is when it comes back.
        log = { ...log, lastSequence: server.log.length, lastChange: server.change };
        log = filled(log, server);
        // After a gap the newest are asked for.
        log = withNewest(log, server.newest());
        const first = log.messages[0]?.sequence ?? server.hiddenUpTo + 1;
        expect(first).toBeGreaterThan(server.hiddenUpTo);
        expect(log.messages).toEqual(server.all().slice(first - 1));
        expect(log.early).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('loses what was taken out of the own list on another device, though nothing was heard of it', () => {
    const server = new Server();
    for (let count = 0; count < 8; count++) server.send();
    const held = logOf(server.newest());
    server.hide();
    let log = held;
    for (let sequence = 9; sequence <= 14; sequence++) {
      server.send();
      log = withMessage(log, sequence, server.log.at(-1)!);
    }
    const numbers = (one: ConversationLog) => one.messages.map(({ sequence }) => sequence);
    expect(numbers(withNewest(log, server.newest(5)))).toEqual([9, 10, 11, 12, 13, 14]);
    expect(numbers(withNewer(held, server.after(8)))).toEqual([9, 10, 11]);
    expect(numbers(withOlder(log, server.before(4)))).toEqual([9, 10, 11, 12, 13, 14]);
  });

  it('ignores what it has, and waits with what comes before its turn (RT-010)', () => {
    let log = logOf({
      messages: [message(1), message(2)],
      lastSequence: 2,
      change: 0,
      hasOlder: false,
      hiddenUpTo: 0,
    });
    log = withMessage(log, 2, message(2));
    expect(log.messages).toHaveLength(2);
    log = withMessage(log, 4, message(4));
    expect(log.messages).toHaveLength(2);
    expect(missingIn(log)).toEqual({ after: 2, changedAfter: null });
    log = withMessage(log, 3, message(3));
    expect(log.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(missingIn(log)).toEqual({ after: null, changedAfter: null });
  });

  it('keeps the own reaction that frames know nothing of', () => {
    const page = {
      messages: [message(1, { myReaction: 'HEART' })],
      lastSequence: 1,
      change: 4,
      hasOlder: false,
      hiddenUpTo: 0,
    };
    const log = withChange(
      logOf(page),
      {
        kind: 'message',
        sequence: 1,
        change: 5,
        message: message(1, { content: 'new', change: 5 }),
        reaction: null,
      },
      me,
    );
    expect(log.messages[0]).toMatchObject({ content: 'new', myReaction: 'HEART' });
    expect(log.change).toBe(5);
  });

  it('quotes what was changed or taken back as it is now, whether that is held or not', () => {
    const old = message(1, { content: 'the old words' });
    const answers = [message(8, { replyTo: quoteOf(old) }), message(9, { replyTo: quoteOf(message(8)) })];
    const held = logOf({ messages: answers, lastSequence: 9, change: 3, hasOlder: true, hiddenUpTo: 0 });
    const gone = message(1, { content: '', isDeleted: true, change: 5 });
    const quoted = (log: ConversationLog) =>
      log.messages.map(({ replyTo }) => [replyTo?.content, replyTo?.isDeleted]);
    const news = { kind: 'message', sequence: 1, change: 5, message: gone, reaction: null } as const;
    const log = withChange(held, news, me);
    expect(quoted(log)).toEqual([
      ['', true],
      ['text 8', false],
    ]);
    // What was said of it before comes late.
    const edited = message(1, { content: 'almost as old', change: 4 });
    expect(quoted(withChange(log, { ...news, change: 4, message: edited }, me))[0]).toEqual(['', true]);
    expect(quoted(withChanges(held, [edited], 4))[0]).toEqual(['almost as old', false]);
    expect(quoted(withAnswer(held, gone))[0]).toEqual(['', true]);
    // Of somebody blocked, as it is answered then.
    expect(quoted(withChanges(held, [{ ...edited, content: '', folded: true }], 4))[0]).toEqual(['', false]);
    const long = message(1, { content: '𠮷'.repeat(300), change: 4 });
    expect([...quoted(withChanges(held, [long], 4))[0]![0]!.toString()]).toHaveLength(messageLimits.quote);
  });

  it('takes the answer to the own sending and the frame about it for one', () => {
    const sent = message(3, { senderId: me, clientId: 'device-1' });
    const page = {
      messages: [message(1), message(2)],
      lastSequence: 2,
      change: 0,
      hasOlder: false,
      hiddenUpTo: 0,
    };
    const once = withAnswer(logOf(page), sent);
    expect(withMessage(once, 3, sent)).toEqual(once);
    expect(withAnswer(withMessage(logOf(page), 3, sent), sent).messages).toHaveLength(3);
  });

  it('at an older place counts what is new and takes it in on the way back', () => {
    const server = new Server();
    for (let count = 0; count < 12; count++) server.send();
    let log = logOf(server.newest());
    log = movedTo(log, server.page(server.log.slice(2, 5), true));
    expect(log.isDetached).toBe(true);
    server.send();
    log = withMessage(log, 13, server.log[12]!);
    expect(log.messages.at(-1)?.sequence).toBe(5);
    expect(log.lastSequence).toBe(13);
    while (log.isDetached) log = withNewer(log, server.after(log.end));
    expect(log.messages.map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('moves to surroundings that join on without a loss, and takes no older page that does not', () => {
    const server = new Server();
    for (let count = 0; count < 20; count++) server.send();
    const newest = logOf(server.newest());
    const joined = movedTo(newest, server.page(server.log.slice(9, 15), true));
    expect(joined.messages.map(({ sequence }) => sequence)).toEqual([
      ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
    ]);
    expect(joined.isDetached).toBe(false);
    // Asked for at the end, answered after somebody had gone elsewhere.
    const late = server.before(16);
    const moved = movedTo(newest, server.page(server.log.slice(2, 5), true));
    expect(withOlder({ ...moved, messages: server.log.slice(17, 20) }, server.before(5))).toMatchObject({
      messages: server.log.slice(17, 20),
    });
    expect(withOlder(moved, late)).toMatchObject({ messages: server.log.slice(2, 5), hasOlder: true });
  });

  it('lacks the first new message of somebody who was away for long, or the end after an older place', () => {
    const server = new Server();
    for (let count = 0; count < 20; count++) server.send();
    const newest = logOf(server.newest());
    const opened = (readSequence: number) => ({ readSequence, unreadCount: 20 - readSequence });
    expect(missingAtOpening(newest, opened(20))).toBeNull();
    expect(missingAtOpening(newest, opened(15))).toBeNull();
    expect(missingAtOpening(newest, opened(14))).toEqual({ around: 15 });
    const moved = movedTo(newest, server.page(server.log.slice(2, 5), true));
    expect(missingAtOpening(moved, opened(3))).toBeNull();
    expect(missingAtOpening(moved, opened(14))).toEqual({ around: 15 });
    expect(missingAtOpening(moved, opened(1))).toEqual({ around: 2 });
    expect(missingAtOpening(moved, opened(20))).toEqual({});
    // What was said before one came is not shown: the first there is comes after it.
    const short = logOf({ ...server.newest(), hasOlder: false, hiddenUpTo: 0 });
    expect(missingAtOpening(short, opened(3))).toBeNull();
  });

  it('begins anew when too much happened in between', () => {
    const log = logOf({
      messages: [message(1), message(2)],
      lastSequence: 2,
      change: 0,
      hasOlder: false,
      hiddenUpTo: 0,
    });
    const page = {
      messages: [message(60), message(61)],
      lastSequence: 61,
      change: 0,
      hasOlder: true,
      hiddenUpTo: 0,
    };
    expect(withNewest(log, page).messages.map(({ sequence }) => sequence)).toEqual([60, 61]);
  });
});
