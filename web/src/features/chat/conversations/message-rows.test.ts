import type { Message } from '@dazi/contract/chat/conversations';
import { describe, expect, it } from 'vitest';
import { logOf, type Numbered } from './conversation-log.ts';
import { isReadByOthers, keepsPlace, type MessageRow, rowsOf, sequenceOf, unseenIn } from './message-rows.ts';

const start = new Date(2026, 10, 21, 12, 0).getTime();
const minutes = (count: number) => new Date(start + count * 60_000).toISOString();

const said = (sequence: number, at: number, parts: Partial<Message> = {}) =>
  ({
    id: `m${sequence}`,
    sequence,
    clientId: null,
    senderId: 'rosa',
    type: 'TEXT',
    content: 'x',
    createdAt: minutes(at),
    isDeleted: false,
    folded: false,
    isRead: false,
    replyTo: null,
    reactions: {},
    media: null,
    ...parts,
  }) as Numbered;

const rows = (messages: Numbered[], parts: Partial<Parameters<typeof rowsOf>[0]> = {}) =>
  rowsOf({ messages, hasOlder: false, cards: [], outgoing: [], myId: 'mika', readSequence: null, ...parts });
const kinds = (list: MessageRow[]) => list.map(({ kind }) => kind).join(' ');
const groups = (list: MessageRow[]) =>
  list.flatMap((row) =>
    'isFirst' in row ? [`${row.isFirst ? '[' : ''}${row.key}${row.isLast ? ']' : ''}`] : [],
  );

