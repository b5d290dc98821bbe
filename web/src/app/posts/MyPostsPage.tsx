import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { useAuthorPosts } from '#features/posts/post-views/post-views.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PostList } from './PostList.tsx';

export function MyPostsPage() {
  const { t } = useTranslation();
  const { status, user } = useSession();
  return (
    <Page title={t('app.myPosts.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'signed-out' && <SignInFirst onPage title={t('app.myPosts.signIn')} />}
      {user && <OwnPosts user={user} />}
    </Page>
  );
}

function OwnPosts({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PostList
      query={useAuthorPosts(user.id)}
      user={user}
      authorId={user.id}
      pictures={4}
      failed={t('posts.listFailed')}
      empty={
        <EmptyState drawing="talk" title={t('posts.none')} text={t('posts.noneText')}>
          <Button
            kind="primary"
            onClick={() => navigate('/', { state: { compose: true, from: 'my-posts' } })}
          >
            {t('app.post')}
          </Button>
        </EmptyState>
      }
    />
  );
}
