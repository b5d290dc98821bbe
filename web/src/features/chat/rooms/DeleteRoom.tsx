import type { Room } from '@dazi/contract/chat/rooms';
import type { User } from '@dazi/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { keepNotice } from '#platform/kept-notice.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { showToast } from '#ui/toast-store.ts';
import { addressAfterDeletion } from './after-deletion.ts';
import { isLostRoom, isTooNew } from './lost-room.ts';
import { useRemoveRoom } from './room-management.api.ts';
import { refreshRooms } from './rooms.api.ts';

/** What people see of a text and can write: not how many blanks there are, nor marks without a shape, nor which width letters have. */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

interface DeleteRoomProps {
  room: Room;
  user: User;
  /** Of what becomes of its wallet; asks for nothing any more while the room is ending. */
  walletNote(isEnding: boolean): ReactNode;
  onLost(): void;
}

/** Deletes a room for good, once its name was written; then the page is loaded anew. */
export function DeleteRoom({ room, user, walletNote, onLost }: DeleteRoomProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const remove = useRemoveRoom(user.id, room.id);
  const isEnding = remove.isPending || remove.isSuccess;
  const isConfirmed = asRead(typed) === asRead(room.name);

  const confirm = useOneAtATime(async () => {
    try {
      await remove.mutateAsync();
      keepNotice({ type: 'success', key: 'rooms.manage.remove.done' });
      window.location.assign(addressAfterDeletion(window.location, room.id));
    } catch (error) {
      setAsked(false);
      // Deleted all the same, perhaps, here or on another device.
      void refreshRooms(client);
      if (isLostRoom(error)) onLost();
      else {
        const message = isTooNew(error) ? errorText(error) : t('rooms.manage.remove.failed');
        showToast({ type: 'error', message });
      }
    }
  });

  return (
    <>
      <Button
        kind="danger-quiet"
        size="s"
        icon="trash"
        onClick={() => {
          setTyped('');
          setAsked(true);
        }}
      >
        {t('rooms.manage.remove.action')}
      </Button>
      <Dialog
        open={asked}
        onOpenChange={(open) => !remove.isPending && setAsked(open)}
        title={t('rooms.manage.remove.question')}
        description={t('rooms.manage.remove.text', { count: room.memberCount })}
        width="s"
        className="confirm"
        footer={
          <>
            <Button kind="ghost" disabled={remove.isPending} onClick={() => setAsked(false)}>
              {t('ui.cancel')}
            </Button>
            <Button kind="danger" disabled={!isConfirmed} busy={isEnding} onClick={() => void confirm()}>
              {t('rooms.manage.remove.action')}
            </Button>
          </>
        }
      >
        {walletNote(isEnding)}
        <Field
          label={t('rooms.manage.remove.typeName')}
          placeholder={room.name}
          dir="auto"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Dialog>
    </>
  );
}
