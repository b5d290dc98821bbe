import type { getProfile, listUsers } from '@dazi/contract/discovery/people';
import type { User } from '@dazi/contract/identity/identity';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { Profile, saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  keepCurrentProfile,
  readDeviceSession,
  sessionKey,
  useSession,
} from '#features/identity/identity.api.ts';
import { ApiError, call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';
import { keepAnswer } from '#platform/keep-answer.ts';
import { currentTime } from '#platform/time.ts';
import { defaultProfileBody, localFace, localProfile } from './default-profile.ts';

export { requestIntroduction } from './introduction.ts';

const profilesKey = ['profile'] as const;
export const profileKey = (userId: string) => [...profilesKey, userId] as const;
/** A cached profile younger than this is used as it is. */
const profileFresh_ms = 5 * 60_000;
/** With nobody signed in the own profile is forgotten after this. */
const forget_ms = 5000;
/** More profiles than this are not kept. */
const profilesKept = 100;

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The own profile; the default one is made and saved when there is none. */
async function fetchOwnProfile(user: User, signal: AbortSignal): Promise<Profile> {
  try {
    return (
      await call<typeof getProfile>('GET', '/api/profiles/{userId}', { params: { userId: user.id }, signal })
    ).data;
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  const { randomTagline } = await import('./taglines.ts');
  const body = defaultProfileBody(user, randomTagline());
  return (
    await call<typeof saveProfile>('POST', '/api/profiles/{userId}', {
      params: { userId: user.id },
      body: { ...body, lookingFor: [], ifNone: true },
    })
  ).data;
}

/** Somebody else's profile; who has none is shown by their account. Nothing is made for others. */
async function fetchProfile(userId: string, viewer: User | null, signal: AbortSignal): Promise<Profile> {
  try {
    return (await call<typeof getProfile>('GET', '/api/profiles/{userId}', { params: { userId }, signal }))
      .data;
  } catch (error) {
    if (!isUnknown(error) || !viewer) throw error;
    const { data } = await call<typeof listUsers>('GET', '/api/users', { query: { userId }, signal });
    const [account] = Array.isArray(data) ? data : [];
    if (!account) throw error;
    return localFace(account);
  }
}

export const profileQuery = (userId: string, viewer: User | null) =>
  queryOptions({
    queryKey: profileKey(userId),
    queryFn: ({ signal }) =>
      failingAs(
        viewer?.id === userId ? fetchOwnProfile(viewer, signal) : fetchProfile(userId, viewer, signal),
        () => 'Failed to load profile',
      ),
    staleTime: profileFresh_ms,
  });

/** Somebody came, or is not there any more: their profile says so, and when they were last seen is asked for. */
export function showPresence(client: QueryClient, userId: string, isOnline: boolean): void {
  client.setQueryData<Profile>(profileKey(userId), (known) => known && { ...known, isOnline });
  void client.invalidateQueries({ queryKey: profileKey(userId), exact: true });
}

/** Nothing is asked for until it is known whose. */
export const useProfile = (userId: string | undefined, viewer: User | null) =>
  useQuery({ ...profileQuery(userId ?? '', viewer), enabled: userId !== undefined });

export interface OwnProfile {
  /** Null when nobody is signed in, or nothing is known yet. */
  profile: Profile | null;
  /** False while the profile is a stand-in because it could not be loaded. */
  isLoaded: boolean;
}

export function useOwnProfile(): OwnProfile {
  const { user } = useSession();
  const { data, isError } = useQuery({ ...profileQuery(user?.id ?? '', user), enabled: user !== null });
  if (!user) return { profile: null, isLoaded: false };
  if (data) return { profile: data, isLoaded: true };
  return { profile: isError ? standIn(user) : null, isLoaded: false };
}

function standIn(user: User): Profile {
  const kept = readDeviceSession(currentTime());
  const known = kept.state === 'kept' && kept.user.id === user.id ? kept.user.currentProfile : undefined;
  return localProfile(user, known);
}

/** Lets go of the profiles that were fetched longest ago and are not shown. */
export function limitProfiles(client: QueryClient, most: number = profilesKept): void {
  const all = client.getQueryCache().findAll({ queryKey: profilesKey });
  const idle = all
    .filter((query) => query.getObserversCount() === 0)
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const query of idle.slice(0, Math.max(0, all.length - most))) client.getQueryCache().remove(query);
}

/** Stands once in the page: keeps the profiles in memory and on the device within their rules. */
export function useProfileUpkeep(): void {
  const client = useQueryClient();
  const { status, user } = useSession();
  const { profile, isLoaded } = useOwnProfile();
  const lastId = useRef<string | null>(null);
  if (user) lastId.current = user.id;

  // The own profile goes 5 s after its owner has gone.
  useEffect(() => {
    if (status !== 'signed-out') return;
    const timer = setTimeout(() => {
      if (lastId.current) client.removeQueries({ queryKey: profileKey(lastId.current) });
    }, forget_ms);
    return () => clearTimeout(timer);
  }, [client, status]);

  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'added' && query.queryKey[0] === profilesKey[0]) limitProfiles(client);
      }),
    [client],
  );

  useEffect(() => {
    if (profile && isLoaded) keepCurrentProfile(profile.userId, profile);
  }, [profile, isLoaded]);
}

/** Changes the own profile; what is not named stays. */
export function useSaveProfile() {
  const client = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof saveProfile>) => {
      if (!user) throw new ApiError('SIGN_IN_REQUIRED', 'Please sign in to continue', { status: 401 });
      const saving = call<typeof saveProfile>('POST', '/api/profiles/{userId}', {
        params: { userId: user.id },
        body,
      });
      return (await failingAs(saving, () => 'Failed to update profile')).data;
    },
    onSuccess: (profile) => {
      keepAnswer<Profile>(client, profileKey(profile.userId), profile);
      const { displayName: name, gender } = profile;
      client.setQueryData<User | null>(sessionKey, (before) => before && { ...before, name, gender });
    },
  });
}

/** Changes the own picture: a data URL, or null for the letter. */
export function useSaveAvatar(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (dataUrl: string | null) =>
      (
        await failingAs(
          call<typeof saveAvatar>('PATCH', '/api/users', { body: { userId, avatarUrl: dataUrl } }),
          () => 'Failed to update avatar',
        )
      ).data,
    onSuccess: ({ avatarUrl }) => {
      client.setQueryData<User | null>(sessionKey, (before) => before && { ...before, avatarUrl });
      const queryKey = profileKey(userId);
      const known = client.getQueryData<Profile>(queryKey);
      if (known) keepAnswer<Profile>(client, queryKey, { ...known, user: { ...known.user, avatarUrl } });
      else void client.invalidateQueries({ queryKey, exact: true });
    },
  });
}

export { useLocationDisplay } from './location-privacy.ts';
export { useSavedWithSettings } from './saved-with-settings.ts';
