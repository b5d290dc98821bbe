import { areasOf, areaZoom } from '@dazi/contract/cells';
import { boxContains, type Position } from '@dazi/contract/places';
import type { Post } from '@dazi/contract/posts';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '#app/AppHeader.tsx';
import { PostDetail } from '#app/PostDetail.tsx';
import { PostPopover } from '#app/PostPopover.tsx';
import { PostsPanel } from '#app/PostsPanel.tsx';
import { openSettings } from '#app/settings-opening.ts';
import { useComposer } from '#app/use-composer.ts';
import { useMapTexts } from '#app/use-map-texts.ts';
import { useMapView } from '#app/use-map-view.ts';
import { usePostSelection } from '#app/use-post-selection.ts';
import { mapListKey, useMapPosts } from '#features/discovery/discovery.api.ts';
import { useLivePosts } from '#features/discovery/discovery.live.ts';
import { FilterBar } from '#features/discovery/FilterBar.tsx';
import { FilterPanel } from '#features/discovery/FilterPanel.tsx';
import { countActive, type Filters, filterQuery, noFilters } from '#features/discovery/filters.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { LiveIndicator } from '#features/live/LiveIndicator.tsx';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { DEFAULT_VIEW, FOCUS_ZOOM, type MapPin } from '#map/map-types.ts';
import { useMediaQuery, useReducedMotion, useSmallScreen } from '#platform/device.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { usePosition } from '#platform/location.ts';
import type { Language } from '#platform/storage.ts';
import { useShownTheme } from '#platform/theme.ts';
import { useNow } from '#platform/time.ts';
import { BottomSheet, type SheetStop } from '#ui/BottomSheet.tsx';
import { guessLanguage } from '#ui/guess-language.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import './map-page.css';

const MapCanvas = lazy(async () => ({ default: (await import('#map/MapCanvas.tsx')).MapCanvas }));
const PostingDialogs = lazy(async () => ({
  default: (await import('#app/PostingDialogs.tsx')).PostingDialogs,
}));

const sheetHeights = { low: 96, half: 0.46 };
/** The Post button stands above the sheet. */
const postButton_px = 60;
const widerZoomSteps = 3;

