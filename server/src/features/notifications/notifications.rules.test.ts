import { isQuietAt } from '@dazi/contract/kernel/quiet-hours';
import type { NotificationParams } from '@dazi/contract/notice-params';
import type { NotificationCode } from '@dazi/contract/notices';
import { notificationCodes } from '@dazi/contract/notices';
import { notificationTypes } from '@dazi/contract/notifications/notification-limits.rules';
import { notificationText } from '@dazi/contract/notifications/notification-texts';
import type { Notification } from '@dazi/contract/notifications/notifications';
import { isHushed, notificationPath } from '@dazi/contract/notifications/notifications.rules';
import { describe, expect, test } from 'vitest';
import { notices } from '#src/areas.ts';
import { gatheredAs, isTimeZone, previewOf } from './notifications.rules.ts';

const none: NotificationParams = {
  name: null,
  others: 0,
  count: 1,
  group: null,
  preview: null,
  media: null,
  amountMinor: null,
  currency: null,
  members: null,
  limit: null,
  rule: 4,
  urgency: null,
  words: null,
  browser: null,
  system: null,
  until: null,
  plan: null,
  planOf: null,
  quick: null,
};

describe('quiet hours', () => {
  const tokyo = (from: string, to: string) => ({ from, to, timeZone: 'Asia/Tokyo' });
  const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);

  test.each([
    // Nine hours ahead: 22:00 there is 13:00 here.
    ['22:00', '07:00', '12:59', false],
    ['22:00', '07:00', '13:00', true],
    ['22:00', '07:00', '21:59', true],
    ['22:00', '07:00', '22:00', false],
    ['12:00', '13:00', '03:30', true],
    ['12:00', '13:00', '04:00', false],
    ['08:00', '08:00', '15:00', true],
  ])('from %s to %s in Tokyo, at %s UTC: %s', (from, to, time, quiet) => {
    expect(isQuietAt(tokyo(from, to), at(time).getTime())).toBe(quiet);
  });

  test('follow the clocks of the place, also when they change', () => {
    const berlin = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
    expect(isQuietAt(berlin, Date.parse('2026-01-10T05:30:00Z'))).toBe(false);
    expect(isQuietAt(berlin, Date.parse('2026-07-10T03:59:00Z'))).toBe(true);
    expect(isQuietAt(berlin, Date.parse('2026-07-10T04:00:00Z'))).toBe(false);
  });

  test('are none without any, and in no place that there is not', () => {
    expect(isQuietAt(null, at('13:00').getTime())).toBe(false);
    expect([isTimeZone('Asia/Tokyo'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('words', () => {
  test('a preview is cut at 50 letters, on one line (NOTIF-037)', () => {
    expect(previewOf('short')).toBe('short');
    expect(previewOf('x'.repeat(50))).toBe('x'.repeat(50));
    expect(previewOf('搭'.repeat(51))).toBe(`${'搭'.repeat(50)}…`);
    expect(previewOf(' two\n\nlines ')).toBe('two lines');
    expect(previewOf('🦊'.repeat(60))).toBe(`${'🦊'.repeat(50)}…`);
  });

  test('every code says something in every language, also without a name', () => {
    for (const code of notificationCodes) {
      const said = (['en', 'ja', 'zh'] as const).map((language) => notificationText(language, code, none));
      for (const { title, message } of said) expect(title.length * (message.length + 1)).toBeGreaterThan(0);
      expect(new Set(said.map(({ title }) => title)).size, code).toBeGreaterThan(1);
      expect(notificationTypes).toContain(notices.codes[code].type);
    }
  });

  test('people are counted, and media named where there are no words', () => {
    const text = (params: Partial<NotificationParams>) =>
      notificationText('en', 'post_reacted', { ...none, name: 'Aiko', ...params }).message;
    expect(text({})).toBe('Aiko reacted to your post');
    expect(text({ others: 1 })).toBe('Aiko and 1 other reacted to your post');
    expect(text({ others: 3 })).toBe('Aiko and 3 others reacted to your post');
    const photo = { ...none, name: 'Aiko', media: 'image' as const, count: 3 };
    expect(notificationText('en', 'private_message', photo).message).toBe('Aiko: [Photo] (3)');
    expect(notificationText('ja', 'private_message', photo).message).toBe('Aiko：[写真] (3)');
  });
});

test('NOTIF-019 the types are those of the product', () => {
  expect(notificationTypes.join(' ')).toBe(
    'NEW_MESSAGE MESSAGE_REACTION PROXIMITY_ALERT CITY_UPDATE SYSTEM PRIVATE_MESSAGE MESSAGE_READ USER_BLOCKED USER_UNBLOCKED WALLET JOIN_REQUEST PLAN',
  );
});

test('what belongs together has one name; everything else one of its own', () => {
  expect(gatheredAs('reactions', { about: 'p', eventId: 7 })).toBe('reactions-p');
  expect(gatheredAs(null, { about: null, eventId: 7 })).toBe('event-7');
  expect(gatheredAs('conversation', { about: null, eventId: 8 })).toBe('event-8');
  const uuid = '0190a1b2-0000-7000-8000-000000000000';
  const longest = gatheredAs('reacted', { about: `${uuid}-2147483647`, eventId: 7 });
  expect(longest.length).toBeLessThanOrEqual(64);
  expect(gatheredAs('conversation', { about: uuid, eventId: 7 }).length).toBeLessThanOrEqual(64);
});

test('a click leads to what it is about', () => {
  const data = { messageId: null, chatRoomId: null, conversationId: null, userId: null, avatarUrl: null };
  const path = (
    type: 'WALLET' | 'SYSTEM' | 'USER_BLOCKED',
    code: 'deposit' | 'group_transaction' | 'join_denied' | 'became_owner' | 'person_blocked',
    more: object,
  ) => notificationPath({ type, code, data: { ...data, ...more } });
  expect(path('WALLET', 'deposit', {})).toBe('/wallet');
  expect(path('WALLET', 'group_transaction', { conversationId: 'c' })).toBe('/messages/c');
  expect(path('SYSTEM', 'join_denied', { conversationId: 'c', chatRoomId: 'r' })).toBe('/messages');
  expect(path('SYSTEM', 'became_owner', { conversationId: 'c', chatRoomId: 'r' })).toBe('/messages/c');
  expect(path('USER_BLOCKED', 'person_blocked', { userId: 'u' })).toBe('/profile/u');
});

describe('in quiet hours nothing is pushed', () => {
  const night = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };
  const at = (time: string) => Date.parse(`2026-03-0${time}:00+09:00`);
  const hushed = (code: NotificationCode, params: object, now: number) =>
    isHushed({ code, params: params as Notification['params'] }, night, now);

  test('but a new device and what moderators have an hour for', () => {
    const breaks = (code: NotificationCode, urgency: 'hour' | 'day' | 'week' | null) =>
      !hushed(code, { urgency, plan: null }, at('1T23:00'));
    expect(breaks('new_device', null)).toBe(true);
    expect(breaks('moderation_waiting', 'hour')).toBe(true);
    expect([breaks('moderation_waiting', 'day'), breaks('moderation_waiting', null)]).toEqual([false, false]);
    expect(breaks('decision_made', 'hour')).toBe(false);
    expect(isHushed({ code: 'decision_made', params: none }, null, at('1T23:00'))).toBe(false);
  });

  test.each([
    ['1T23:00', '2T06:30', true],
    ['1T23:00', '1T22:30', true],
    ['2T06:00', '2T00:30', true],
    ['1T23:00', '2T07:00', false],
    ['1T23:00', '2T22:30', false],
    ['1T23:00', '2T23:30', false],
    ['2T05:00', '2T23:00', false],
    ['1T23:00', '1T21:59', false],
  ])('and at %s changes of a plan that begins at %s: %s', (now, start, isTold) => {
    const plan = { startsAt: new Date(at(start)).toISOString() };
    for (const code of ['plan_changed', 'plan_confirm', 'plan_called_off', 'plan_restored'] as const)
      expect(hushed(code, { plan }, at(now)), code).toBe(!isTold);
    expect(hushed('plan_reminder_hours', { plan }, at(now))).toBe(true);
    expect(hushed('plan_changed', { plan }, at('1T12:00'))).toBe(false);
  });
});

test('what moderators decided leads to the decision, what waits for them to their pages', () => {
  const nothing = { messageId: null, chatRoomId: null, conversationId: null, userId: 'u', avatarUrl: null };
  const path = (code: NotificationCode, more: object = {}) =>
    notificationPath({ type: 'SYSTEM', code, data: { ...nothing, ...more } });
  expect(path('decision_made', { decisionId: 'd' })).toBe('/account/decisions/d');
  expect(path('appeal_decided', { decisionId: 'd' })).toBe('/account/decisions/d');
  expect([path('report_upheld'), path('report_dismissed')]).toEqual([
    '/settings/reports',
    '/settings/reports',
  ]);
  expect([path('moderation_waiting'), path('appeal_waiting')]).toEqual([
    '/moderation',
    '/moderation/appeals',
  ]);
  expect([path('moderator_appointed'), path('moderator_ended')]).toEqual(['/moderation', '/moderation']);
});
