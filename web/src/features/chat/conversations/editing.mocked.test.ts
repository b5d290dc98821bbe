// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { me, privateConversation, saidBy } from './replica/private-samples.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<object>()), call }));
const { useChosenMessage } = await import('./use-chosen-message.ts');
const { useSendWritten } = await import('./use-send-written.ts');
const { useWrittenText } = await import('./use-written-text.ts');

const conversation = { ...privateConversation('c1'), can: { send: true } } as ReturnType<
  typeof privateConversation
>;
const files = { files: [], isSending: false, send: async () => true };

beforeEach(() => {
  localStorage.clear();
  call.mockReset();
});

test('whoever begins to change another message while the first is being saved goes on with that', async () => {
  let save = (_answer: unknown) => {};
  call.mockReturnValue(new Promise((resolve) => (save = resolve)));
  const { result } = await drawHook(() => {
    const chosen = useChosenMessage(undefined);
    const { replyTo, quoted, endReply: onReplyDone, editing, resumed, endEdit: onEditDone } = chosen;
    const written = useWrittenText('c1', me, editing);
    const hand = {
      replyTo,
      quoted,
      onReplyDone,
      editing,
      resumed,
      onEditDone,
      onEditFailed() {},
      onSent() {},
    };
    return { chosen, written, sending: useSendWritten(conversation, me, written, files, hand) };
  });
  const [first, second] = [saidBy(1, me, { content: 'At sevn' }), saidBy(2, me, { content: 'By the gat' })];
  await act(async () => result.current.chosen.edit(first));
  await act(async () => result.current.written.setText('At seven'));
  await act(async () => result.current.sending.submit());
  await act(async () => result.current.chosen.edit(second));
  await act(async () => result.current.written.setText('By the gate'));
  await act(async () => save({ data: { ...first, content: 'At seven' } }));
  expect(result.current.chosen.editing?.id).toBe(second.id);
  expect(result.current.written.text).toBe('By the gate');
  // What was saved is not offered once more.
  await act(async () => result.current.chosen.edit({ ...first, content: 'At eight' }));
  expect(result.current.written.text).toBe('At eight');
});
