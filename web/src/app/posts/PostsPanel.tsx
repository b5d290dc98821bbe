import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoTownCard } from '#features/demo-town/DemoTownCard.tsx';
import { BookmarkButton } from '#features/posts/bookmarks/BookmarkButton.tsx';
import { PostCard } from '#features/posts/posts/PostCard.tsx';
import { ReactionSummary } from '#features/posts/reactions/ReactionSummary.tsx';
import { useSettings } from '#platform/settings.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useSteady } from '#ui/use-steady.ts';

interface PostsPanelProps {
  /** Undefined while nothing is known yet. */
  posts: readonly Post[] | undefined;
  failed: boolean;
  filtered: boolean;
  user: User | null;
  from: Position | null;
  selectedId: string | null;
  onOpen(post: Post): void;
  /** Only where there is a mouse. */
  onHover?(post: Post | null): void;
  onRetry(): void;
  onClearFilters(): void;
  onWiden(): void;
  /** The demo town was loaded: somebody may want to see it. */
  onTownLoaded(): void;
}

/** Cards drawn at first and with each step down the list. */
const step = 30;

export function PostsPanel(props: PostsPanelProps) {
  const { posts, failed, filtered, user, from, selectedId } = props;
  const { t } = useTranslation();
  const { data: settings } = useSettings();
  const [drawn, setDrawn] = useState(step);
  const open = useSteady(props.onOpen);
  const hover = useSteady((post: Post | null) => props.onHover?.(post));
  const end = useRef<HTMLDivElement>(null);
  const count = posts?.length ?? 0;
  // What is chosen on the map is drawn, however far down it stands.
  const chosen = posts?.findIndex(({ id }) => id === selectedId) ?? -1;
  if (chosen >= drawn) setDrawn(chosen + 1);

  useEffect(() => {
    const element = end.current;
    if (!element || drawn >= count) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setDrawn((before) => before + step),
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawn, count]);

  if (failed && !posts) {
    return <InlineError text={t('discovery.loadFailed')} onRetry={props.onRetry} />;
  }
  if (!posts) return <WaitingPosts />;
  if (count === 0) {
    if (settings?.demoTownOffered && !filtered) return <DemoTownCard onLoaded={props.onTownLoaded} />;
    return (
      <EmptyState
        drawing="nearby"
        title={t(filtered ? 'discovery.noneMatch' : 'discovery.noneHere')}
        text={t(filtered ? 'discovery.noneMatchText' : 'discovery.noneHereText')}
      >
        <div className="row">
          {filtered && (
            <Button kind="primary" onClick={props.onClearFilters}>
              {t('discovery.clear')}
            </Button>
          )}
          <Button kind={filtered ? 'quiet' : 'primary'} onClick={props.onWiden}>
            {t('discovery.widen')}
          </Button>
        </div>
      </EmptyState>
    );
  }
  return (
    <>
      {posts.slice(0, drawn).map((post) => (
        <PostRow
          key={post.id}
          post={post}
          user={user}
          from={from}
          selected={post.id === selectedId}
          onOpen={open}
          {...(props.onHover && { onHover: hover })}
        />
      ))}
      <div ref={end} />
    </>
  );
}

type PostRowProps = Pick<PostsPanelProps, 'user' | 'from' | 'onOpen' | 'onHover'> & {
  post: Post;
  selected: boolean;
};

/** Drawn again only when it changed itself: the page around it changes with every pin that is looked at. */
const PostRow = memo(function PostRow({ post, user, ...card }: PostRowProps) {
  return (
    <PostCard
      {...card}
      post={post}
      summary={<ReactionSummary post={post} />}
      actions={<BookmarkButton post={post} user={user} size="s" />}
    />
  );
});

function WaitingPosts() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {[64, 82, 55].map((width) => (
        <div key={width} className="entry">
          <Skeleton round width="40px" height="40px" />
          <div className="stack">
            <Skeleton width="40%" />
            <Skeleton width={`${width}%`} />
            <Skeleton width="30%" />
          </div>
        </div>
      ))}
    </div>
  );
}
