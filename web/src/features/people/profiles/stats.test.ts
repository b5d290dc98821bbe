// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { profileKey } from './profiles.api.ts';
import { updateStats } from './stats.ts';

const stats = {
  messagesSent: 3,
  messagesReceived: 2,
  reactionsGiven: 0,
  reactionsReceived: 1,
  connectionsMade: 0,
  citiesVisited: 1,
};
const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

afterEach(() => vi.unstubAllGlobals());

it('counts anew, and says "Failed to update stats" where it cannot (PROF-093)', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const client = new QueryClient();
  client.setQueryData(profileKey('mika'), { userId: 'mika', displayName: 'Mika' });
  vi.stubGlobal('fetch', async () => answer(200, { success: true, data: { userId: 'mika', stats } }));
  await updateStats(client, 'mika');
  expect(client.getQueryData(profileKey('mika'))).toEqual({ userId: 'mika', displayName: 'Mika', stats });
  expect(warned).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => answer(503, {}));
  await updateStats(client, 'mika');
  expect(warned).toHaveBeenCalledWith('Failed to update stats', expect.anything());
  expect(client.getQueryData(profileKey('mika'))).toMatchObject({ stats });
});
