import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useOwnGroups } from '#features/chat/rooms/own-rooms.api.ts';
import { RoomCollage } from '#features/chat/rooms/RoomCollage.tsx';
import { RoomTitle } from '#features/chat/rooms/RoomFacts.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import '#features/chat/rooms/rooms.css';

export function GroupList({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useOwnGroups(user.id);
  const { data, isError, isPending, refetch } = list;
  const failed = t('rooms.mine.failed');
  if (isPending) return <Spinner />;
  if (isError && !data) return <InlineError text={failed} onRetry={() => void refetch()} />;
  const groups = data.pages.flatMap((page) => page.groups);
  if (groups.length === 0) {
    return (
      <div className="card">
        <EmptyState drawing="talk" title={t('profiles.noGroups')} text={t('profiles.noOwnGroupsText')}>
          <Button kind="primary" onClick={() => navigate('/', { state: { createGroup: true } })}>
            {t('app.createGroup')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="card entry-list">
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </div>
      <LoadMore onPage list={list} label={t('posts.loadMore')} failed={failed} className="entry-list-more" />
    </>
  );
}

function GroupRow({ group }: { group: Conversation }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <article className="entry rooms-card" aria-label={t('rooms.byName', { name: group.title ?? '' })}>
      <RoomCollage members={group.members} />
      <div className="entry-main">
        <div className="row between">
          <button type="button" className="entry-open b" onClick={() => navigate(`/messages/${group.id}`)}>
            <RoomTitle name={group.title ?? ''} memberCount={group.memberCount} />
          </button>
          {group.userRole === 'OWNER' && (
            <span className="pill yellow">
              <Icon name="crown" size="xs" />
              {t('rooms.mine.owner')}
            </span>
          )}
        </div>
        {group.description && (
          <UserText as="p" className="t2 clamp2">
            {group.description}
          </UserText>
        )}
      </div>
    </article>
  );
}
