// @vitest-environment happy-dom
import type { ConversationEvent } from '@dazi/contract/frames';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
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
const { useConversationNews } = await import('./conversations.live.ts');
const { useFoundMessages } = await import('./messages.api.ts');

const said = (sequence: number, content: string, change = 0) => saidBy(sequence, theo, { content, change });
/** With what the queries tell a moment later. */
const settled = (work: () => void) =>
  act(async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
let searches: ((data: readonly ReturnType<typeof said>[]) => Promise<void>)[];

beforeEach(() => {
  localStorage.clear();
  handlers.clear();
  searches = [];
  call.mockReset();
  call.mockImplementation((_method: string, path: string) =>
    path.endsWith('/search')
      ? new Promise((resolve) => searches.push((data) => settled(() => resolve({ data, hasOlder: false }))))
      : new Promise(() => {}),
  );
});

const open = () =>
  drawHook(() => {
    useConversationNews(me);
    return useFoundMessages('c1', 'pier', 'en');
  });
type Drawn = Awaited<ReturnType<typeof open>>;

const shown = ({ result }: Drawn) =>
  result.current.data?.pages.flatMap(({ data }) => data.map(({ content }) => content));
const tell = (change: object) =>
  settled(() => {
    const event = { type: 'conversation_update', conversationId: 'c1', change } as Extract<
      ConversationEvent,
      { type: 'conversation_update' }
    >;
    for (const { takes } of handlers) takes?.conversation_update?.(event);
  });
const changed = (sequence: number, message: object | null) =>
  tell({ kind: 'message', sequence, change: 3, message, reaction: null });

test('what was found says nothing any more that was taken back or changed since', async () => {
  const drawn = await open();
  await searches[0]!([said(8, 'At the pier'), said(5, 'The pier at nine'), said(2, 'Which pier?')]);
  expect(shown(drawn)).toEqual(['At the pier', 'The pier at nine', 'Which pier?']);
  await changed(5, { ...said(5, '', 3), isDeleted: true });
  expect(shown(drawn)).toEqual(['At the pier', 'Which pier?']);
  // Not told to whom it is folded, and to be asked for by others.
  await changed(2, null);
  expect(shown(drawn)).toEqual(['At the pier']);
  await searches.at(-1)!([said(8, 'At the pier'), said(2, 'Which of the piers?', 3)]);
  expect(shown(drawn)).toEqual(['At the pier', 'Which of the piers?']);
});

test('an answer from before the change is not taken', async () => {
  const drawn = await open();
  await changed(5, { ...said(5, '', 3), isDeleted: true });
  await searches[0]!([said(5, 'The pier at nine')]);
  expect(shown(drawn)).toBeUndefined();
  await searches[1]!([]);
  expect(shown(drawn)).toEqual([]);
});

test('a reaction, and a change of what was not found, ask for nothing', async () => {
  await open();
  await searches[0]!([said(8, 'At the pier')]);
  await changed(3, { ...said(3, '', 3), isDeleted: true });
  await tell({
    ...{ kind: 'message', sequence: 8, change: 4, message: said(8, 'At the pier', 4) },
    reaction: { userId: theo, reactionType: 'LIKE' },
  });
  expect(searches).toHaveLength(1);
});

test('who is kept away from now on is not found any more', async () => {
  const drawn = await open();
  await searches[0]!([said(8, 'At the pier')]);
  await settled(() => {
    for (const { takes } of handlers) takes?.hidden_changed?.({ type: 'hidden_changed' });
  });
  expect(shown(drawn)).toBeUndefined();
  await searches.at(-1)!([]);
  expect(shown(drawn)).toEqual([]);
});
