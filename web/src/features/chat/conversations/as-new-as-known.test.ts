import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { expect, it } from 'vitest';
import { asNewAsKnown } from './as-new-as-known.ts';

const after = (lastSequence: number, more: Partial<Conversation> = {}) =>
  ({
    id: 'c1',
    title: 'Chess',
    lastSequence,
    lastMessage: { sequence: lastSequence, content: `number ${lastSequence}` },
    lastMessageAt: `2026-01-01T00:00:0${lastSequence}.000Z`,
    unreadCount: lastSequence,
    mentionsMe: false,
    ...more,
  }) as Conversation;

it('is what was answered while nothing newer is known', () => {
  const answered = after(3);
  expect(asNewAsKnown(answered, undefined)).toBe(answered);
  expect(asNewAsKnown(answered, after(2))).toBe(answered);
  // Read meanwhile, on another device: the answer knows it.
  expect(asNewAsKnown(after(3, { unreadCount: 0 }), after(3)).unreadCount).toBe(0);
});

it('keeps what was said while the answer was on its way, and takes the rest from it', () => {
  const known = after(4, { mentionsMe: true });
  expect(asNewAsKnown(after(3, { title: 'Chess and Go' }), known)).toEqual({
    ...known,
    title: 'Chess and Go',
  });
});
