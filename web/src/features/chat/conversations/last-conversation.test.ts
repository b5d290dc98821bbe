// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import {
  forgetConversation,
  lastConversationOf,
  memory_ms,
  rememberConversation,
  rememberedFor,
} from './last-conversation.ts';

const memory = { conversationId: 'c1', timestamp: 1000, userId: 'mika' };
afterEach(() => localStorage.clear());

test('is forgotten after 7 days (VIEW-067)', () => {
  expect(memory_ms).toBe(604_800_000);
  expect(rememberedFor(memory, 'mika', 1000 + memory_ms - 1)).toBe('c1');
  expect(rememberedFor(memory, 'mika', 1000 + memory_ms)).toBeNull();
});

test('belongs to one person (VIEW-068)', () => {
  expect(rememberedFor(memory, 'rosa', 1001)).toBeNull();
});

test('is kept with conversation, time and person, while they are there (VIEW-001)', () => {
  rememberConversation('c2', 'mika', 5000);
  expect(localStorage.length).toBe(0);
  const user = { id: 'mika', name: 'Mika', email: null, avatarUrl: null };
  localStorage.setItem('dazi.user', JSON.stringify(user));
  rememberConversation('c2', 'mika', 5000);
  expect(JSON.parse(localStorage.getItem('dazi.lastConversation')!)).toEqual({
    conversationId: 'c2',
    timestamp: 5000,
    userId: 'mika',
  });
  expect(lastConversationOf('mika', 6000)).toBe('c2');
  forgetConversation('c1');
  expect(lastConversationOf('mika', 6000)).toBe('c2');
  forgetConversation('c2');
  expect(lastConversationOf('mika', 6000)).toBeNull();
});
