import type { User } from '@dazi/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { startSignIn } from '#features/identity/identity.api.ts';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { ApiError, wasAnswered } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { isPositionDenied, isPositionInsecure, usePosition } from '#platform/location.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { showToast } from '#ui/toast-store.ts';
import { permissionTextOf, type RoomPlace, sentTextOf, wordingOf } from './join-state.ts';
import { patchMembership, refreshRooms, useJoinRoom, useOpenConversation } from './rooms.api.ts';

export interface JoinTarget {
  /** Null where a conversation has no room behind it. */
  roomId: string | null;
  conversationId: string;
}

/** Refusals that say themselves what is wrong; of anything else people learn that it failed. */
const tellingCodes = new Set([
  'JOIN_SIGN_IN_REQUIRED',
  'JOIN_POSITION_MISSING',
  'ROOM_NOT_FOUND',
  'REQUEST_PENDING',
  'REQUEST_DENIED',
  'ROOM_FULL',
  'TOO_MANY_REQUESTS',
  'NEWCOMER_LIMIT',
  'DAY_LIMIT',
  'NEWCOMER_LINKS',
]);

/** Renewed, closed, or not what the owner gave: without it there are other ways in. */
const lostInviteCodes = new Set(['INVITE_NOT_FOUND', 'INVALID_INPUT']);

export const roomPath = (roomId: string) => `/chat-rooms/${roomId}`;
export const conversationPath = (conversationId: string) => `/messages/${conversationId}`;

/**
 * Joins a room or opens its conversation, in the words of the place where it is done. Whoever gave an invitation hears
 * when it opens nothing, and must not give it again.
 */
export function useJoin(
  user: User | null,
  place: RoomPlace,
  target: JoinTarget,
  invite: string | null = null,
  onInviteLost?: () => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { position, request } = usePosition();
  const locationDisplay = useLocationDisplay(user?.id ?? null);
  const joining = useJoinRoom(user?.id ?? '');
  const opening = useOpenConversation(user?.id ?? '');
  const { roomId, conversationId } = target;
  const wording = wordingOf[place];

  const fail = (message: string) => showToast({ type: 'error', message });

  const failed = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'ALREADY_A_MEMBER') {
      // Let in meanwhile, on another device or by the owner.
      void refreshRooms(client);
      navigate(conversationPath(conversationId));
      return;
    }
    if (invite && lostInviteCodes.has(code)) {
      onInviteLost?.();
      return fail(t('errors.INVITE_NOT_FOUND'));
    }
    if (code === 'REQUEST_PENDING') patchMembership(client, roomId!, 'pending');
    if (code === 'REQUEST_DENIED') patchMembership(client, roomId!, 'denied');
    fail(tellingCodes.has(code) ? errorText(error) : t(`rooms.join.failed.${wording}`));
  };

  const join = async (message?: string) => {
    if (roomId === null) return fail(t('rooms.detail.notLinked'));
    // An invitation is for anywhere: nobody is asked where they are.
    const here = position ?? (invite ? null : await request());
    if (!here && !invite) {
      if (isPositionInsecure()) return fail(t('ui.positionInsecure'));
      return fail(
        isPositionDenied()
          ? t(`rooms.join.permission.${permissionTextOf[place]}`)
          : t('errors.JOIN_POSITION_MISSING'),
      );
    }
    try {
      const joined = await joining.mutateAsync({
        roomId,
        ...(here && { ...here, locationDisplay }),
        ...(message?.trim() && { message: message.trim() }),
        ...(invite && { invite }),
      });
      if (joined.joinType === 'REQUEST' && joined.userMembershipStatus !== 'member') {
        showToast({ type: 'success', message: t(`rooms.join.sent.${sentTextOf[place]}`) });
        return;
      }
      showToast({ type: 'success', message: t(`rooms.join.joined.${wording}`) });
      navigate(conversationPath(joined.conversationId));
    } catch (error) {
      failed(error);
    }
  };

  const open = async () => {
    if (roomId === null) return fail(t('rooms.detail.notLinked'));
    let id: string;
    try {
      id = await opening.mutateAsync(roomId);
    } catch (error) {
      // No member any more, perhaps: then joining is what is wanted.
      if (wasAnswered(error)) return join();
      // Without a network nobody joins, and what was said there is on the device.
      id = conversationId;
    }
    navigate(conversationPath(id));
  };

  const signIn = () => startSignIn(roomId === null || place === 'page' ? undefined : roomPath(roomId));

  const once = useOneAtATime((work: () => Promise<unknown>) => work());
  return {
    join: (message?: string) => once(() => join(message)),
    open: () => once(open),
    signIn,
    busy: joining.isPending || opening.isPending,
  };
}
