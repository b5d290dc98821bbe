// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PersonalHandlers } from '#platform/stream.ts';
import { drawHook } from '#testing/draw.tsx';
import { me, privateConversation, saidBy, theo } from './replica/private-samples.ts';

const { call, handlers } = vi.hoisted(() => ({ call: vi.fn(), handlers: new Set<PersonalHandlers>() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#platform/stream.ts', async (original) => ({
  ...(await original<object>()),
  subscribeToPersonal: (given: PersonalHandlers) => {
    handlers.add(given);
    return { hold() {}, close: () => handlers.delete(given) };
  },
}));
const { useConversationNews } = await import('./conversations.live.ts');
const { useLastMessage } = await import('./conversations.api.ts');

let said: string;
beforeEach(() => {
  localStorage.clear();
  handlers.clear();
  call.mockReset();
  call.mockImplementation(async (_method: string, path: string) => {
    if (path !== '/api/conversations/{conversationId}') return new Promise(() => {});
    const { lastMessage, ...conversation } = privateConversation('c1');
    const { sequence, ...message } = saidBy(1, theo, { content: said });
    return {
      data: { ...conversation, lastMessage: { ...message, sequence }, messages: [], hasOlder: false },
    };
  });
});

test.each(['new_message', 'conversation_update'] as const)(
  'the line beside something else follows its conversation, which is open nowhere: %s',
  async (type) => {
    said = 'At seven';
    const { result } = await drawHook(() => {
      useConversationNews(me);
      return useLastMessage('c1', me);
    });
    await vi.waitFor(() => expect(result.current?.content).toBe('At seven'));
    said = 'At eight';
    const message = saidBy(1, theo, { content: said });
    const change = { kind: 'message', sequence: 1, change: 1, message, reaction: null };
    const event = { type, conversationId: 'c1', sequence: 1, message, change } as never;
    await act(async () => {
      for (const { takes } of handlers) takes[type]?.(event);
    });
    await vi.waitFor(() => expect(result.current?.content).toBe('At eight'));
  },
);

test('who lost their part in it asks for it no more', async () => {
  said = 'At seven';
  const asked = () =>
    call.mock.calls.filter(([, path]) => path === '/api/conversations/{conversationId}').length;
  const { result } = await drawHook(() => {
    useConversationNews(me);
    return useLastMessage('c1', me);
  });
  await vi.waitFor(() => expect(result.current?.content).toBe('At seven'));
  const before = asked();
  const event = { type: 'member_leave', conversationId: 'c1', userId: me, memberCount: 1 } as never;
  vi.useFakeTimers();
  await act(async () => {
    for (const { takes } of handlers) takes.member_leave?.(event);
    await vi.advanceTimersByTimeAsync(3000);
  });
  vi.useRealTimers();
  expect(asked()).toBe(before);
});
