import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { metresOf } from '@dazi/contract/chat/rooms';
import type { Position } from '@dazi/contract/places/places';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoomDialogs } from '#app/chat/RoomDialogs.tsx';
import { RoomsPanel } from '#app/chat/RoomsPanel.tsx';
import { useRoomCreation } from '#app/chat/use-room-creation.ts';
import { useRoomSelection } from '#app/chat/use-room-selection.ts';
import { useNearbyOrigin, useShownRooms } from '#app/chat/use-shown-rooms.ts';
import { PostDetail } from '#app/posts/PostDetail.tsx';
import { PostsPanel } from '#app/posts/PostsPanel.tsx';
import { useComposer } from '#app/posts/use-composer.ts';
import { useFilters } from '#app/posts/use-filters.ts';
import { usePostSelection } from '#app/posts/use-post-selection.ts';
import { useShownPosts } from '#app/posts/use-shown-posts.ts';
import { useSummary } from '#app/posts/use-summary.ts';
import { openSettings } from '#app/shell/settings-opening.ts';
import { useStartRoom } from '#app/shell/use-start-room.ts';
import { radiusOf } from '#features/chat/rooms/room-draft.ts';
import { useRoom } from '#features/chat/rooms/rooms.api.ts';
import { useLiveMemberships } from '#features/chat/rooms/rooms.live.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { PlaceSearch } from '#features/places/PlaceSearch.tsx';
import type { FoundPlace } from '#features/places/places.api.ts';
import { FilterBar } from '#features/posts/post-views/FilterBar.tsx';
import { FilterPanel } from '#features/posts/post-views/FilterPanel.tsx';
import { countActive, noFilters } from '#features/posts/post-views/filters.ts';
import { usePost } from '#features/posts/posts/posts.api.ts';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { FOCUS_ZOOM, type MapCircle, type MapPin } from '#map/map-types.ts';
import { useMapView } from '#map/use-map-view.ts';
import { meetingRadius_m, useMeetingPoint } from '#map/use-meeting-point.ts';
import { useMediaQuery, useReducedMotion, useSmallScreen } from '#platform/device.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { isPositionDenied, isPositionInsecure, usePosition } from '#platform/location.ts';
import { useShownTheme } from '#platform/theme.ts';
import type { SheetStop } from '#ui/BottomSheet.tsx';
import { focusWhatIsThere } from '#ui/page-focus.ts';
import { showToast } from '#ui/toast-store.ts';
import { PanelSheet, type PanelTab, SidePanel } from './MapPanel.tsx';
import { MeetingBar } from './MeetingBar.tsx';
import { useFirstView } from './use-first-view.ts';
import { useKeptNotice } from './use-kept-notice.ts';
import { useMapPadding } from './use-map-padding.ts';
import { useMapProvider } from './use-map-provider.ts';
import { useMapShortcuts } from './use-map-shortcuts.ts';
import { useMapTexts } from './use-map-texts.ts';
import { usePins } from './use-pins.ts';
import { roomInView, usePopover } from './use-popover.tsx';
import './map-page.css';
import { lazyPart } from '#ui/lazy-part.ts';

// Without a map the list must still be about some place.
const MapCanvas = lazyPart(
  'MapCanvas',
  () => import('#map/MapCanvas.tsx'),
  (props) => props.onFailed?.(),
);
const PostingDialogs = lazyPart('PostingDialogs', () => import('#app/posts/PostingDialogs.tsx'));
const PlacePicker = lazyPart('PlacePicker', () => import('./PlacePicker.tsx'));
const ShortcutsDialog = lazyPart('ShortcutsDialog', () => import('./ShortcutsDialog.tsx'));

const locateZoom = 14;
const widerZoomSteps = 3;
/** Where the demo town stands, and from how near its streets are seen. */
const demoTown = { latitude: 37.7699, longitude: -122.4468, zoom: 14 };

/** From where a town of that size is seen as a whole. */
const townZoom = (population: number) => (population > 1_000_000 ? 11 : population > 50_000 ? 12 : 13);

interface MapPageProps {
  /** The landing lies over it. */
  isCovered: boolean;
  /** Somebody came in from the landing, which had the focus. */
  wasEntered: boolean;
}

