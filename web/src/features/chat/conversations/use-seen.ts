import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { profileQuery } from '#features/people/profiles/profiles.api.ts';

/** Looked at again while the conversation is open. */
const seenRefresh_ms = 60_000;

export interface LastSeen {
  isOnline: boolean;
  lastSeen: string | null;
}

/** Whether the other one is there, as far as they show it. */
export function useSeen(other: Conversation['otherParticipant'], user: User): LastSeen {
  const isAsked = other !== null && !other.blockedByMe;
  const { data, isError, refetch } = useQuery({
    ...profileQuery(other?.id ?? '', user),
    enabled: isAsked,
    staleTime: seenRefresh_ms,
    refetchInterval: seenRefresh_ms,
    retry: false,
  });
  // The list hears at once when somebody comes or goes; since when they are away only the profile knows.
  const isOnlineInList = other?.isOnline;
  const known = useRef(isOnlineInList);
  useEffect(() => {
    if (known.current === isOnlineInList) return;
    known.current = isOnlineInList;
    if (isAsked) void refetch();
  }, [isOnlineInList, isAsked, refetch]);
  // A profile that may not be seen any more says nothing, nor does what it said before.
  if (!other || other.blockedByMe || isError) return { isOnline: false, lastSeen: null };
  return { isOnline: data?.isOnline ?? other.isOnline, lastSeen: data?.lastActive ?? null };
}