/** The map fills the page; everything else floats over it. */
export function MapPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const language = useLanguage();
  const theme = useShownTheme();
  const reducedMotion = useReducedMotion();
  const isSmall = useSmallScreen();
  const hasMouse = useMediaQuery('(hover: hover)');
  const isWide = useMediaQuery('(width >= 1024px)');
  const texts = useMapTexts();
  const { position, centre, accuracy_metres, request } = usePosition();
  const map = useRef<MapHandle>(null);
  const { initial, shown, moved } = useMapView();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [sheet, setSheet] = useState<SheetStop>('half');
  const selection = usePostSelection();
  const composer = useComposer();
  const active = countActive(filters);

  const minute = Math.floor(useNow() / 60_000) * 60_000;
  const query = useMemo(() => filterQuery(filters, centre, minute), [filters, centre, minute]);
  const list = useMapPosts(shown?.bounds ?? null, query);
  const posts = list.data?.posts;
  const cells = useMemo(
    () => (shown && shown.view.zoom >= areaZoom ? areasOf(shown.bounds, shown.view) : null),
    [shown],
  );
  const live = useMemo(
    () => ({
      key: shown && mapListKey(shown.bounds, query),
      accepts: active > 0 ? null : (post: Post) => shown !== null && boxContains(shown.bounds, post.location),
    }),
    [shown, query, active],
  );
  useLivePosts(cells, live);

  // The first position that becomes known moves a map that was not somewhere else already.
  const follow = useRef(!initial.isKnown);
  useEffect(() => {
    if (!follow.current || !position || !shown) return;
    follow.current = false;
    map.current?.flyTo({ ...position, zoom: DEFAULT_VIEW.zoom });
  }, [position, shown]);

  const locate = useCallback(async () => {
    const here = await request();
    if (here) map.current?.flyTo({ ...here, zoom: FOCUS_ZOOM - 2 });
    else showToast({ type: 'info', message: t('map.locationOff') });
  }, [request, t]);

  const pins = useMemo<MapPin[]>(
    () =>
      (posts ?? []).map((post) => ({
        id: post.id,
        kind: 'post',
        latitude: post.location.latitude,
        longitude: post.location.longitude,
        hasMedia: post.media.length > 0,
        label: pinLabel(post, t),
        ...languageOf(post.content, language),
      })),
    [posts, t, language],
  );
  const postOf = (id: string | null) => posts?.find((post) => post.id === id);

  const shownId = selection.selectedId ?? selection.previewId;
  const popoverPost = selection.openId === null ? postOf(shownId) : undefined;
  const popover = popoverPost && {
    pinId: popoverPost.id,
    label: t('posts.by', { name: popoverPost.user.name }),
    isPreview: selection.selectedId === null,
    content: (
      <PostPopover
        post={popoverPost}
        user={user}
        from={position}
        preview={selection.selectedId === null}
        onOpen={() => selection.open(popoverPost.id)}
        onClose={() => selection.select(null)}
      />
    ),
    onClose: () => {
      selection.select(null);
      selection.preview(null);
    },
    onHover: (inside: boolean) => (inside ? selection.keepPreview() : selection.preview(null)),
  };

  const clickPin = (pin: MapPin) => {
    if (pin.id === selection.selectedId) selection.open(pin.id);
    else selection.select(pin.id);
  };
  const widen = () => {
    const view = map.current?.getView();
    if (view) map.current?.flyTo({ ...view, zoom: Math.max(1, view.zoom - widerZoomSteps) });
  };
  const padding = useMemo(() => {
    if (!isSmall) return { top: 80, right: 12, bottom: 12, left: (isWide ? 384 : 320) + 24 };
    const height = sheet === 'low' ? sheetHeights.low : window.innerHeight * sheetHeights.half;
    return { top: 122, right: 0, bottom: height + postButton_px, left: 0 };
  }, [isSmall, isWide, sheet]);

  const summary = posts
    ? t(list.data?.nextCursor ? 'discovery.newestCount' : 'discovery.count', { count: posts.length })
    : t('ui.loading');
  const panel = (
    <PostsPanel
      posts={posts}
      failed={list.isError}
      filtered={active > 0}
      user={user}
      from={position}
      selectedId={selection.selectedId}
      onOpen={(post) => selection.open(post.id)}
      {...(hasMouse && { onHover: (post) => selection.preview(post?.id ?? null) })}
      onRetry={() => void list.refetch()}
      onClearFilters={() => setFilters(noFilters)}
      onWiden={widen}
    />
  );

  return (
    <>
      <AppHeader floating onPost={composer.open} />
      <main className="map-page" aria-label={t('app.map')}>
        <Suspense fallback={null}>
          <MapCanvas
            handle={map}
            initialView={initial.view}
            pins={pins}
            selectedPinId={selection.selectedId}
            ownPosition={position && { ...position, radius_m: accuracy_metres ?? 0 }}
            language={language}
            theme={theme}
            reducedMotion={reducedMotion}
            padding={padding}
            texts={texts}
            popover={popover ?? null}
            onMove={moved}
            onPinClick={clickPin}
            onPinHover={(pin) => selection.preview(pin?.id ?? null)}
            onMapClick={() => selection.select(null)}
            onLocate={() => void locate()}
          />
        </Suspense>
        {filtersOpen ? (
          <FilterPanel
            filters={filters}
            signedIn={user !== null}
            summary={summary}
            onChange={setFilters}
            onClose={() => setFiltersOpen(false)}
          />
        ) : (
          <FilterBar filters={filters} onChange={setFilters} onOpen={() => setFiltersOpen(true)} />
        )}
        {isSmall ? (
          <BottomSheet
            label={t('discovery.posts')}
            handleLabel={t('discovery.sheet')}
            stop={sheet}
            onStop={setSheet}
            header={
              <div className="panel-head">
                <Segmented
                  label={t('discovery.shownOnSmall')}
                  value={sheet === 'low' ? 'map' : 'posts'}
                  onChange={(value) => setSheet(value === 'map' ? 'low' : 'half')}
                  options={[
                    {
                      value: 'posts',
                      label: t('discovery.posts'),
                      icon: 'post',
                      count: String(posts?.length ?? ''),
                    },
                    { value: 'map', label: t('app.map'), icon: 'pin' },
                  ]}
                />
              </div>
            }
          >
            {panel}
          </BottomSheet>
        ) : (
          !filtersOpen && (
            <aside className="panel posts-panel" aria-label={t('discovery.posts')}>
              <div className="row between panel-line">
                <h2>{t('discovery.posts')}</h2>
                <LiveIndicator />
              </div>
              <p className="sm t3 panel-line">{summary}</p>
              <div className="panel-list">{panel}</div>
            </aside>
          )
        )}
      </main>
      <PostDetail
        postId={selection.openId}
        known={postOf(selection.openId)}
        user={user}
        from={position}
        onClose={selection.closeDetail}
      />
      {user && composer.isUsed && (
        <Suspense fallback={null}>
          <PostingDialogs
            user={user}
            isOpen={composer.isOpen}
            onOpenChange={composer.setOpen}
            onChangeDisplay={openSettings}
            onShow={(place: Position) => map.current?.flyTo({ ...place, zoom: FOCUS_ZOOM - 2 })}
          />
        </Suspense>
      )}
    </>
  );
}

function languageOf(text: string, language: Language): Pick<MapPin, 'labelLanguage'> {
  const labelLanguage = guessLanguage(text, language);
  return labelLanguage ? { labelLanguage } : {};
}

function pinLabel(post: Post, t: (key: 'map.post' | 'map.postWithMedia', parts: { name: string }) => string) {
  const label = t(post.media.length > 0 ? 'map.postWithMedia' : 'map.post', { name: post.user.name });
  return post.content ? `${label}: ${post.content.slice(0, 80)}` : label;
}
