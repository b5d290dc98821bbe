import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceSearch } from '#features/places/PlaceSearch.tsx';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { useMeetingPoint } from '#map/use-meeting-point.ts';
import { useMediaQuery, useReducedMotion, useSmallScreen } from '#platform/device.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useShownTheme } from '#platform/theme.ts';
import type { SheetStop } from '#ui/BottomSheet.tsx';
import { Button } from '#ui/Button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { focusWhatIsThere } from '#ui/page-focus.ts';
import { LayerSwitch } from './LayerSwitch.tsx';
import { PanelSheet, SidePanel } from './MapPanel.tsx';
import { MeetingBar } from './MeetingBar.tsx';
import { useFoundPlace } from './use-found-place.ts';
import { useKeptNotice } from './use-kept-notice.ts';
import { clickPin, hoverPin, popoverOf, useKinds, usePins } from './use-kinds.ts';
import { useLocate } from './use-locate.ts';
import { useMapPadding } from './use-map-padding.ts';
import { useMapProvider } from './use-map-provider.ts';
import { useMapShortcuts } from './use-map-shortcuts.ts';
import { useMapTexts } from './use-map-texts.ts';
import { useMeetingPlace } from './use-meeting-place.ts';
import { usePanelTab } from './use-panel-tab.ts';
import { useSurroundings } from './use-surroundings.ts';
import './map-page.css';

// Without a map the list must still be about some place.
const MapCanvas = lazyPart(
  'MapCanvas',
  () => import('#map/MapCanvas.tsx'),
  (props) => props.onFailed?.(),
);
const ShortcutsDialog = lazyPart('ShortcutsDialog', () => import('./ShortcutsDialog.tsx'));

interface MapPageProps {
  /** The landing lies over it. */
  isCovered: boolean;
  /** Somebody came in from the landing, which had the focus. */
  wasEntered: boolean;
}

export function MapPage({ isCovered, wasEntered }: MapPageProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const theme = useShownTheme();
  const reducedMotion = useReducedMotion();
  const texts = useMapTexts();
  const isSmall = useSmallScreen();
  const hasMouse = useMediaQuery('(hover: hover)');
  const { createProvider, changeOver } = useMapProvider();
  const map = useRef<MapHandle>(null);
  const meeting = useMeetingPoint();
  // A small screen has no room for the list beside a place that was asked for.
  const [sheet, setSheet] = useState<SheetStop>(meeting.point ? 'low' : 'half');
  const padding = useMapPadding(sheet, { withBar: meeting.point !== null });
  const [tab, setTab] = usePanelTab();
  useKeptNotice();
  useEffect(() => {
    if (wasEntered) focusWhatIsThere();
  }, [wasEntered]);
  const makeRoomForMap = () => {
    if (isSmall) setSheet('low');
  };
  const { around, view, ownPosition } = useSurroundings({
    map,
    padding,
    createProvider,
    previewsRows: hasMouse && !isSmall,
    makeRoomForMap,
  });
  const kinds = useKinds(around, view.initial.isKnown);
  const current = kinds.find(({ name }) => name === tab) ?? kinds[0]!;
  const filters = current.filters ?? kinds.find((kind) => kind.filters)?.filters;
  const locate = useLocate(map);
  const shortcuts = useMapShortcuts({
    zoom: (steps) => (steps > 0 ? map.current?.zoomIn() : map.current?.zoomOut()),
    locate: () => void locate(),
    filter: () => filters?.open(),
  });
  const meetingPlace = useMeetingPlace(meeting.point);
  const found = useFoundPlace(map);
  const pins = usePins(kinds);
  const question = kinds.find((kind) => kind.question)?.question;
  const panel = {
    tab,
    onTab: setTab,
    tabs: kinds.map((kind) => ({ value: kind.name, ...kind.panel })),
    shown: current.panel,
  };
  return (
    <>
      <main className="map-page" data-layer="map-page" aria-label={t('app.map')} inert={isCovered}>
        {createProvider && (
          <MapCanvas
            createProvider={createProvider}
            onUseBuiltIn={changeOver}
            handle={map}
            initialView={view.initial.view}
            pins={pins}
            selectedPinId={kinds.find((kind) => kind.selectedPinId)?.selectedPinId ?? null}
            ownPosition={ownPosition}
            circle={kinds.find(({ circle }) => circle !== undefined)?.circle ?? meetingPlace.circle}
            mark={found.mark ?? meetingPlace.mark}
            cell={kinds.find(({ cell }) => cell)?.cell ?? null}
            language={language}
            theme={theme}
            reducedMotion={reducedMotion}
            padding={padding}
            texts={texts}
            popover={popoverOf(kinds)}
            controls={<LayerSwitch kinds={kinds} />}
            onMove={view.moved}
            onFailed={view.failed}
            onPinClick={(pin) => {
              clickPin(kinds, pin);
              // Small screens have no room for a popover between header and list.
              makeRoomForMap();
            }}
            onPinHover={(pin) => hoverPin(kinds, pin)}
            onMapClick={() => {
              found.dismiss();
              for (const kind of kinds) kind.dismiss();
            }}
            onLocate={() => void locate()}
          />
        )}
        {filters?.isOpen ? filters.panel : filters?.bar(<PlaceSearch map={map} onPick={found.goTo} />)}
        {isSmall && <PanelSheet {...panel} stop={sheet} onStop={setSheet} />}
        {isSmall && current.panel.make && (
          <Button
            kind="primary"
            icon="plus"
            className="map-page-make"
            data-layer="make-button"
            onClick={current.panel.make.run}
          >
            {current.panel.make.text}
          </Button>
        )}
        {!isSmall && !filters?.isOpen && (
          <SidePanel {...panel} onShortcuts={hasMouse ? shortcuts.open : undefined} />
        )}
        {meeting.point && !question && !filters?.isOpen && (
          <MeetingBar padding={padding} onDismiss={meeting.dismiss} />
        )}
        {question}
      </main>
      {kinds.map(({ name, dialogs }) => (
        <Fragment key={name}>{dialogs}</Fragment>
      ))}
      {shortcuts.isUsed && <ShortcutsDialog open={shortcuts.isOpen} onOpenChange={shortcuts.setOpen} />}
    </>
  );
}
