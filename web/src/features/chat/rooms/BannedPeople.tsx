import type { RoomBan } from '@dazi/contract/chat/rooms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { isLostRoom, type OfOwnRoom, useLostRoom } from './lost-room.ts';
import { useLiftBan, useRoomBans } from './room-management.api.ts';

/** Who cannot join any more, and the way to let them. */
export function BannedPeople(props: OfOwnRoom) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useBackCloses('bans', isOpen, () => setOpen(false));
  return (
    <>
      <Button icon="ban" onClick={() => setOpen(true)}>
        {t('rooms.manage.bans.show')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('rooms.manage.bans.title')}
        width="s"
        className="rooms-bans"
      >
        {isOpen && <Banned {...props} />}
      </Dialog>
    </>
  );
}

function Banned({ room, user, onLost }: OfOwnRoom) {
  const { t } = useTranslation();
  const list = useRoomBans(user.id, room.id);
  const { data, error, isPending, refetch, hasNextPage } = list;
  useLostRoom(error, onLost);
  if (isPending) return <Spinner />;
  if (!data) return <InlineError text={t('rooms.manage.bans.loadFailed')} onRetry={() => void refetch()} />;
  const bans = data.pages.flatMap((page) => page.bans);
  if (bans.length === 0 && !hasNextPage) {
    return (
      <EmptyState drawing="talk" title={t('rooms.manage.bans.none')} text={t('rooms.manage.bans.noneText')} />
    );
  }
  return (
    <>
      <ul className="rooms-rows" aria-label={t('rooms.manage.bans.title')}>
        {bans.map((ban) => (
          <BanRow key={ban.user.id} ban={ban} room={room} user={user} onLost={onLost} />
        ))}
      </ul>
      <LoadMore list={list} label={t('posts.loadMore')} failed={t('rooms.manage.bans.loadFailed')} />
    </>
  );
}

function BanRow({ ban, room, user, onLost }: OfOwnRoom & { ban: RoomBan }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync, isPending } = useLiftBan(user.id, room.id);
  const { id, name, avatarUrl } = ban.user;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(ban.bannedAt));
  const lift = useOneAtATime(async () => {
    try {
      await mutateAsync(id);
      showToast({ type: 'success', message: t('rooms.manage.bans.lifted', { name }) });
    } catch (error) {
      if (isLostRoom(error)) onLost();
      else showToast({ type: 'error', message: t('rooms.manage.bans.liftFailed') });
    }
  });
  return (
    <li className="rooms-row">
      <PersonLink userId={id} decorative>
        <Avatar name={name} url={avatarUrl} />
      </PersonLink>
      <div className="grow">
        <PersonLink userId={id} className="ell b">
          <UserText>{name}</UserText>
        </PersonLink>
        <div className="meta">{t('rooms.manage.bans.since', { date })}</div>
        {ban.reason && (
          <UserText as="p" className="content">
            {ban.reason}
          </UserText>
        )}
      </div>
      <Button
        size="s"
        busy={isPending}
        aria-label={t('rooms.manage.bans.liftOf', { name })}
        onClick={() => void lift()}
      >
        {t('rooms.manage.bans.lift')}
      </Button>
    </li>
  );
}
