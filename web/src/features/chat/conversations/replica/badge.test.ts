import { describe, expect, it } from 'vitest';
import { ApiError } from '#platform/api.ts';
import { unreadKnown, unreadToShow } from './badge.ts';
import { privateConversation } from './private-samples.ts';
import { apply, emptyReplica } from './replica.ts';

const of = (id: string, unreadCount: number, settings: object = {}) => {
  const one = privateConversation(id, { unreadCount });
  return { ...one, settings: { ...one.settings, ...settings } };
};
const conversations = [
  of('a', 2),
  of('b', 3),
  of('c', 7, { isMuted: true }),
  of('d', 9, { isArchived: true }),
];
const known = unreadKnown(apply(emptyReplica, { kind: 'list answered', conversations, asked: 1, at: 1 }));
const counted = { messages: 4, requests: 1, messageRequests: 1, motions: 3 };
const failure = (status: number) => new ApiError('X', 'x', { status });

describe('the number on the messages button', () => {
  it('is what the server counted, also when a later call fails', () => {
    expect(unreadToShow(counted, null, known)).toBe(6);
    expect(unreadToShow(counted, failure(500), known)).toBe(6);
  });

  it('stays as it was while nothing is known, and after a 429 (CONV-047)', () => {
    expect(unreadToShow(undefined, null, known)).toBeNull();
    expect(unreadToShow(undefined, failure(429), known)).toBeNull();
  });

  it('is the count of this device when the call fails (CONV-048)', () => {
    expect(unreadToShow(undefined, failure(503), known)).toBe(5);
    expect(unreadToShow(undefined, new ApiError('NETWORK', 'Network error'), known)).toBe(5);
  });
});
