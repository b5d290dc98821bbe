import type { User } from '@dazi/contract/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Page } from '#app/Page.tsx';
import { useAuthorPosts } from '#features/discovery/discovery.api.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { DeletePost } from '#features/posts/DeletePost.tsx';
import { EditPost } from '#features/posts/EditPost.tsx';
import { PostCard } from '#features/posts/PostCard.tsx';
import { ReactionSummary } from '#features/reactions/ReactionSummary.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import './my-posts.css';

export function MyPostsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status, user } = useSession();
  return (
    <Page title={t('app.myPosts.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'signed-out' && (
        <div className="card">
          <EmptyState drawing="lock" title={t('app.myPosts.signIn')}>
            <Button kind="primary" onClick={() => navigate('/')}>
              {t('app.goToHome')}
            </Button>
          </EmptyState>
        </div>
      )}
      {user && <OwnPosts user={user} />}
    </Page>
  );
}

function OwnPosts({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, isError, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useAuthorPosts(user.id);
  if (isPending) return <Spinner />;
  if (isError && !data) return <InlineError text={t('posts.listFailed')} onRetry={() => void refetch()} />;
  const posts = data.pages.flatMap((page) => page.posts);
  if (posts.length === 0) {
    return (
      <div className="card">
        <EmptyState drawing="talk" title={t('posts.none')} text={t('posts.noneText')}>
          <Button
            kind="primary"
            onClick={() => navigate('/', { state: { compose: true, from: 'my-posts' } })}
          >
            {t('app.post')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="card my-posts">
        {posts.map((post) => (
          <PostCard
            key={post.id}
            post={post}
            from={null}
            selected={false}
            pictures={4}
            onOpen={() => navigate(`/post/${post.id}`)}
            summary={<ReactionSummary post={post} />}
            actions={
              <>
                <EditPost post={post} />
                <DeletePost post={post} place="list" />
              </>
            }
          />
        ))}
      </div>
      {hasNextPage && (
        <div className="my-posts-more">
          <Button onPage busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('posts.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}