describe('the rows of a conversation', () => {
  it('group what one person says within 5 minutes (VIEW-015)', () => {
    const list = rows([said(1, 0), said(2, 4), said(3, 9), said(4, 10, { senderId: 'theo' }), said(5, 11)]);
    expect(groups(list)).toEqual(['[m1', 'm2]', '[m3]', '[m4]', '[m5]']);
  });

  it('begin each day with its name (VIEW-014)', () => {
    expect(kinds(rows([said(1, -13 * 60), said(2, 0)]))).toBe('day message day message');
  });

  it('show what was new when it was opened, once (VIEW unread divider)', () => {
    const list = rows(
      [said(1, 0), said(2, 1, { senderId: 'mika' }), said(3, 2, { type: 'JOIN' }), said(4, 3), said(5, 4)],
      {
        readSequence: 1,
      },
    );
    expect(kinds(list)).toBe('day message message line unread message message');
    expect(list.find((row) => row.kind === 'unread')).toMatchObject({ count: 2 });
    expect(groups(list)).toEqual(['[m1]', '[m2]', '[m4', 'm5]']);
  });

  it('do not call new what was taken back or is of somebody blocked', () => {
    const list = rows(
      [said(1, 0), said(2, 1, { isDeleted: true }), said(3, 2, { folded: true }), said(4, 3)],
      {
        readSequence: 1,
      },
    );
    expect(kinds(list)).toBe('day message message message unread message');
    expect(list.find((row) => row.kind === 'unread')).toMatchObject({ count: 1 });
  });

  it('show nothing of a result that went with its mini app (MINI-038)', () => {
    const result = { type: 'MINI_APP_RESULT', senderId: null } as const;
    const there = rows([said(1, 0, { ...result, content: '{}' })]);
    expect(kinds(there)).toBe('day result');
    const gone = rows([said(1, 0, { ...result, content: '', isDeleted: true })]);
    expect(kinds(gone)).toBe('day line');
    expect(sequenceOf(gone.at(-1)!)).toBe(1);
  });

  it('wait with the divider until the first new message is here', () => {
    const newest = [said(8, 0), said(9, 1)];
    expect(kinds(rows(newest, { readSequence: 3, hasOlder: true }))).toBe('day message message');
    const older = [said(5, -2), said(6, -2), said(7, -1), ...newest];
    expect(kinds(rows(older, { readSequence: 3, hasOlder: true }))).not.toContain('unread');
    const all = rows([said(3, -3), said(4, -3), ...older], { readSequence: 3, hasOlder: true });
    expect(all.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^day/),
      'm3',
      'unread',
      ...['m4', 'm5', 'm6', 'm7', 'm8', 'm9'],
    ]);
    // It may also be the first of what is here.
    expect(kinds(rows(newest, { readSequence: 7, hasOlder: true }))).toBe('day unread message message');
  });

  it('that go up with older messages are not what a place is held by', () => {
    const card = said(0, 3, { id: 'card', sequence: null, type: 'JOIN_REQUEST' });
    const list = rows([said(1, 0), said(2, 1, { type: 'JOIN' }), said(3, 5)], {
      readSequence: 2,
      cards: [card],
    });
    expect(list.filter(keepsPlace).map(({ key }) => key)).toEqual(['m1', 'm2', 'm3']);
    expect(list.map(sequenceOf)).toEqual([0, 1, 2, 0, 0, 3]);
  });

  it('put pictures sent together into one (VIEW-069)', () => {
    const picture = (sequence: number, at: number, parts: Partial<Message> = {}) =>
      said(sequence, at, { type: 'IMAGE', media: {} as Message['media'], ...parts });
    const list = rows([
      picture(1, 0),
      picture(2, 1),
      picture(3, 2),
      picture(4, 3, { reactions: { HEART: 1 } }),
    ]);
    expect(kinds(list)).toBe('day album message');
    expect(list[1]).toMatchObject({ key: 'm1', isFirst: true, isLast: false });
    expect(sequenceOf(list[1]!)).toBe(3);
  });

  it('keep the key of a message on its way', () => {
    const outgoing = {
      clientId: 'device-1',
      userId: 'mika',
      receiverId: null,
      conversationId: 'c',
      content: 'x',
      type: 'TEXT' as const,
      replyToId: null,
      replyTo: null,
      createdAt: minutes(1),
      state: 'sending' as const,
      preview: null,
    };
    const before = rows([said(1, 0)], { outgoing: [outgoing] });
    const after = rows([said(1, 0), said(2, 1, { senderId: 'mika', clientId: 'device-1' })]);
    expect(before.map(({ key }) => key)).toEqual(after.map(({ key }) => key));
    expect(kinds(after)).toBe('day message message');
  });

  it('put cards of requests where they belong in time', () => {
    const card = said(0, 3, { id: 'card', sequence: null, type: 'JOIN_REQUEST' });
    expect(kinds(rows([said(1, 0), said(2, 5)], { cards: [card] }))).toBe('day message request message');
    expect(kinds(rows([said(1, 0)], { cards: [card] }))).toBe('day message request');
  });
});

it('counts what others said that was not come to yet, also where it is not here', () => {
  const log = logOf({
    messages: [said(5, 0), said(6, 0, { senderId: 'mika' }), said(7, 0, { type: 'JOIN' }), said(8, 0)],
    lastSequence: 20,
    change: 0,
    hasOlder: true,
    hiddenUpTo: 0,
  });
  const here = { ...log, lastSequence: 8 };
  expect([4, 5, 8].map((seen) => unseenIn(here, seen, 'mika'))).toEqual([2, 1, 0]);
  expect([4, 8, 15, 20].map((seen) => unseenIn(log, seen, 'mika'))).toEqual([14, 12, 5, 0]);
});

it('was read when another than oneself is beyond it (VIEW-075)', () => {
  const own = said(5, 0, { senderId: 'mika' });
  expect(isReadByOthers(own, [{ userId: 'mika', sequence: 9 }], 'mika')).toBe(false);
  expect(isReadByOthers(own, [{ userId: 'rosa', sequence: 4 }], 'mika')).toBe(false);
  expect(isReadByOthers(own, [{ userId: 'rosa', sequence: 5 }], 'mika')).toBe(true);
  expect(isReadByOthers(said(5, 0, { isRead: true }), [], 'mika')).toBe(true);
});
