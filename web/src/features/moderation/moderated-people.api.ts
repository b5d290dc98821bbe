import type { DataOf } from '@dazi/contract/kernel/endpoint';
import type {
  addModeratorNote,
  getModeratedPerson,
  listModerationLog,
  listModerators,
  setModerator,
} from '@dazi/contract/moderation/moderated-people';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '#features/identity/identity.api.ts';
import { call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { moderationKey, refreshCases } from './moderation.api.ts';

export type ModeratedPerson = DataOf<typeof getModeratedPerson>;
export type Moderator = DataOf<typeof listModerators>[number];
export type LogEntry = DataOf<typeof listModerationLog>[number];

/** Apart from everything else: each time it is asked for is written down as a look. */
const personKey = (personId: string) => ['moderated-person', personId] as const;

export function useModeratedPerson(personId: string) {
  return useQuery({
    queryKey: personKey(personId),
    queryFn: async ({ signal }) =>
      (
        await call<typeof getModeratedPerson>('GET', '/api/moderation/people/{personId}', {
          params: { personId },
          signal,
        })
      ).data as ModeratedPerson,
  });
}

/** What one did about somebody oneself shows on their page. */
export function useRefreshPerson(personId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: personKey(personId) });
}

export function useAddNote(userId: string, personId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (text: string) => {
      const { data } = await sendOnce(userId, `note ${personId}`, text, (clientId) =>
        call<typeof addModeratorNote>('POST', '/api/moderation/people/{personId}/notes', {
          params: { personId },
          body: { text, userId, clientId },
        }),
      );
      return data;
    },
    onSuccess: (note) =>
      client.setQueryData<ModeratedPerson>(
        personKey(personId),
        (person) => person && { ...person, notes: [note, ...person.notes] },
      ),
  });
}

export function useModerators() {
  return useQuery({
    queryKey: [...moderationKey, 'moderators'],
    queryFn: async ({ signal }) =>
      (await call<typeof listModerators>('GET', '/api/moderation/moderators', { signal }))
        .data as Moderator[],
  });
}

export function useSetModerator() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ personId, isModerator }: { personId: string; isModerator: boolean }) =>
      call<typeof setModerator>('PUT', '/api/moderation/moderators/{personId}', {
        params: { personId },
        body: { isModerator },
      }),
    onSuccess: () => Promise.all([refreshCases(client), client.invalidateQueries({ queryKey: sessionKey })]),
  });
}

interface LogPage {
  entries: readonly LogEntry[];
  head: { number: number; hash: string };
  nextCursor: string | null;
}

export async function fetchLog(cursor: string | null, signal: AbortSignal): Promise<LogPage> {
  const { data, head, nextCursor } = await call<typeof listModerationLog>('GET', '/api/moderation/log', {
    query: cursor ? { cursor } : {},
    signal,
  });
  return { entries: data as LogEntry[], head, nextCursor };
}

export function useModerationLog() {
  return useInfiniteQuery({
    queryKey: [...moderationKey, 'log'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchLog(pageParam, signal),
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}
