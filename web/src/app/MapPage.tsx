import type { Position } from '@dazi/contract/places';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PostDetail } from '#app/PostDetail.tsx';
import { PostsPanel } from '#app/PostsPanel.tsx';
import { openSettings } from '#app/settings-opening.ts';
import { useComposer } from '#app/use-composer.ts';
import { useFilters } from '#app/use-filters.ts';
import { useFirstView } from '#app/use-first-view.ts';
import { useMapPadding } from '#app/use-map-padding.ts';
import { useMapProvider } from '#app/use-map-provider.ts';
import { useMapShortcuts } from '#app/use-map-shortcuts.ts';
import { useMapTexts } from '#app/use-map-texts.ts';
import { useMapView } from '#app/use-map-view.ts';
import { usePins } from '#app/use-pins.ts';
import { usePopover } from '#app/use-popover.tsx';
import { usePostSelection } from '#app/use-post-selection.ts';
import { useShownPosts } from '#app/use-shown-posts.ts';
import { useSummary } from '#app/use-summary.ts';
import { FilterBar } from '#features/discovery/FilterBar.tsx';
import { FilterPanel } from '#features/discovery/FilterPanel.tsx';
import { countActive, noFilters } from '#features/discovery/filters.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { LiveIndicator } from '#features/live/LiveIndicator.tsx';
import { PlaceSearch } from '#features/places/PlaceSearch.tsx';
import type { FoundPlace } from '#features/places/places.api.ts';
import { usePost } from '#features/posts/posts.api.ts';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { FOCUS_ZOOM, type MapPin } from '#map/map-types.ts';
import { useMediaQuery, useReducedMotion, useSmallScreen } from '#platform/device.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { usePosition } from '#platform/location.ts';
import { useShownTheme } from '#platform/theme.ts';
import { BottomSheet, type SheetStop } from '#ui/BottomSheet.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import './map-page.css';
import { lazyPart } from '#platform/lazy-part.ts';

// Without a map the list must still be about some place.
const MapCanvas = lazyPart(
  'MapCanvas',
  () => import('#map/MapCanvas.tsx'),
  (props) => props.onFailed?.(),
);
const PostingDialogs = lazyPart('PostingDialogs', () => import('#app/PostingDialogs.tsx'));
const ShortcutsDialog = lazyPart('ShortcutsDialog', () => import('#app/ShortcutsDialog.tsx'));

const locateZoom = 14;
const widerZoomSteps = 3;
/** Where the demo town stands, and from how near its streets are seen. */
const demoTown = { latitude: 37.7699, longitude: -122.4468, zoom: 14 };

/** From where a town of that size is seen as a whole. */
const townZoom = (population: number) => (population > 1_000_000 ? 11 : population > 50_000 ? 12 : 13);

