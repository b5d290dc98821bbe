// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type * as Storage from '#platform/storage.ts';
import { sendingOf } from './outgoing.ts';
import { me, privateConversation } from './replica/private-samples.ts';
import { replicaOf } from './replica/replica-store.ts';

const { waiting } = vi.hoisted(() => ({ waiting: [] as (() => void)[] }));
vi.mock('#platform/storage.ts', async (original) => ({
  ...(await original<typeof Storage>()),
  onPersonGone: (forget: () => void) => void waiting.push(forget),
}));

test('of pages that are over nothing waits for somebody to go', () => {
  const before = waiting.length;
  for (let count = 0; count < 20; count++) {
    const client = new QueryClient();
    sendingOf(client).begin(me);
    sendingOf(client).end();
    replicaOf(client).clear();
  }
  expect(waiting.length).toBe(before);
});

test('whoever goes is known to no page that stays, and what was asked for them is taken by none', () => {
  const clients = [new QueryClient(), new QueryClient()];
  const questions = clients.map((client) => replicaOf(client).ask());
  const answer = { kind: 'list answered', conversations: [privateConversation('c1')] } as const;
  questions[0]!.dispatch({ ...answer, asked: questions[0]!.asked });
  expect(replicaOf(clients[0]!).state().conversations.size).toBe(1);
  for (const forget of waiting) forget();
  for (const { asked, dispatch } of questions) dispatch({ ...answer, asked });
  for (const client of clients) expect(replicaOf(client).state().conversations.size).toBe(0);
});
