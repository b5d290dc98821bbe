// @vitest-environment happy-dom

import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { ConversationSettings } from '@dazi/contract/chat/conversations';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { shownToasts } from '#testing/shown-toasts.ts';
import { toasts } from '#ui/toast-store.ts';
import { conversationKeys, knownConversation, useConversations } from './conversations.api.ts';
import { type Lane, standsIn } from './lanes.ts';
import { replicaOf } from './replica/replica-store.ts';
import { useSettings } from './use-settings.ts';

const before: ConversationSettings = { isMuted: false, isPinned: true, isArchived: false };
let sent: unknown[] = [];
let status = 200;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { userId: _me, ...change } = JSON.parse(body);
    sent.push(change);
    return Response.json({ success: status === 200, data: { ...before, ...change } }, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of toasts.snapshot()) toasts.close(id);
});

/** A row of the list, which goes when it has asked. */
async function rowThatGoes() {
  const client = createQueryClient();
  const listOf = (lane: Lane) => ({ search: '', sort: 'last_message', lane }) as const;
  const give = (lane: Lane, ...ids: string[]) =>
    client.setQueryData(conversationKeys.list(listOf(lane)), {
      pages: [{ ids, asked: replicaOf(client).ask().asked, nextCursor: null }],
      pageParams: [null],
    });
  const { asked, dispatch } = replicaOf(client).ask();
  const members = Array.from({ length: 2 }, () => ({}));
  const known = { id: 'c1', settings: before, members, memberCount: 2 } as unknown as Conversation;
  dispatch({ kind: 'list answered', conversations: [known], asked });
  give('own', 'c1');
  give('archived');
  const lists = await drawHook(
    () => ({
      own: useConversations('mika', listOf('own')).data,
      archived: useConversations('mika', listOf('archived')).data,
    }),
    client,
  );
  const { result, unmount } = await drawHook(() => useSettings('c1', 'mika'), client);
  const ask = async (settings: Partial<ConversationSettings>) => {
    const asked = result.current(settings);
    unmount();
    await asked;
  };
  const rowsIn = (lane: 'own' | 'archived') =>
    lists.result.current[lane]!.pages[0]!.data.filter((one) => standsIn(lane, one)).length;
  return {
    ask,
    /** The server says of both lists that it is in neither. */
    ends: () => act(async () => ['own' as const, 'archived' as const].forEach((lane) => void give(lane))),
    settings: () => knownConversation(client, 'c1')?.settings,
    rows: () => ({ own: rowsIn('own'), archived: rowsIn('archived') }),
  };
}

const said = () => shownToasts();

test('who is put away may be taken back, also from a row that is gone', async () => {
  status = 200;
  const { ask, settings, rows, ends } = await rowThatGoes();
  await ask({ isArchived: true });
  expect(settings()).toEqual({ ...before, isArchived: true });
  expect(rows()).toEqual({ own: 0, archived: 1 });
  expect(said().map(({ type }) => type)).toEqual(['success']);
  said()[0]!.action!.run();
  await expect.poll(() => settings()).toEqual(before);
  expect(rows()).toEqual({ own: 1, archived: 0 });
  expect(sent).toEqual([{ isArchived: true }, { isArchived: false }]);
  expect(said()).toHaveLength(1);
  await ends();
  expect(rows()).toEqual({ own: 0, archived: 0 });
});

test('what the server refuses is as before, also of a conversation that was never open', async () => {
  status = 403;
  const { ask, settings } = await rowThatGoes();
  await ask({ isArchived: true });
  expect(settings()).toEqual(before);
  expect(said().map(({ type }) => type)).toEqual(['error']);
});
