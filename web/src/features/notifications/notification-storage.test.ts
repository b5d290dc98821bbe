// @vitest-environment happy-dom
import type { Notification } from '@dazi/contract/notifications/notifications';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetStored, stored, writeStored } from '#platform/storage.ts';
import { keepNotifications, keptNotifications, notYetNotified } from './notification-storage.ts';

const person = (id: string) => ({
  id,
  email: null,
  name: id,
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: null,
});
const one = (number: number) =>
  ({
    id: `event-${number}`,
    type: 'SYSTEM',
    code: 'join_approved',
    createdAt: '2026-01-01T00:00:00.000Z',
    params: {},
    data: {},
  }) as Notification;

beforeEach(() => {
  localStorage.clear();
  writeStored(stored.user, person('aiko'));
});

describe('notifications on the device (NOTIF-021, 022)', () => {
  it('are kept, fifty of them, of whoever is signed in and nobody else', () => {
    keepNotifications(
      'aiko',
      Array.from({ length: 60 }, (_, number) => one(number)),
    );
    expect(keptNotifications('aiko')).toHaveLength(50);
    expect(keptNotifications('ben')).toBeUndefined();
    keepNotifications('ben', [one(1)]);
    expect(keptNotifications('ben')).toBeUndefined();
  });

  it('go with the person, and a tab that has not heard of it brings nothing back', () => {
    keepNotifications('aiko', [one(1)]);
    notYetNotified('aiko', ['event-1']);
    forgetStored();
    expect(Object.keys(localStorage)).toEqual([]);
    keepNotifications('aiko', [one(1)]);
    notYetNotified('aiko', ['event-1']);
    expect(keptNotifications('aiko')).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('that are not understood are none', () => {
    localStorage.setItem('dazi.of.aiko.notifications', '[{"id":7}]');
    expect(keptNotifications('aiko')).toBeUndefined();
  });

  it('are told of once; above 1000 the latest 500 are remembered (NOTIF-034)', () => {
    expect(notYetNotified('aiko', ['a', 'b'])).toEqual(['a', 'b']);
    expect(notYetNotified('aiko', ['b', 'c'])).toEqual(['c']);
    const many = Array.from({ length: 997 }, (_, number) => `event-${number}`);
    notYetNotified('aiko', many);
    const kept = () => JSON.parse(localStorage.getItem('dazi.of.aiko.notified') ?? '[]') as string[];
    expect(kept()).toHaveLength(1000);
    notYetNotified('aiko', ['last']);
    expect([kept().length, kept().at(-1), kept()[0]]).toEqual([500, 'last', 'event-498']);
  });
});
