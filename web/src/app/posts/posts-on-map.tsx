import type { Post } from '@dazi/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openSettings } from '#app/shell/settings-opening.ts';
import { startSignIn } from '#features/identity/sign-in.ts';
import { requestIntroduction } from '#features/people/profiles/introduction.ts';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { FilterBar } from '#features/posts/post-views/FilterBar.tsx';
import { FilterPanel } from '#features/posts/post-views/FilterPanel.tsx';
import { countActive, type Filters, noFilters } from '#features/posts/post-views/filters.ts';
import { usePost } from '#features/posts/posts/posts.api.ts';
import type { KindFilters, KindOnMap, LookedAt, MapKind, MapSurroundings } from '#map/map-kind.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { PostDetail } from './PostDetail.tsx';
import { PostsPanel } from './PostsPanel.tsx';
import { useComposer } from './use-composer.ts';
import { useFilters } from './use-filters.ts';
import { usePostPins } from './use-post-pins.ts';
import { usePostPopover } from './use-post-popover.tsx';
import { usePostSelection } from './use-post-selection.ts';
import { useShownPosts } from './use-shown-posts.ts';
import { useSummary } from './use-summary.ts';

const PostingDialogs = lazyPart('PostingDialogs', () => import('./PostingDialogs.tsx'));

const widerZoomSteps = 3;
/** Where the demo town stands, and from how near its streets are seen. */
const demoTown = { latitude: 37.7699, longitude: -122.4468, zoom: 14 };

export const postsOnMap: MapKind<OpenedPost> = {
  name: 'post',
  useOpened: useOpenedPost,
  useOnMap: usePostsOnMap,
};

type OpenedPost = ReturnType<typeof useOpenedPost>;

function useOpenedPost() {
  const selection = usePostSelection();
  const open = usePost(selection.openId);
  return { place: open.data?.location, selection, open };
}

function usePostsOnMap(
  around: MapSurroundings,
  lookedAt: LookedAt,
  { selection, open }: OpenedPost,
): KindOnMap {
  const { t } = useTranslation();
  const { user, position } = around;
  const { profile } = useOwnProfile();
  const [filters, setFilters] = useFilters(user !== null, profile?.isConfirmed === true);
  const {
    list,
    posts: known,
    seenAt,
    counts,
  } = useShownPosts(lookedAt, filters, around.centre, open.data, user?.id ?? null);
  const posts = known?.posts;
  const summary = useSummary(known, counts, list.isError, seenAt);
  const { selectedId, previewId, openId } = selection;
  return {
    pins: usePostPins(posts, counts, [selectedId, previewId, openId]),
    selectedPinId: selectedId,
    popover: usePostPopover({ selection, posts, user, from: position }),
    isOpen: openId !== null,
    circle: undefined,
    click: (id) => (id === selectedId ? selection.open(id) : selection.select(id)),
    hover: (id, isElsewhere) => {
      if (!isElsewhere) selection.preview(id);
    },
    deselect: () => selection.select(null),
    dismiss: () => selection.select(null),
    panel: {
      label: t('discovery.posts'),
      count: posts?.length,
      summary,
      link: user ? { to: '/my-posts', text: t('app.myPosts.title') } : undefined,
      content: (
        <PostsPanel
          posts={posts}
          failed={list.isError}
          filtered={countActive(filters) > 0}
          user={user}
          from={position}
          selectedId={selectedId}
          onOpen={(post) => selection.open(post.id)}
          {...(around.previewsRows && {
            onHover: (post: Post | null) => selection.preview(post?.id ?? null),
          })}
          onRetry={() => void list.refetch()}
          onClearFilters={() => setFilters(noFilters)}
          onWiden={() => widen(around)}
          onTownLoaded={() => around.map.current?.flyTo(demoTown)}
        />
      ),
    },
    filters: useFilterParts(
      filters,
      setFilters,
      { signedIn: user !== null, isConfirmed: profile?.isConfirmed === true },
      summary,
    ),
    dialogs: (
      <>
        <PostDetail
          postId={openId}
          query={open}
          listed={posts?.find(({ id }) => id === openId)}
          user={user}
          from={position}
          onClose={selection.closeDetail}
        />
        <Posting around={around} />
      </>
    ),
  };
}

function widen({ map }: MapSurroundings): void {
  const view = map.current?.getView();
  if (view) map.current?.flyTo({ ...view, zoom: Math.max(1, view.zoom - widerZoomSteps) });
}

function useFilterParts(
  filters: Filters,
  setFilters: (filters: Filters) => void,
  { signedIn, isConfirmed }: { signedIn: boolean; isConfirmed: boolean },
  summary: string,
): KindFilters {
  const { t } = useTranslation();
  const ask = signedIn
    ? { label: t('discovery.genderConfirm'), onClick: requestIntroduction }
    : { label: t('discovery.genderSignIn'), onClick: () => startSignIn() };
  const beforeGender = isConfirmed ? null : ask;
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return {
    isOpen,
    open,
    panel: (
      <FilterPanel
        filters={filters}
        signedIn={signedIn}
        beforeGender={beforeGender}
        summary={summary}
        onChange={setFilters}
        onClose={() => setOpen(false)}
      />
    ),
    bar: (beside) => (
      <FilterBar filters={filters} onChange={setFilters} onOpen={open}>
        {beside}
      </FilterBar>
    ),
  };
}

/** The composer; its code comes when it is first opened. */
function Posting({ around }: { around: MapSurroundings }) {
  const composer = useComposer();
  if (!around.user || !composer.isUsed) return null;
  return (
    <PostingDialogs
      user={around.user}
      isOpen={composer.isOpen}
      begunOn={composer.begunOn}
      onOpenChange={composer.setOpen}
      onChangeDisplay={openSettings}
      onShow={around.showPlace}
    />
  );
}
