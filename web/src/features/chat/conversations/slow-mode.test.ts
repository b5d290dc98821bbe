import type { Message } from '@dazi/contract/chat/conversations';
import { expect, it } from 'vitest';
import { lastOwnSaid, secondsToWait } from './slow-mode.ts';

const said = (senderId: string, type: Message['type'], second: number) => ({
  senderId,
  type,
  createdAt: new Date(second * 1000).toISOString(),
});

it('goes by what one said last oneself, not by lines of the server', () => {
  const log = [said('me', 'TEXT', 1), said('me', 'IMAGE', 5), said('me', 'JOIN', 7), said('you', 'TEXT', 9)];
  expect(lastOwnSaid(log, 'me')).toBe(5000);
  expect(lastOwnSaid(log, 'she')).toBeNull();
});

it('counts whole seconds down, and no more than there are', () => {
  expect([
    secondsToWait(30_000, 400, 30),
    secondsToWait(30_000, 29_500, 30),
    secondsToWait(30_000, 30_000, 30),
    secondsToWait(90_000, 0, 30),
  ]).toEqual([30, 1, 0, 30]);
});
