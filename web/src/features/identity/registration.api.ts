import type {
  Invitation,
  listInvitations,
  makeInvitation,
  removeInvitation,
} from '@dazi/contract/identity/registration';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';

const invitationsKey = (userId: string) => ['invitations', userId] as const;

export function useInvitations(userId: string) {
  return useQuery({
    queryKey: invitationsKey(userId),
    queryFn: async ({ signal }): Promise<readonly Invitation[]> =>
      (await call<typeof listInvitations>('GET', '/api/invitations', { query: { userId }, signal })).data,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

export function useMakeInvitation(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendOnce(userId, 'invitation', null, (clientId) =>
        call<typeof makeInvitation>('POST', '/api/invitations', { body: { userId, clientId } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey(userId) }),
  });
}

export function useCloseInvitation(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (invitationId: string) => {
      try {
        await call<typeof removeInvitation>('DELETE', '/api/invitations/{invitationId}', {
          params: { invitationId },
          body: { userId },
        });
      } catch (error) {
        // It is closed already, and that is what was wanted.
        if (!(error instanceof ApiError && error.code === 'INVITATION_GONE')) throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey(userId) }),
  });
}
