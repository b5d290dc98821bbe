// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSort, inOrder, keepSort, sortOf } from './conversation-order.ts';

const row = (
  id: string,
  lastMessageAt: string | null,
  createdAt: string,
  unreadCount = 0,
  isPinned = false,
) => ({
  id,
  lastMessageAt,
  createdAt,
  unreadCount,
  settings: { isPinned, isMuted: false, isArchived: false },
});
const rows = [
  row('old', '2026-11-05', '2026-11-01', 3),
  row('pinned', '2026-11-02', '2026-11-02', 0, true),
  row('latest', '2026-11-09', '2026-11-03'),
  row('silent', null, '2026-11-04'),
];
const order = (sort: Parameters<typeof inOrder>[1]) =>
  inOrder(rows, sort)
    .map(({ id }) => id)
    .join(' ');

describe('the order of conversations (PRIV-040)', () => {
  beforeEach(() => localStorage.clear());

  it.each([
    ['last_message', 'pinned latest old silent'],
    ['created_at', 'silent latest pinned old'],
    ['unread_first', 'pinned old latest silent'],
    ['pinned_first', 'pinned latest old silent'],
  ] as const)('by %s', (sort, wanted) => {
    expect(order(sort)).toBe(wanted);
  });

  it('shows a conversation once that stands on two pages', () => {
    expect(inOrder([...rows, rows[0]!], 'last_message')).toHaveLength(4);
  });

  it('is the latest message first until somebody chooses, and remembered for them (PRIV-041)', () => {
    expect(defaultSort).toBe('last_message');
    localStorage.setItem(
      'dazi.user',
      JSON.stringify({ id: 'mika', name: 'Mika', email: null, avatarUrl: null }),
    );
    expect(sortOf('mika')).toBe('last_message');
    keepSort('mika', 'unread_first');
    expect(sortOf('mika')).toBe('unread_first');
    expect(sortOf('rosa')).toBe('last_message');
    expect(localStorage.getItem('dazi.messageSettings.mika')).toBe('{"sort":"unread_first"}');
    keepSort('mika', 'last_message');
    expect(localStorage.getItem('dazi.messageSettings.mika')).toBeNull();
  });
});
