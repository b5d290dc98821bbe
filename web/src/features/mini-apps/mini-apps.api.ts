import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { MiniAppParticipation } from '@dazi/contract/mini-apps/mini-app-kit';
import type {
  addMiniApp,
  completeMiniApp,
  getMiniApp,
  getQuestionnaire,
  listParticipations,
  MiniApp,
  participate,
  saveQuestionnaire,
} from '@dazi/contract/mini-apps/mini-apps';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshConversation } from '#features/chat/conversations/conversations.api.ts';
import { call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { failingAs } from '#platform/failures.ts';
import { untilAnswered } from '#platform/lost-answers.ts';
import type { Language } from '#platform/storage.ts';

const miniAppKeys = {
  one: (id: string) => ['mini-apps', 'one', id] as const,
  participations: (id: string) => ['mini-apps', 'participations', id] as const,
  questionnaire: (language: Language) => ['mini-apps', 'questionnaire', language] as const,
};

/** Asked for again when its message has changed since. */
export function useMiniApp(id: string, change: number) {
  const query = useQuery({
    queryKey: miniAppKeys.one(id),
    queryFn: async ({ signal }): Promise<MiniApp> =>
      (
        await call<typeof getMiniApp>('GET', '/api/mini-apps/{miniAppId}', {
          params: { miniAppId: id },
          signal,
        })
      ).data,
  });
  const client = useQueryClient();
  const known = query.data?.change;
  useEffect(() => {
    if (known === undefined || known >= change) return;
    void client.invalidateQueries({ queryKey: miniAppKeys.one(id) });
    void client.invalidateQueries({ queryKey: miniAppKeys.participations(id) });
  }, [client, id, known, change]);
  return query;
}

interface ParticipationPage {
  participations: MiniAppParticipation[];
  nextCursor: string | null;
}

/** Who took part, a page at a time, in the order in which they did. */
export function useParticipations(id: string) {
  return useInfiniteQuery({
    queryKey: miniAppKeys.participations(id),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<ParticipationPage> => {
      const query = pageParam ? { cursor: pageParam } : {};
      const asking = call<typeof listParticipations>('GET', '/api/mini-apps/{miniAppId}/participations', {
        params: { miniAppId: id },
        query,
        signal,
      });
      const { data, nextCursor } = await failingAs(asking, () => 'Failed to load participation data');
      return { participations: data.participations, nextCursor };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ participations }) => participations),
  });
}

function keep(client: QueryClient, miniApp: MiniApp): Promise<void> {
  client.setQueryData<MiniApp>(miniAppKeys.one(miniApp.id), miniApp);
  return client.invalidateQueries({ queryKey: miniAppKeys.participations(miniApp.id) });
}

export function useAddMiniApp(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof addMiniApp>) => {
      const { data } = await sendOnce(userId, `mini app ${conversationId}`, body, (clientId) =>
        call<typeof addMiniApp>('POST', '/api/conversations/{conversationId}/mini-apps', {
          params: { conversationId },
          body: { ...body, userId, clientId },
        }),
      );
      const { message: _, ...miniApp } = data;
      return miniApp;
    },
    onSuccess: async (miniApp) => {
      void keep(client, miniApp);
      await refreshConversation(client, conversationId);
    },
  });
}

/** What is posted is what the app's own list of answers is; who took part is loaded anew. */
export function useParticipate(miniAppId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (data: BodyOf<typeof participate>['data']) =>
      (
        await call<typeof participate>('POST', '/api/mini-apps/{miniAppId}/participate', {
          params: { miniAppId },
          body: { userId, data },
        })
      ).data.miniApp,
    onSuccess: (miniApp) => void keep(client, miniApp),
    // Somebody was faster, or it was closed meanwhile: what is shown is old.
    onError: () => void client.invalidateQueries({ queryKey: miniAppKeys.one(miniAppId) }),
  });
}

export function useComplete(miniAppId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Doing it again changes nothing.
      const send = () =>
        call<typeof completeMiniApp>('POST', '/api/mini-apps/{miniAppId}/complete', {
          params: { miniAppId },
        });
      const { resultMessage: _, ...miniApp } = (await untilAnswered(send)).data;
      return miniApp;
    },
    onSuccess: (miniApp) => void keep(client, miniApp),
  });
}

export const useQuestionnaire = (language: Language) =>
  useQuery({
    queryKey: miniAppKeys.questionnaire(language),
    queryFn: async ({ signal }) => {
      const asking = call<typeof getQuestionnaire>('GET', '/api/questionnaire', {
        query: { language },
        signal,
      });
      return (await failingAs(asking, () => 'Failed to load questions')).data;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function useSaveQuestionnaire() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (content: string | null) =>
      (await call<typeof saveQuestionnaire>('POST', '/api/questionnaire', { body: { content } })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['mini-apps', 'questionnaire'] }),
  });
}
