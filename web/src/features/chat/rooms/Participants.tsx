import type { Member } from '@dazi/contract/chat/conversations';
import type { Room } from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { AreaField, Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { BannedPeople } from './BannedPeople.tsx';
import { isLostRoom, type OfOwnRoom } from './lost-room.ts';
import { useBanParticipant, useParticipants, useRemoveParticipant } from './room-management.api.ts';
import { refreshRooms } from './rooms.api.ts';

/** Why somebody is banned, until they are. */
const reasons = new PersonalDrafts('banReasons', 20);

/** What is offered beside somebody's name. */
export type PersonAction = (person: { id: string; name: string }) => ReactNode;

/** What is done about a member to keep the room in order, and what was done. */
export interface MemberOrderSlot {
  menu(room: Room, user: User, member: Member, onDone: () => void): ReactNode;
  mark(member: Member): ReactNode;
}

interface OfParticipants extends OfOwnRoom {
  personAction: PersonAction | undefined;
  memberOrder: MemberOrderSlot;
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
export function Participants({ room, user, onLost, personAction, memberOrder }: OfParticipants) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const searched = useGathered(search.trim());
  const list = useParticipants(user.id, room.conversationId, room.id, searched);
  const { data, isPending, refetch } = list;
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = (wanted: Asked) => {
    setAsked(wanted);
    setAsking(true);
  };
  return (
    <section aria-label={t('rooms.manage.tabs.participants')}>
      <div className="rooms-participants-top">
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
        <BannedPeople room={room} user={user} onLost={onLost} />
      </div>
      <p className="hint">{t('rooms.manage.moderators.text')}</p>
      {isPending && <Spinner />}
      {!isPending && !data && (
        <InlineError text={t('rooms.manage.participants.loadFailed')} onRetry={() => void refetch()} />
      )}
      {data && members.length === 0 && <p className="t2 rooms-none">{t('rooms.manage.participants.none')}</p>}
      <ul className="rooms-rows">
        {members.map((member) => (
          <ParticipantRow
            key={member.id}
            member={member}
            room={room}
            user={user}
            personAction={personAction}
            memberOrder={memberOrder}
            onAsk={ask}
          />
        ))}
      </ul>
      <LoadMore list={list} label={t('posts.loadMore')} failed={t('rooms.manage.participants.loadFailed')} />
      {/* Not in the row: whoever leaves meanwhile takes their row with them, and not the question. */}
      {asked && (
        <Questions
          key={asked.member.id}
          {...asked}
          open={isAsking}
          room={room}
          user={user}
          onLost={onLost}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

interface Asked {
  about: 'remove' | 'ban';
  member: Member;
}

interface ParticipantRowProps extends Pick<OfParticipants, 'room' | 'user' | 'personAction' | 'memberOrder'> {
  member: Member;
  onAsk(asked: Asked): void;
}

function ParticipantRow({ member, room, user, personAction, memberOrder, onAsk }: ParticipantRowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const { name, avatarUrl } = member.user;
  const isOneself = member.userId === user.id;
  const isOwner = member.role === 'OWNER';
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(member.joinedAt));
  const since = isOwner ? 'createdOn' : member.joinType === 'AUTO' ? 'joinedAuto' : 'joinedRequest';

  return (
    <li className="rooms-row">
      <PersonLink userId={member.userId} decorative>
        <Avatar name={name} url={avatarUrl} />
      </PersonLink>
      <div className="grow">
        <div className="row rooms-row-name">
          <PersonLink userId={member.userId} className="ell b">
            <UserText>{name}</UserText>
          </PersonLink>
          {isOwner && (
            <span className="pill yellow">
              <Icon name="crown" size="xs" />
              {t('rooms.manage.participants.owner')}
            </span>
          )}
          {member.moderates && <span className="pill">{t('rooms.manage.moderators.badge')}</span>}
          {isOneself && <span className="pill">{t('rooms.manage.participants.you')}</span>}
        </div>
        <div className="meta">{t(`rooms.manage.participants.${since}`, { date })}</div>
        {memberOrder.mark(member)}
      </div>
      {!isOneself && (
        <>
          {personAction?.(member.user)}
          {memberOrder.menu(room, user, member, () => void refreshRooms(client))}
          <IconButton
            icon="sign-out"
            tip="left"
            label={t('rooms.manage.participants.removeOf', { name })}
            onClick={() => onAsk({ about: 'remove', member })}
          />
          <IconButton
            icon="ban"
            tip="left"
            className="danger"
            label={t('rooms.manage.participants.banOf', { name })}
            onClick={() => onAsk({ about: 'ban', member })}
          />
        </>
      )}
    </li>
  );
}

interface QuestionsProps extends Asked, Pick<OfParticipants, 'room' | 'user' | 'onLost'> {
  open: boolean;
  onClose(): void;
}

function Questions({ about, member, open, room, user, onLost, onClose }: QuestionsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { name } = member.user;
  const [reason, setReason] = usePersonalDraft(reasons, user.id, `${room.id}:${member.userId}`);
  const remove = useRemoveParticipant(user.id, room.id);
  const ban = useBanParticipant(user.id, room.id);

  const act = async (
    work: Promise<unknown>,
    done: 'removed' | 'banned',
    failed: 'removeFailed' | 'banFailed',
  ) => {
    try {
      await work;
      setReason('');
      showToast({ type: 'success', message: t(`rooms.manage.participants.${done}`) });
      onClose();
    } catch (error) {
      onClose();
      const isSaid =
        error instanceof ApiError && ['PARTICIPANT_NOT_FOUND', 'LEADER_TOO_NEW'].includes(error.code);
      if (isLostRoom(error)) onLost();
      else {
        const message = isSaid ? errorText(error) : t(`rooms.manage.participants.${failed}`);
        showToast({ type: 'error', message });
      }
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
    <>
      <ConfirmDialog
        open={open && about === 'remove'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t('rooms.manage.participants.removeQuestion', { name })}
        text={t('rooms.manage.participants.removeText')}
        confirmLabel={t('rooms.manage.participants.remove')}
        busy={remove.isPending}
        destructive
        onConfirm={() => void confirmRemoval()}
      />
      <Dialog
        open={open && about === 'ban'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t('rooms.manage.participants.banQuestion', { name })}
        description={t('rooms.manage.participants.banText')}
        width="s"
        className="confirm"
        footer={
          <>
            <Button kind="ghost" onClick={onClose}>
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
  );
}