/** The map fills the page; everything else floats over it. */
export function MapPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const language = useLanguage();
  const theme = useShownTheme();
  const reducedMotion = useReducedMotion();
  const isSmall = useSmallScreen();
  const hasMouse = useMediaQuery('(hover: hover)');
  const texts = useMapTexts();
  const { createProvider, changeOver } = useMapProvider();
  const { position, centre, accuracy_metres, request } = usePosition();
  const ownPosition = useMemo(
    () => position && { ...position, radius_m: accuracy_metres ?? 0 },
    [position, accuracy_metres],
  );
  const map = useRef<MapHandle>(null);
  const { initial, shown, moved, failed } = useMapView(centre);
  const [filters, setFilters] = useFilters(user !== null);
  /** Null before they were opened the first time. */
  const [filtersOpen, setFiltersOpen] = useState<boolean | null>(null);
  const [sheet, setSheet] = useState<SheetStop>('half');
  const padding = useMapPadding(sheet);
  const selection = usePostSelection();
  const composer = useComposer();
  const filtered = countActive(filters) > 0;

  const open = usePost(selection.openId);
  const { list, counts } = useShownPosts(shown, filters, centre, open.data);
  const posts = list.data?.posts;
  const pins = usePins(posts, counts, [selection.selectedId, selection.previewId, selection.openId]);
  const popover = usePopover({ selection, posts, user, from: position });
  useFirstView({ map, isReady: shown !== null, isKnown: initial.isKnown, position, linked: open.data });

  const showPlace = useCallback((place: Position) => map.current?.flyTo({ ...place, zoom: FOCUS_ZOOM }), []);
  const goTo = ({ latitude, longitude, population }: FoundPlace) =>
    map.current?.flyTo({ latitude, longitude, zoom: townZoom(population) });
  const locate = async () => {
    const here = await request();
    if (here) map.current?.flyTo({ ...here, zoom: locateZoom });
    else showToast({ type: 'info', message: t('map.locationOff') });
  };
  const clickPin = (pin: MapPin) => {
    if (pin.id === selection.selectedId) selection.open(pin.id);
    else selection.select(pin.id);
    // Small screens have no room for a popover between header and list.
    if (isSmall) setSheet('low');
  };
  const shortcuts = useMapShortcuts({
    zoom: (steps) => (steps > 0 ? map.current?.zoomIn() : map.current?.zoomOut()),
    locate: () => void locate(),
    filter: () => setFiltersOpen(true),
  });
  const widen = () => {
    const view = map.current?.getView();
    if (view) map.current?.flyTo({ ...view, zoom: Math.max(1, view.zoom - widerZoomSteps) });
  };

  const count = posts?.length ?? 0;
  const summary = useSummary(list.data, counts);
  const ownPosts = user && (
    <Link className="sm" to="/my-posts">
      {t('app.myPosts.title')}
    </Link>
  );
  const panel = (
    <PostsPanel
      posts={posts}
      failed={list.isError}
      filtered={filtered}
      user={user}
      from={position}
      selectedId={selection.selectedId}
      onOpen={(post) => selection.open(post.id)}
      {...(hasMouse && { onHover: (post) => selection.preview(post?.id ?? null) })}
      onRetry={() => void list.refetch()}
      onClearFilters={() => setFilters(noFilters)}
      onWiden={widen}
      onTownLoaded={() => map.current?.flyTo(demoTown)}
    />
  );

  return (
    <>
      <main className="map-page" aria-label={t('app.map')}>
        {createProvider && (
          <MapCanvas
            createProvider={createProvider}
            onUseBuiltIn={changeOver}
            handle={map}
            initialView={initial.view}
            pins={pins}
            selectedPinId={selection.selectedId}
            ownPosition={ownPosition}
            language={language}
            theme={theme}
            reducedMotion={reducedMotion}
            padding={padding}
            texts={texts}
            popover={popover}
            onMove={moved}
            onFailed={failed}
            onPinClick={clickPin}
            onPinHover={(pin) => selection.preview(pin?.id ?? null)}
            onMapClick={() => selection.select(null)}
            onLocate={() => void locate()}
          />
        )}
        {filtersOpen ? (
          <FilterPanel
            filters={filters}
            signedIn={user !== null}
            summary={summary}
            onChange={setFilters}
            onClose={() => setFiltersOpen(false)}
          />
        ) : (
          <FilterBar
            filters={filters}
            refocus={filtersOpen === false}
            onChange={setFilters}
            onOpen={() => setFiltersOpen(true)}
          >
            <PlaceSearch onPick={goTo} />
          </FilterBar>
        )}
        {isSmall && (
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
                    { value: 'posts', label: t('discovery.posts'), icon: 'post', count: String(count) },
                    { value: 'map', label: t('app.map'), icon: 'pin' },
                  ]}
                />
              </div>
            }
          >
            <div className="row between sm sheet-line">
              <p className="t3">{summary}</p>
              <span className="row">
                <LiveIndicator />
                {ownPosts}
              </span>
            </div>
            {panel}
          </BottomSheet>
        )}
        {!isSmall && !filtersOpen && (
          <aside className="panel posts-panel" aria-label={t('discovery.posts')}>
            <div className="row between panel-line">
              <h2>{t('discovery.posts')}</h2>
              <span className="row">
                <LiveIndicator />
                {hasMouse && (
                  <IconButton
                    icon="keyboard"
                    size="s"
                    iconSize="s"
                    label={t('map.shortcuts.title')}
                    onClick={shortcuts.open}
                  />
                )}
              </span>
            </div>
            <div className="row between panel-line">
              <p className="sm t3">{summary}</p>
              {ownPosts}
            </div>
            <div className="panel-list">{panel}</div>
          </aside>
        )}
      </main>
      <PostDetail
        postId={selection.openId}
        query={open}
        user={user}
        from={position}
        onClose={selection.closeDetail}
      />
      {user && composer.isUsed && (
        <PostingDialogs
          user={user}
          isOpen={composer.isOpen}
          begunOn={composer.begunOn}
          onOpenChange={composer.setOpen}
          onChangeDisplay={openSettings}
          onShow={showPlace}
        />
      )}
      {shortcuts.isUsed && <ShortcutsDialog open={shortcuts.isOpen} onOpenChange={shortcuts.setOpen} />}
    </>
  );
}
