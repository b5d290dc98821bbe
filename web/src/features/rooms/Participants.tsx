import type { Member } from '@dazi/contract/conversations';
import type { User } from '@dazi/contract/identity';
import { type Room, roomLimits } from '@dazi/contract/rooms';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { AreaField, Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { isLostRoom } from './lost-room.ts';
import { useBanParticipant, useParticipants, useRemoveParticipant } from './room-management.api.ts';

/** What is offered beside somebody's name. */
export type PersonAction = (person: { id: string; name: string }) => ReactNode;

interface OfOwnRoom {
  room: Room;
  user: User;
  personAction: PersonAction | undefined;
  onLost(): void;
}

/** Letters after which the list is asked for are gathered this long. */
const gather_ms = 250;

function useGathered(text: string): string {
  const [gathered, setGathered] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setGathered(text), gather_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(gathered);
}

/** Who is in the room; everybody but oneself can be removed or banned. */
export function Participants({ room, user, onLost, personAction }: OfOwnRoom) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const searched = useGathered(search.trim());
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useParticipants(
    user.id,
    room.conversationId,
    room.id,
    searched,
  );
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  return (
    <section aria-label={t('rooms.manage.tabs.participants')}>
      <Field
        type="search"
        hideLabel
        label={t('rooms.manage.participants.search')}
        placeholder={t('rooms.manage.participants.search')}
        className="soft"
        dir="auto"
        value={search}
        maxLength={50}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isPending && <Spinner />}
      {!isPending && !data && (
        <InlineError text={t('rooms.manage.participants.loadFailed')} onRetry={() => void refetch()} />
      )}
      {data && members.length === 0 && <p className="t2 room-none">{t('rooms.manage.participants.none')}</p>}
      <ul className="room-rows">
        {members.map((member) => (
          <ParticipantRow
            key={member.id}
            member={member}
            room={room}
            user={user}
            onLost={onLost}
            personAction={personAction}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('posts.loadMore')}
        </Button>
      )}
    </section>
  );
}

function ParticipantRow({ member, room, user, onLost, personAction }: OfOwnRoom & { member: Member }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, avatarUrl } = member.user;
  const [asked, setAsked] = useState<'remove' | 'ban' | null>(null);
  const [reason, setReason] = useState('');
  const remove = useRemoveParticipant(user.id, room.id);
  const ban = useBanParticipant(user.id, room.id);
  const isOneself = member.userId === user.id;
  const isOwner = member.role === 'OWNER';
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(member.joinedAt));
  const since = isOwner ? 'createdOn' : member.joinType === 'AUTO' ? 'joinedAuto' : 'joinedRequest';

  const act = async (
    work: Promise<unknown>,
    done: 'removed' | 'banned',
    failed: 'removeFailed' | 'banFailed',
  ) => {
    try {
      await work;
      showToast({ type: 'success', message: t(`rooms.manage.participants.${done}`) });
      setAsked(null);
    } catch (error) {
      setAsked(null);
      if (isLostRoom(error)) onLost();
      else showToast({ type: 'error', message: t(`rooms.manage.participants.${failed}`) });
    }
  };
  const confirmRemoval = () => act(remove.mutateAsync(member.userId), 'removed', 'removeFailed');
  const confirmBan = useOneAtATime(() =>
    act(
      ban.mutateAsync({ targetUserId: member.userId, reason: reason.trim() || null }),
      'banned',
      'banFailed',
    ),
  );

  return (
    <li className="room-row">
      <PersonLink userId={member.userId} decorative>
        <Avatar name={name} url={avatarUrl} />
      </PersonLink>
      <div className="grow">
        <div className="row room-row-name">
          <PersonLink userId={member.userId} className="ell b">
            <UserText>{name}</UserText>
          </PersonLink>
          {isOwner && (
            <span className="pill yellow">
              <Icon name="crown" size="xs" />
              {t('rooms.manage.participants.owner')}
            </span>
          )}
          {isOneself && <span className="pill">{t('rooms.manage.participants.you')}</span>}
        </div>
        <div className="meta">{t(`rooms.manage.participants.${since}`, { date })}</div>
      </div>
      {!isOneself && (
        <>
          {personAction?.(member.user)}
          <IconButton
            icon="sign-out"
            tip="left"
            label={t('rooms.manage.participants.removeOf', { name })}
            onClick={() => setAsked('remove')}
          />
          <IconButton
            icon="ban"
            tip="left"
            className="danger"
            label={t('rooms.manage.participants.banOf', { name })}
            onClick={() => setAsked('ban')}
          />
          <ConfirmDialog
            open={asked === 'remove'}
            onOpenChange={(open) => !open && setAsked(null)}
            title={t('rooms.manage.participants.removeQuestion', { name })}
            text={t('rooms.manage.participants.removeText')}
            confirmLabel={t('rooms.manage.participants.remove')}
            busy={remove.isPending}
            destructive
            onConfirm={() => void confirmRemoval()}
          />
          <Dialog
            open={asked === 'ban'}
            onOpenChange={(open) => !open && setAsked(null)}
            title={t('rooms.manage.participants.banQuestion', { name })}
            description={t('rooms.manage.participants.banText')}
            width="s"
            className="confirm"
            footer={
              <>
                <Button kind="ghost" onClick={() => setAsked(null)}>
                  {t('ui.cancel')}
                </Button>
                <Button kind="danger" busy={ban.isPending} onClick={() => void confirmBan()}>
                  {t('rooms.manage.participants.ban')}
                </Button>
              </>
            }
          >
            <AreaField
              label={t('rooms.manage.participants.reason')}
              rows={2}
              dir="auto"
              maxLength={roomLimits.note}
              counter={`${reason.length}/${roomLimits.note}`}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Dialog>
        </>
      )}
    </li>
  );
}
