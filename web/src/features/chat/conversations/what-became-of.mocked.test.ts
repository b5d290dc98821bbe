// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type * as PlatformApi from '#platform/api.ts';
import { ApiError } from '#platform/api.ts';
import { fetchWhatBecameOf, knownConversation } from './conversations.api.ts';
import { me, privateConversation } from './replica/private-samples.ts';
import { replicaOf } from './replica/replica-store.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<typeof PlatformApi>()), call }));

function known(): QueryClient {
  const client = new QueryClient();
  const { asked, dispatch } = replicaOf(client).ask();
  dispatch({ kind: 'list answered', conversations: [privateConversation('c1')], asked });
  return client;
}
const refusal = (code: string, status: number) => new ApiError(code, code, { status });

test.each([
  ['CONVERSATION_NOT_FOUND', 404],
  ['NOT_A_MEMBER', 403],
])('a conversation of which the server says %s goes', async (code, status) => {
  const client = known();
  call.mockRejectedValueOnce(refusal(code, status));
  await fetchWhatBecameOf(client, me, 'c1');
  expect(knownConversation(client, 'c1')).toBeUndefined();
});

test.each([
  ['ACCOUNT_SUSPENDED', 403],
  ['UNSAID', 404],
  ['UNSAID', 403],
  ['UNAVAILABLE', 503],
])('with %s, %i nothing is said of it', async (code, status) => {
  const client = known();
  call.mockRejectedValueOnce(refusal(code, status));
  await expect(fetchWhatBecameOf(client, me, 'c1')).rejects.toThrow();
  expect(knownConversation(client, 'c1')).toBeDefined();
});
