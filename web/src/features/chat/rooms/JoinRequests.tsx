import type { JoinRequest } from '@dazi/contract/chat/rooms';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { exactMilesText } from './distance-text.ts';
import { isLostRoom, type OfOwnRoom, useLostRoom } from './lost-room.ts';
import { useAnswerRequest, useJoinRequests } from './room-management.api.ts';

/** Who asks to join: those that wait, then those that were answered. */
export function JoinRequests({ room, user, onLost }: OfOwnRoom) {
  const { t } = useTranslation();
  const list = useJoinRequests(user.id, room.id);
  const { data, error, isPending, refetch } = list;
  useLostRoom(error, onLost);
  if (isPending) return <Spinner />;
  if (!data) {
    return <InlineError text={t('rooms.manage.requests.loadFailed')} onRetry={() => void refetch()} />;
  }
  const requests = data.pages.flatMap((page) => page.requests);
  if (requests.length === 0) {
    return (
      <EmptyState
        drawing="nearby"
        title={t('rooms.manage.requests.none')}
        text={t('rooms.manage.requests.noneText')}
      />
    );
  }
  return (
    <>
      <ul className="rooms-rows">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} room={room} user={user} onLost={onLost} />
        ))}
      </ul>
      <LoadMore list={list} label={t('posts.loadMore')} failed={t('rooms.manage.requests.loadFailed')} />
    </>
  );
}

function RequestRow({ request, room, user, onLost }: OfOwnRoom & { request: JoinRequest }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const relativeTime = useRelativeTime();
  const answer = useAnswerRequest(user.id, room.id);
  const { name, avatarUrl, age, gender } = request.user;
  const asked = relativeTime(request.requestedAt);

  const decide = useOneAtATime(async (action: 'approve' | 'deny') => {
    const [done, failed] =
      action === 'approve' ? (['approved', 'approveFailed'] as const) : (['denied', 'denyFailed'] as const);
    try {
      await answer.mutateAsync({ request, action });
      showToast({ type: 'success', message: t(`rooms.manage.requests.${done}`) });
    } catch (error) {
      if (isLostRoom(error)) onLost();
      else showToast({ type: 'error', message: t(`rooms.manage.requests.${failed}`) });
    }
  });
  const isUnderWay = (action: 'approve' | 'deny') => answer.isPending && answer.variables?.action === action;

  return (
    <li className="rooms-row">
      <PersonLink userId={request.user.id} decorative>
        <Avatar name={name} url={avatarUrl} />
      </PersonLink>
      <div className="grow">
        <div className="row between">
          <span className="by">
            <PersonLink userId={request.user.id} className="ell">
              <UserText>{name}</UserText>
            </PersonLink>
            {age !== null && <span className="age num">{age}</span>}
            {gender && (
              <span
                role="img"
                aria-label={t(gender === 'M' ? 'posts.male' : 'posts.female')}
                className="gender"
              >
                <Icon name={gender === 'M' ? 'male' : 'female'} size="xs" />
              </span>
            )}
          </span>
          <time className="meta num" dateTime={request.requestedAt} title={asked.ago}>
            {asked.short}
          </time>
        </div>
        <div className="meta num">
          <Icon name="pin" size="xs" />
          {t('rooms.manage.requests.fromRoom', { distance: exactMilesText(request.distance, language) })}
        </div>
        {request.message && (
          <UserText as="p" className="content">
            {request.message}
          </UserText>
        )}
        <div className="row wrap rooms-row-actions">
          {request.status !== 'APPROVED' && (
            <Button
              kind={request.status === 'PENDING' ? 'primary' : 'outline'}
              size="s"
              busy={isUnderWay('approve')}
              disabled={isUnderWay('deny')}
              aria-label={t('rooms.manage.requests.approveOf', { name })}
              onClick={() => void decide('approve')}
            >
              {t('rooms.manage.requests.approve')}
            </Button>
          )}
          {request.status === 'PENDING' && (
            <Button
              size="s"
              busy={isUnderWay('deny')}
              disabled={isUnderWay('approve')}
              aria-label={t('rooms.manage.requests.denyOf', { name })}
              onClick={() => void decide('deny')}
            >
              {t('rooms.manage.requests.deny')}
            </Button>
          )}
          {request.status !== 'PENDING' && <Answered request={request} />}
        </div>
      </div>
    </li>
  );
}

function Answered({ request }: { request: JoinRequest }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isApproved = request.status === 'APPROVED';
  return (
    <>
      <span className={isApproved ? 'pill green' : 'pill red'}>
        <Icon name={isApproved ? 'check' : 'ban'} size="xs" />
        {t(isApproved ? 'rooms.manage.requests.isApproved' : 'rooms.manage.requests.isDenied')}
      </span>
      {request.respondedAt && (
        <span className="meta">
          {t('rooms.manage.requests.answeredOn', {
            date: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(
              new Date(request.respondedAt),
            ),
          })}
        </span>
      )}
    </>
  );
}
