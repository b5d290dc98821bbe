// @vitest-environment happy-dom
import type { Profile } from '@dazi/contract/people/profiles';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localProfile } from './default-profile.ts';
import { limitProfiles, profileQuery } from './profiles.api.ts';

const user = {
  id: 'me',
  email: null,
  name: 'Mika',
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: null,
};
const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const found = (profile: Partial<Profile>) =>
  answer(200, { success: true, data: { ...localProfile(user), ...profile } });
const unknown = () => answer(404, { success: false, error: 'Profile not found', code: 'PROFILE_NOT_FOUND' });

describe('profiles in memory', () => {
  let client: QueryClient;
  const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    asked.mockReset();
    vi.stubGlobal('fetch', asked);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const methods = () => asked.mock.calls.map(([path, { method }]) => `${method} ${path}`);

  it('are used for 5 minutes and fetched again from then on (PROF-060, PROF-061)', async () => {
    asked.mockImplementation(async () => found({}));
    await client.fetchQuery(profileQuery('theo', user));
    vi.advanceTimersByTime(5 * 60_000 - 1);
    await client.fetchQuery(profileQuery('theo', user));
    expect(asked).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await client.fetchQuery(profileQuery('theo', user));
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('are 100 at most, the oldest go first (PROF-097)', () => {
    for (let number = 0; number < 130; number++) {
      vi.advanceTimersByTime(1000);
      client.setQueryData(['profile', `user-${number}`], localProfile(user));
    }
    client.setQueryData(['posts', 'one', 'x'], {});
    limitProfiles(client);
    const kept = client.getQueryCache().findAll({ queryKey: ['profile'] });
    expect(kept).toHaveLength(100);
    expect(kept.some(({ queryKey }) => queryKey[1] === 'user-29')).toBe(false);
    expect(kept.some(({ queryKey }) => queryKey[1] === 'user-30')).toBe(true);
    expect(client.getQueryData(['posts', 'one', 'x'])).toEqual({});
  });

  it('are made and saved for oneself when there is none (PROF-062)', async () => {
    asked.mockImplementationOnce(async () => unknown()).mockImplementation(async () => found({ age: 18 }));
    expect(await client.fetchQuery(profileQuery('me', user))).toMatchObject({ age: 18 });
    expect(methods()).toEqual(['GET /api/profiles/me', 'POST /api/profiles/me']);
    const body = JSON.parse(String(asked.mock.calls[1]![1].body));
    // Another device may have saved one meanwhile, which stays.
    expect(body).toMatchObject({ displayName: 'Mika', age: 18, gender: 'F', ifNone: true });
    expect(body.bio.length).toBeGreaterThan(10);
  });

  it('are never made for others: their account stands in (PROF-114)', async () => {
    const account = { id: 'theo', name: 'Theo', avatarUrl: null, email: null };
    asked
      .mockImplementationOnce(async () => unknown())
      .mockImplementation(async () => answer(200, { success: true, data: [account], nextCursor: null }));
    expect(await client.fetchQuery(profileQuery('theo', user))).toMatchObject({
      displayName: 'Theo',
      age: null,
      gender: null,
    });
    expect(methods()).toEqual(['GET /api/profiles/theo', 'GET /api/users?userId=theo']);
  });

  it('are unknown to visitors when there is none', async () => {
    asked.mockImplementation(async () => unknown());
    await expect(client.fetchQuery(profileQuery('theo', null))).rejects.toMatchObject({ status: 404 });
    expect(methods()).toEqual(['GET /api/profiles/theo']);
  });
});
