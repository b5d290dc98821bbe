import { describe, expect, it } from 'vitest';
import { ApiError } from '#platform/api.ts';
import type { PrivateState } from './private-messages.ts';
import { unreadToShow } from './unread-shown.ts';

const item = (unreadCount: number, { isMuted = false, isArchived = false } = {}) => ({
  unreadCount,
  conversation: { settings: { mika: { isMuted, isArchived } } },
});
const kept = {
  items: [item(2), item(3), item(7, { isMuted: true }), item(9, { isArchived: true })],
  messages: [],
} as unknown as PrivateState;
const counted = { messages: 4, requests: 1, messageRequests: 1, motions: 3 };
const failure = (status: number) => new ApiError('X', 'x', { status });

describe('the number on the messages button', () => {
  it('is what the server counted, also when a later call fails', () => {
    expect(unreadToShow(counted, null, kept, 'mika')).toBe(6);
    expect(unreadToShow(counted, failure(500), kept, 'mika')).toBe(6);
  });

  it('stays as it was while nothing is known, and after a 429 (CONV-047)', () => {
    expect(unreadToShow(undefined, null, kept, 'mika')).toBeNull();
    expect(unreadToShow(undefined, failure(429), kept, 'mika')).toBeNull();
  });

  it('is the count of this device when the call fails (CONV-048)', () => {
    expect(unreadToShow(undefined, failure(503), kept, 'mika')).toBe(5);
    expect(unreadToShow(undefined, new ApiError('NETWORK', 'Network error'), kept, 'mika')).toBe(5);
  });
});
