import type { User } from '@dazi/contract/identity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useLeaveRoom } from './rooms.api.ts';

interface LeaveRoomProps {
  user: User;
  roomId: string;
  name: string;
  isOwner: boolean;
  memberCount: number;
}

/** Leaves after a question which says what it means for the room. */
export function LeaveRoom({ user, roomId, name, isOwner, memberCount }: LeaveRoomProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [asked, setAsked] = useState(false);
  const leave = useLeaveRoom(user.id);
  const meaning = isOwner ? (memberCount > 1 ? 'owner' : 'alone') : 'member';

  const confirm = async () => {
    try {
      const { newOwnerId } = await leave.mutateAsync(roomId);
      const done = t('rooms.leave.done');
      const message = newOwnerId ? `${done}. ${t('rooms.leave.transferred')}` : done;
      showToast({ type: 'success', message });
      setAsked(false);
      navigate('/');
    } catch (error) {
      const isTelling = error instanceof ApiError && error.status >= 400 && error.status < 500;
      showToast({ type: 'error', message: isTelling ? errorText(error) : t('rooms.leave.failed') });
    }
  };

  return (
    <>
      <Button kind="ghost" icon="sign-out" onClick={() => setAsked(true)}>
        {t('rooms.leave.action')}
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('rooms.leave.question', { name })}
        text={t(`rooms.leave.${meaning}`)}
        confirmLabel={t('rooms.leave.action')}
        busy={leave.isPending}
        destructive
        onConfirm={() => void confirm()}
      />
    </>
  );
}
