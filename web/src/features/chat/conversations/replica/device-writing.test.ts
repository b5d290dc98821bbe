import { describe, expect, it } from 'vitest';
import { deviceForm, type PrivateState } from './device-copy.ts';
import { joined, withoutGone } from './device-writing.ts';
import { type Gone, type GoneIn, withGone } from './gone.ts';
import { me, now, privateConversation, saidBy, theo } from './private-samples.ts';

type Said = ReturnType<typeof saidBy>;

/** What is kept of one conversation that follows up to a change. */
function keptAt(change: number, messages: Said[], readSequence = 0): PrivateState {
  const { sequence: lastSequence, ...last } = messages.at(-1)!;
  const lastMessage = { ...last, sequence: lastSequence, event: null };
  const base = privateConversation('c1', { lastMessage, lastSequence, readSequence, change });
  return { ...deviceForm(base, me, messages), changes: { c1: change } };
}
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => saidBy(from + index, theo));
const texts = ({ messages }: PrivateState) => messages.map(({ content }) => content);
const join = (own: PrivateState, stored: PrivateState) => joined(own, stored, now);
const gone = (news: Partial<GoneIn>): Gone => withGone(new Map(), 'c1', news);

describe('what two tabs write', () => {
  const takenBack = [saidBy(1, theo), saidBy(2, theo, { content: '', isDeleted: true, change: 5 })];

  it('is the later of both, whichever comes last', () => {
    const [before, after] = [keptAt(4, range(1, 2)), keptAt(5, takenBack)];
    for (const state of [join(before, after), join(after, before)]) {
      expect(texts(state)).toEqual(['text 1', '']);
      expect(state.changes).toEqual({ c1: 5 });
      // A row shows nothing that was taken back.
      expect(state.items[0]!.lastMessage).toMatchObject({ id: 'pm_m1', content: 'text 1' });
    }
  });

  it('goes on where the other one ends, and follows only as far as both do', () => {
    const state = join(keptAt(6, range(2, 3)), keptAt(4, range(3, 5)));
    expect(texts(state)).toEqual(['text 2', 'text 3', 'text 4', 'text 5']);
    expect(state.changes).toEqual({ c1: 4 });
    expect(state.items[0]!.conversation.lastSequence).toBe(5);
    // What is older than the one that followed further may have changed since.
    expect(texts(join(keptAt(6, range(3, 4)), keptAt(4, range(1, 3))))).toEqual(['text 3', 'text 4']);
    expect(texts(join(keptAt(6, range(3, 4)), keptAt(6, range(1, 3))))).toHaveLength(4);
    expect(texts(join(keptAt(6, range(5, 6)), keptAt(6, range(1, 3))))).toEqual(['text 5', 'text 6']);
  });

  it('is read once', () => {
    const unread = keptAt(0, range(1, 1));
    const read = join(keptAt(0, range(1, 1), 1), unread);
    expect(read.messages[0]).toMatchObject({ isRead: true, readAt: now });
    const again = joined(unread, read, '2027-01-01T00:00:00.000Z');
    expect(again.messages[0]).toMatchObject({ isRead: true, readAt: now });
  });

  it('is unread as whoever heard of more changes counts it', () => {
    const counted = (change: number, unreadCount: number) => {
      const { items, ...state } = keptAt(change, range(1, 3));
      return { ...state, items: items.map((item) => ({ ...item, unreadCount })) };
    };
    const [before, after] = [counted(4, 3), counted(5, 2)];
    for (const state of [join(before, after), join(after, before), join(before, join(before, after))]) {
      expect(state.items[0]!.unreadCount).toBe(2);
    }
    const more = keptAt(4, range(1, 4), 4);
    expect(join(after, more).items[0]!.unreadCount).toBe(0);
  });

  it('is at most a page of the list and a page of each conversation (PRIV-038, PRIV-039)', () => {
    expect(texts(join(keptAt(1, range(1, 40)), keptAt(1, range(30, 70)))).length).toBe(50);
    const of = (index: number) =>
      deviceForm(
        privateConversation(`c${index}`, { lastMessageAt: `2026-11-01T00:00:${10 + index}.000Z` }),
        me,
      );
    const all = Array.from({ length: 25 }, (_, index) => of(index).items[0]!);
    const state = join({ items: all.slice(0, 15), messages: [] }, { items: all.slice(15), messages: [] });
    expect(state.items).toHaveLength(20);
    expect(state.items[0]!.conversation.id).toBe('c24');
  });

  it('is what was said after the numbers of what is gone', () => {
    const state = keptAt(4, range(1, 4));
    expect(texts(withoutGone(state, gone({ upTo: 2 })))).toEqual(['text 3', 'text 4']);
    expect(withoutGone(state, gone({ upTo: 4 }))).toMatchObject({ items: [], messages: [] });
    const without = withoutGone(state, gone({ changed: new Map([[4, 5]]) }));
    expect(JSON.stringify(without)).not.toContain('text 4');
    expect(without.items[0]!.lastMessage).toMatchObject({ content: 'text 3' });
    // It followed that change already.
    expect(texts(withoutGone(state, gone({ changed: new Map([[4, 4]]) })))).toHaveLength(4);
    expect(texts(withoutGone(state, gone({ before: 5 })))).toEqual([]);
  });

  it('has no words without numbers once something is gone that has one', () => {
    const state = keptAt(4, range(1, 2));
    const old = { ...state, messages: state.messages.map(({ sequence: _, ...message }) => message) };
    expect(texts(withoutGone(old, new Map()))).toEqual(['text 1', 'text 2']);
    expect(texts(withoutGone(old, gone({ changed: new Map([[9, 5]]) })))).toEqual([]);
    expect(texts(withoutGone(old, gone({ upTo: 1 })))).toEqual([]);
    expect(texts(join(state, old))).toEqual(['text 1', 'text 2']);
  });
});
