import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { refreshWaitingCount } from '#platform/waiting-count.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { nameOf } from './conversation-names.ts';
import { useLeaveRoom, useRemoveConversation } from './conversation-settings.api.ts';
import { dropConversation, letGo, refreshLists } from './conversations.api.ts';
import { keepDraft } from './drafts.ts';
import { forgetConversation } from './last-conversation.ts';

interface LeaveProps {
  conversation: Conversation;
  userId: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Leaves the page first: what is shown of the conversation is of no use without it, and goes with its view. */
function useGoodbye(conversationId: string, userId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(
    () => () => {
      if (isLeaving.current) dropConversation(client, conversationId);
    },
    [client, conversationId],
  );
  return () => {
    isLeaving.current = true;
    forgetConversation(conversationId);
    navigate('/');
    letGo(client, conversationId);
    keepDraft(conversationId, userId, '');
    void refreshLists(client);
    void refreshWaitingCount(client);
  };
}

interface LeaveGroupProps extends LeaveProps {
  /** Of what becomes of its group's wallet when it ends; asks for nothing any more while it is ending. */
  walletNote(isEnding: boolean): ReactNode;
}

/** Says what leaving means: for an owner among others, for the last one, and for everybody else. */
export function LeaveGroup({ conversation, userId, open, onOpenChange, walletNote }: LeaveGroupProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { id, chatRoom, memberCount, userRole } = conversation;
  const leave = useLeaveRoom(id, chatRoom?.id ?? '', userId);
  const goodbye = useGoodbye(id, userId);
  const consequence =
    memberCount <= 1 ? 'leaveAlone' : userRole === 'OWNER' ? 'leaveOwner' : ('leaveMember' as const);

  const confirm = async () => {
    try {
      const { wasOwner, newOwnerId } = await leave.mutateAsync();
      const isHandedOver = wasOwner && newOwnerId !== null;
      const text = isHandedOver ? 'conversations.groupMenu.leftOwner' : 'conversations.groupMenu.left';
      showToast({ type: 'success', message: t(text) });
      goodbye();
    } catch (error) {
      const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500;
      showToast({
        type: 'error',
        message: isJudged ? errorText(error) : t('conversations.groupMenu.leaveFailed'),
      });
    }
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('conversations.groupMenu.leaveQuestion', { title: nameOf(conversation, t) })}
      text={t(`conversations.groupMenu.${consequence}`)}
      confirmLabel={t('conversations.groupMenu.leave')}
      onConfirm={confirm}
      busy={leave.isPending}
      destructive
    >
      {consequence === 'leaveAlone' && walletNote(leave.isPending || leave.isSuccess)}
    </ConfirmDialog>
  );
}

/** Of two people one takes the conversation out of their own list. */
export function DeleteConversation({ conversation, userId, open, onOpenChange }: LeaveProps) {
  const { t } = useTranslation();
  const { id } = conversation;
  const remove = useRemoveConversation(id, userId);
  const goodbye = useGoodbye(id, userId);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast({ type: 'success', message: t('conversations.groupMenu.deleted') });
        goodbye();
      },
      onError: () => showToast({ type: 'error', message: t('conversations.groupMenu.deleteFailed') }),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('conversations.groupMenu.deleteQuestion')}
      text={t('conversations.groupMenu.deleteText')}
      confirmLabel={t('conversations.groupMenu.delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      destructive
    />
  );
}
