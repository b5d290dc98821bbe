import type { User } from '@dazi/contract/identity/identity';
import type { Profile } from '@dazi/contract/people/profiles';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { GroupList } from '#app/chat/GroupList.tsx';
import { PostList } from '#app/posts/PostList.tsx';
import { useAuthorPosts, useBookmarkedPosts } from '#features/posts/post-views/post-views.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Tabs } from '#ui/Tabs.tsx';

const tabs = ['posts', 'groups', 'bookmarks'] as const;
type Tab = (typeof tabs)[number];

interface ProfileTabsProps {
  profile: Profile;
  /** The reader. */
  user: User | null;
}

/** Posts, groups and, on the own profile, bookmarks; `?tab` in the address says which. */
export function ProfileTabs({ profile, user }: ProfileTabsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const own = profile.userId === user?.id;
  const offered = tabs.filter((tab) => tab !== 'bookmarks' || own);
  const tab = offered.find((one) => one === search.get('tab')) ?? 'posts';
  const choose = (next: Tab) => {
    const address = new URLSearchParams(search);
    if (next === 'posts') address.delete('tab');
    else address.set('tab', next);
    setSearch(address, { replace: true });
  };
  return (
    <Tabs
      label={t('profiles.title')}
      tabs={offered.map((value) => ({ value, label: t(`profiles.tabs.${value}`) }))}
      value={tab}
      onChange={choose}
    >
      {tab === 'posts' && <Posts profile={profile} user={user} own={own} />}
      {tab === 'groups' && own && <GroupList user={user} />}
      {tab === 'groups' && !own && (
        <div className="card">
          <EmptyState drawing="talk" title={t('profiles.noGroups')} text={t('profiles.noGroupsText')} />
        </div>
      )}
      {tab === 'bookmarks' && own && <Bookmarks user={user} />}
    </Tabs>
  );
}

function Posts({ profile, user, own }: ProfileTabsProps & { own: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PostList
      query={useAuthorPosts(profile.userId)}
      user={user}
      authorId={profile.userId}
      failed={t(own ? 'posts.listFailed' : 'posts.loadFailed')}
      empty={
        own ? (
          <EmptyState drawing="talk" title={t('posts.none')} text={t('posts.noneText')}>
            <Button kind="primary" onClick={() => navigate('/', { state: { compose: true } })}>
              {t('app.post')}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState drawing="talk" title={t('posts.none')} />
        )
      }
    />
  );
}

function Bookmarks({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PostList
      query={useBookmarkedPosts(user.id)}
      user={user}
      authorId={null}
      failed={t('profiles.bookmarksFailed')}
      empty={
        <EmptyState drawing="nearby" title={t('profiles.noBookmarks')} text={t('profiles.noBookmarksText')}>
          <Button kind="primary" onClick={() => navigate('/')}>
            {t('app.backToMap')}
          </Button>
        </EmptyState>
      }
    />
  );
}
