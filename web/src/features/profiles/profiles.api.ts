import { getProfile } from '@dazi/contract/discovery';
import type { BodyOf } from '@dazi/contract/endpoint';
import type { User } from '@dazi/contract/identity';
import { type Profile, saveProfile } from '@dazi/contract/profiles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#features/identity/identity.api.ts';
import { defaultProfileBody, localProfile } from '#features/profiles/default-profile.ts';
import { ApiError, call } from '#platform/api.ts';

const profileKey = (userId: string) => ['profile', userId] as const;
/** A cached profile younger than this is used as it is. */
const profileFresh_ms = 5 * 60_000;
/** With nobody signed in the own profile is forgotten after this. */
const forget_ms = 5000;

/** The own profile; the default one is made and saved when there is none. */
async function fetchOwnProfile(user: User, signal: AbortSignal): Promise<Profile> {
  try {
    return (await call(getProfile, { params: { userId: user.id }, signal })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  const { randomTagline } = await import('#features/profiles/taglines.ts');
  const body = defaultProfileBody(user, randomTagline());
  return (await call(saveProfile, { params: { userId: user.id }, body: { ...body, lookingFor: [] } })).data;
}

export interface OwnProfile {
  /** Null when nobody is signed in, or nothing is known yet. */
  profile: Profile | null;
  /** False while the profile is a stand-in because it could not be loaded. */
  isLoaded: boolean;
}

export function useOwnProfile(): OwnProfile {
  const { user } = useSession();
  const { data, isError } = useQuery({
    queryKey: profileKey(user?.id ?? ''),
    queryFn: ({ signal }) => fetchOwnProfile(user as User, signal),
    enabled: user !== null,
    staleTime: profileFresh_ms,
  });
  if (!user) return { profile: null, isLoaded: false };
  if (data) return { profile: data, isLoaded: true };
  return { profile: isError ? localProfile(user) : null, isLoaded: false };
}

/** Clears the own profile 5 s after its owner has gone. */
export function useForgetProfile(): void {
  const client = useQueryClient();
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'signed-out') return;
    const timer = setTimeout(() => client.removeQueries({ queryKey: ['profile'] }), forget_ms);
    return () => clearTimeout(timer);
  }, [client, status]);
}

/** Changes the own profile; what is not named stays. */
export function useSaveProfile() {
  const client = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof saveProfile>) => {
      if (!user) throw new ApiError('SIGN_IN_REQUIRED', 'Please sign in to continue', { status: 401 });
      return (await call(saveProfile, { params: { userId: user.id }, body })).data;
    },
    onSuccess: (profile) => client.setQueryData(profileKey(profile.userId), profile),
  });
}

export { useLocationDisplay } from './location-privacy.ts';