/** The map fills the page; everything else floats over it. */
export function MapPage({ isCovered, wasEntered }: MapPageProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const language = useLanguage();
  const theme = useShownTheme();
  const reducedMotion = useReducedMotion();
  const isSmall = useSmallScreen();
  const hasMouse = useMediaQuery('(hover: hover)');
  const texts = useMapTexts();
  const { createProvider, changeOver } = useMapProvider();
  const { position, centre, accuracy_metres, isAwaited, request } = usePosition();
  const ownPosition = useMemo(
    () => position && { ...position, radius_m: accuracy_metres ?? 0 },
    [position, accuracy_metres],
  );
  const map = useRef<MapHandle>(null);
  const { initial, shown, moved, failed } = useMapView(centre, position);
  const [filters, setFilters] = useFilters(user !== null);
  /** Null before they were opened the first time. */
  const [filtersOpen, setFiltersOpen] = useState<boolean | null>(null);
  const meeting = useMeetingPoint();
  // A small screen has no room for the list beside a place that was asked for.
  const [sheet, setSheet] = useState<SheetStop>(meeting.point ? 'low' : 'half');
  const padding = useMapPadding(sheet, { withBar: meeting.point !== null });
  const [tab, setTab] = useState<PanelTab>('posts');
  const selection = usePostSelection();
  const roomSelection = useRoomSelection();
  const composer = useComposer();
  const creation = useRoomCreation();
  const startRoom = useStartRoom(true);
  useKeptNotice();
  useEffect(() => {
    if (wasEntered) focusWhatIsThere();
  }, [wasEntered]);
  useLiveMemberships(user?.id ?? null);
  const filtered = countActive(filters) > 0;

  const open = usePost(selection.openId);
  const origin = useNearbyOrigin(centre);
  // From where the list counts too, so that both say the same.
  const countedFrom = position && origin;
  const { detailId, managedId } = roomSelection;
  const openRoom = useRoom(detailId ?? managedId, detailId === null ? null : countedFrom);
  const linked = open.data?.location ?? openRoom.data;
  const lookedAt = useFirstView({ map, shown, isKnown: initial.isKnown, position, isAwaited, linked });
  const {
    list,
    posts: known,
    seenAt,
    counts,
    cells,
  } = useShownPosts(lookedAt, filters, centre, open.data, user?.id ?? null);
  const posts = known?.posts;
  const { near, rooms, listed, elsewhere } = useShownRooms(lookedAt, isAwaited ? null : origin, cells);
  const pins = usePins(posts, counts, rooms, [selection.selectedId, selection.previewId, selection.openId]);
  const showRoom = (room: NearbyRoom) => {
    if (room.chatRoom) roomSelection.open(room.chatRoom.id);
    else showToast({ type: 'error', message: t('rooms.detail.notLinked') });
  };
  const popover = usePopover({
    selection,
    posts,
    roomSelection,
    rooms,
    onOpenRoom: showRoom,
    user,
    from: position,
  });

  const showPlace = useCallback((place: Position) => map.current?.flyTo({ ...place, zoom: FOCUS_ZOOM }), []);
  const goTo = ({ latitude, longitude, population }: FoundPlace) =>
    map.current?.flyTo({
      latitude,
      longitude,
      zoom: population === null ? FOCUS_ZOOM : townZoom(population),
    });
  const locate = async () => {
    const here = await request();
    if (here) map.current?.flyTo({ ...here, zoom: locateZoom });
    else
      showToast({
        type: 'info',
        message: isPositionInsecure()
          ? t('ui.positionInsecure')
          : t(isPositionDenied() ? 'map.locationOff' : 'map.locationUnavailable'),
      });
  };
  const clickPin = (pin: MapPin) => {
    if (pin.kind === 'room') {
      const room = rooms.find(({ id }) => id === pin.id);
      selection.select(null);
      if (room && pin.id === roomSelection.selectedId) showRoom(room);
      else roomSelection.select(pin.id);
    } else {
      roomSelection.select(null);
      if (pin.id === selection.selectedId) selection.open(pin.id);
      else selection.select(pin.id);
    }
    // Small screens have no room for a popover between header and list.
    if (isSmall) setSheet('low');
  };
  const hoverPin = (pin: MapPin | null) => {
    if (pin?.kind === 'room') {
      roomSelection.preview(pin.id);
      return;
    }
    if (pin) roomSelection.endPreview();
    else roomSelection.preview(null);
    selection.preview(pin?.id ?? null);
  };
  const placeRoom = () => {
    const view = map.current?.getView();
    if (view) creation.change({ place: { latitude: view.latitude, longitude: view.longitude } });
    creation.setState('open');
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

  const summary = useSummary(known, counts, list.isError, seenAt);
  const roomSummary = t(position ? 'rooms.reachingYou' : 'rooms.reachingFallback');
  const circle = useCircle({
    room: roomInView({ roomSelection }, rooms),
    creation,
    position,
    centre: shown?.view,
    meetingPoint: meeting.point,
  });
  const mark = useMemo(
    () => meeting.point && { ...meeting.point, label: t('map.meeting.title') },
    [meeting.point, t],
  );
  const panelProps = {
    tab,
    onTab: setTab,
    counts: { posts: posts?.length, groups: listed?.length },
    summary: tab === 'posts' ? summary : roomSummary,
    signedIn: user !== null,
    children:
      tab === 'posts' ? (
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
      ) : (
        <RoomsPanel
          rooms={listed}
          elsewhere={elsewhere}
          failed={near.isError}
          user={user}
          located={position !== null}
          selectedId={roomSelection.selectedId}
          onOpen={showRoom}
          {...(hasMouse && { onHover: (room) => roomSelection.preview(room?.id ?? null) })}
          onRetry={() => void near.refetch()}
          onCreate={startRoom}
          onGoTo={showPlace}
        />
      ),
  };
  const isPlacing = creation.state === 'placing';

  return (
    <>
      <main className="map-page" aria-label={t('app.map')} inert={isCovered}>
        {createProvider && (
          <MapCanvas
            createProvider={createProvider}
            onUseBuiltIn={changeOver}
            handle={map}
            initialView={initial.view}
            pins={pins}
            selectedPinId={selection.selectedId ?? roomSelection.selectedId}
            ownPosition={ownPosition}
            circle={circle}
            mark={mark}
            language={language}
            theme={theme}
            reducedMotion={reducedMotion}
            padding={padding}
            texts={texts}
            popover={popover}
            onMove={moved}
            onFailed={failed}
            onPinClick={clickPin}
            onPinHover={hoverPin}
            onMapClick={() => {
              selection.select(null);
              roomSelection.dismiss();
            }}
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
        {isSmall && <PanelSheet {...panelProps} stop={sheet} onStop={setSheet} />}
        {!isSmall && !filtersOpen && (
          <SidePanel {...panelProps} onShortcuts={hasMouse ? shortcuts.open : undefined} />
        )}
        {meeting.point && !isPlacing && !filtersOpen && (
          <MeetingBar padding={padding} onDismiss={meeting.dismiss} />
        )}
        {isPlacing && (
          <PlacePicker padding={padding} onPick={placeRoom} onCancel={() => creation.setState('open')} />
        )}
      </main>
      <PostDetail
        postId={selection.openId}
        query={open}
        listed={posts?.find(({ id }) => id === selection.openId)}
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
      <RoomDialogs
        user={user}
        from={countedFrom}
        selection={roomSelection}
        creation={creation}
        onChoosePlace={() => {
          creation.setState('placing');
          if (isSmall) setSheet('low');
        }}
        onCreated={(room) => {
          showPlace(room);
          roomSelection.select(room.conversationId);
          if (isSmall) setSheet('low');
        }}
      />
      {shortcuts.isUsed && <ShortcutsDialog open={shortcuts.isOpen} onOpenChange={shortcuts.setOpen} />}
    </>
  );
}

interface CircleInput {
  /** The room somebody looks at. */
  room: NearbyRoom | undefined;
  creation: ReturnType<typeof useRoomCreation>;
  position: Position | null;
  /** The middle of the map. */
  centre: Position | undefined;
  meetingPoint: Position | null;
}

/** The reach of the room that is being made, or of the one somebody looks at; else about where people meet. */
function useCircle({ room, creation, position, centre, meetingPoint }: CircleInput): MapCircle | null {
  const { state, draft } = creation;
  const isMaking = state !== 'closed';
  const place = isMaking
    ? state === 'placing'
      ? centre
      : (draft.place ?? position)
    : (room ?? meetingPoint);
  const miles = isMaking ? radiusOf(draft) : (room?.joinRadius ?? null);
  const isMeeting = !isMaking && !room && meetingPoint !== null;
  const radius_m = isMeeting ? meetingRadius_m : miles === null ? null : metresOf(miles);
  const { latitude, longitude } = place ?? { latitude: null, longitude: null };
  return useMemo(
    () =>
      latitude === null || longitude === null || radius_m === null ? null : { latitude, longitude, radius_m },
    [latitude, longitude, radius_m],
  );
}
