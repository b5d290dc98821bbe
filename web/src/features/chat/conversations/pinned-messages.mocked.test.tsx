// @vitest-environment happy-dom
import type { ConversationEvent } from '@dazi/contract/frames';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import type { PersonalHandlers } from '#platform/stream.ts';
import { drawHook } from '#testing/draw.tsx';
import { me, saidBy, theo } from './replica/private-samples.ts';

const { call, handlers } = vi.hoisted(() => ({ call: vi.fn(), handlers: new Set<PersonalHandlers>() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#platform/stream.ts', async (original) => ({
  ...(await original<object>()),
  subscribeToPersonal: (given: PersonalHandlers) => {
    handlers.add(given);
    return { hold() {}, close: () => handlers.delete(given) };
  },
}));
const { usePinnedMessages, usePinnedNews } = await import('./pinned-messages.api.ts');

const pin = (sequence: number, content: string) => ({ message: saidBy(sequence, theo, { content }) });
let questions: ((pins: readonly object[]) => Promise<void>)[];
/** With what the queries tell a moment later. */
const settled = (work: () => void) =>
  act(async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

beforeEach(() => {
  handlers.clear();
  questions = [];
  call.mockReset();
  call.mockImplementation(
    () => new Promise((resolve) => questions.push((data) => settled(() => resolve({ data })))),
  );
});

const open = (client = createQueryClient()) =>
  drawHook(() => {
    usePinnedNews('c1');
    return usePinnedMessages('c1', me);
  }, client);
type Drawn = Awaited<ReturnType<typeof open>>;

const shown = ({ result }: Drawn) => result.current.data?.map(({ message }) => message.content);
const takenBack = (sequence: number) =>
  settled(() => {
    const message = saidBy(sequence, theo, { content: '', isDeleted: true, change: 3 });
    const event = {
      ...{ type: 'conversation_update', conversationId: 'c1' },
      change: { kind: 'message', sequence, change: 3, message, reaction: null },
    } as Extract<ConversationEvent, { type: 'conversation_update' }>;
    for (const { takes } of handlers) takes.conversation_update?.(event);
  });

test('what is pinned goes as soon as it is taken back', async () => {
  const drawn = await open();
  await questions[0]!([pin(8, 'At seven'), pin(5, 'By the gate')]);
  await takenBack(5);
  expect(shown(drawn)).toEqual(['At seven']);
  await questions[1]!([pin(8, 'At seven')]);
  expect(shown(drawn)).toEqual(['At seven']);
});

test('it is asked for again where it was taken back before the first answer', async () => {
  const drawn = await open();
  await takenBack(5);
  await questions[0]!([pin(5, 'By the gate')]);
  await questions[1]!([]);
  expect(shown(drawn)).toEqual([]);
});

test('what was pinned when the conversation was left is not shown again unasked', async () => {
  const client = createQueryClient();
  const drawn = await open(client);
  await questions[0]!([pin(5, 'By the gate')]);
  drawn.unmount();
  // Nobody follows it until the conversation is opened again.
  await takenBack(5);
  const again = await open(client);
  expect(shown(again)).toBeUndefined();
  await questions.at(-1)!([]);
  expect(shown(again)).toEqual([]);
});
