// @vitest-environment happy-dom
import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ApiError } from '#platform/api.ts';
import { drawHook } from '#testing/draw.tsx';
import { useAnswerRequest, useLeaveRoom } from './conversation-settings.api.ts';
import { useConversation } from './conversations.api.ts';

afterEach(() => vi.unstubAllGlobals());

const conversation = {
  id: 'c1',
  members: [],
  memberCount: 1,
  messages: [],
  hiddenUpTo: 0,
} as unknown as Conversation;

/** A server that does what it is asked, and whose answer is lost on the way. */
function losesAnswers(afterwards: { status: number; code: string }) {
  let isDone = false;
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method !== 'GET') {
      isDone = true;
      throw new TypeError('Failed to fetch');
    }
    if (!isDone) return Response.json({ success: true, data: conversation });
    const { status, code } = afterwards;
    return Response.json({ success: false, code, error: 'Refused' }, { status });
  });
}

test('a group that was left without the answer coming is asked for again, and open no more', async () => {
  losesAnswers({ status: 403, code: 'NOT_A_MEMBER' });
  const { result } = await drawHook(() => ({
    open: useConversation('c1', 'mika'),
    leave: useLeaveRoom('c1', 'r1', 'mika'),
  }));
  await vi.waitFor(() => expect(result.current.open.data).toBeDefined());
  await act(() => result.current.leave.mutateAsync().catch(() => {}));
  await vi.waitFor(() => expect((result.current.open.error as ApiError | null)?.code).toBe('NOT_A_MEMBER'));
});

test('a request that cannot be answered any more is asked for again', async () => {
  losesAnswers({ status: 404, code: 'CONVERSATION_NOT_FOUND' });
  const { result } = await drawHook(() => ({
    open: useConversation('c1', 'mika'),
    answer: useAnswerRequest('c1', 'r1', 'mika'),
  }));
  await vi.waitFor(() => expect(result.current.open.data).toBeDefined());
  const answer = { requestId: 'q1', action: 'approve' as const };
  await act(() => result.current.answer.mutateAsync(answer).then(undefined, () => {}));
  await vi.waitFor(() => expect(result.current.open.error).not.toBeNull());
});
