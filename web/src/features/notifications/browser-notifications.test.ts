// @vitest-environment happy-dom
import type { QuietHours, Notification as Told } from '@dazi/contract/notifications/notifications';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stored, writeStored } from '#platform/storage.ts';
import { announce, becomeSpeaker } from './browser-notifications.ts';
import { usualQuietHours, withEnd } from './quiet-hours.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const told = (number: number, changes: Partial<Told> = {}): Told => ({
  id: `event-${number}`,
  type: 'SYSTEM',
  title: '',
  message: '',
  code: 'join_approved',
  params: {
    name: null,
    others: 0,
    count: 1,
    group: 'Choir',
    preview: null,
    media: null,
    amountMinor: null,
    currency: null,
    members: null,
    limit: null,
    browser: null,
    system: null,
    rule: null,
    urgency: null,
    words: null,
    until: null,
    plan: null,
    planOf: null,
    quick: null,
  },
  data: { messageId: null, chatRoomId: 'r', conversationId: 'c', userId: null, avatarUrl: null },
  createdAt: new Date(now - 1000).toISOString(),
  read: false,
  priority: 'medium',
  location: null,
  sequence: number,
  ...changes,
});

const shown: { title: string; options: NotificationOptions; onclick: (() => void) | null; close(): void }[] =
  [];
class Shown {
  static permission = 'granted';
  onclick: (() => void) | null = null;
  close = vi.fn();
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    shown.push(this);
  }
}

const open = vi.fn();
const always = { from: '00:00', to: '00:00', timeZone: 'UTC' };
const tell = (list: Told[], changes: { quietHours?: QuietHours; language?: 'en' | 'ja' } = {}) =>
  announce(list, { userId: 'aiko', language: 'en', quietHours: null, open, ...changes });

describe('what the browser tells of', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now });
    vi.stubGlobal('Notification', Shown);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    Shown.permission = 'granted';
    shown.length = 0;
    open.mockClear();
    localStorage.clear();
    writeStored(stored.user, {
      id: 'aiko',
      email: null,
      name: 'Aiko',
      avatarUrl: null,
      createdAt: '',
      lastActive: '',
      verified: true,
      gender: null,
    });
    becomeSpeaker();
  });

  it('is said in the language of the reader, once, and leads to what it is about', async () => {
    await tell([told(1)], { language: 'ja' });
    await tell([told(1)]);
    expect(shown.map(({ title, options }) => [title, options.body])).toEqual([
      ['参加が承認されました', '「Choir」のメンバーになりました'],
    ]);
    shown[0]!.onclick!();
    expect(open).toHaveBeenCalledWith(told(1), '/messages/c');
    await tell([told(1, { sequence: 9 })]);
    expect(shown).toHaveLength(2);
  });

  it('is of the last 60 seconds and not of low priority (NOTIF-038)', async () => {
    await tell([
      told(1, { createdAt: new Date(now - 60_000).toISOString() }),
      told(2, { priority: 'low' }),
      told(3, { createdAt: new Date(now - 59_999).toISOString() }),
    ]);
    expect(shown.map(({ options }) => options.tag)).toEqual(['event-3']);
  });

  it('closes after 5 seconds unless it is urgent (NOTIF-035, NOTIF-036)', async () => {
    await tell([told(1), told(2, { priority: 'high' })]);
    expect(shown.map(({ options }) => [options.tag, options.requireInteraction])).toEqual([
      ['event-2', true],
      ['event-1', false],
    ]);
    vi.advanceTimersByTime(4999);
    expect(shown[1]!.close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(shown[1]!.close).toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(shown[0]!.close).not.toHaveBeenCalled();
  });

  it('is a new sign-in in quiet hours, too', async () => {
    await tell([told(1), told(2, { code: 'new_device', priority: 'high' })], { quietHours: always });
    expect(shown.map(({ title, options }) => [title, options.requireInteraction])).toEqual([
      ['New sign-in', true],
    ]);
  });

  it('is nothing without permission, in quiet hours, and while somebody looks, also not later', async () => {
    Shown.permission = 'default';
    await tell([told(1)]);
    Shown.permission = 'granted';
    await tell([told(2)], { quietHours: always });
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    await tell([told(3)]);
    expect(shown).toEqual([]);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await tell([told(2), told(3)]);
    expect(shown).toEqual([]);
  });
});

it('quiet hours begin as those of where the browser is', () => {
  expect(usualQuietHours()).toMatchObject({ from: '22:00', to: '07:00' });
});

it('quiet hours that are set anew count by the clocks of where that is done', () => {
  const { timeZone } = usualQuietHours();
  const elsewhere = { from: '22:00', to: '07:00', timeZone: 'Pacific/Kiritimati' };
  expect(withEnd(elsewhere, 'to', '08:00')).toEqual({ from: '22:00', to: '08:00', timeZone });
});
