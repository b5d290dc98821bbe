import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LiveIndicator } from '#features/live/LiveIndicator.tsx';
import { BottomSheet, type SheetStop } from '#ui/BottomSheet.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import type { NamedKind } from './use-kinds.ts';

type Tab = NamedKind['name'];
type Panel = NamedKind['panel'];

interface MapPanelProps {
  tab: Tab;
  onTab(tab: Tab): void;
  tabs: readonly ({ value: Tab } & Pick<Panel, 'label' | 'count'>)[];
  shown: Panel;
}

const optionsOf = (tabs: MapPanelProps['tabs']) =>
  tabs.map(({ value, label, count }) => ({ value, label, count: count?.toString() }));

interface SummaryLineProps {
  shown: Pick<Panel, 'summary' | 'link' | 'make'>;
  children: ReactNode;
}

/** What the list is about, what else belongs into that line, and the way to one's own. */
function SummaryLine({ shown: { summary, link, make }, children }: SummaryLineProps) {
  return (
    <>
      <p className="sm t3">{summary}</p>
      <span className="row">
        {children}
        {link && (
          <Link className="sm tap" to={link.to}>
            {link.text}
          </Link>
        )}
        {make && (
          <Button kind="text" size="s" icon="plus" onClick={make.run}>
            {make.text}
          </Button>
        )}
      </span>
    </>
  );
}

interface SidePanelProps extends MapPanelProps {
  /** Only where there are keys to press. */
  onShortcuts?: (() => void) | undefined;
}

/** Beside the map: one kind of the things on it. */
export function SidePanel(props: SidePanelProps) {
  const { tab, onTab, tabs, shown, onShortcuts } = props;
  const { t } = useTranslation();
  return (
    <aside className="panel map-page-panel" aria-label={shown.label}>
      <h2 className="unseen">{shown.label}</h2>
      <div className="map-page-tabs">
        <Segmented label={t('rooms.shownInPanel')} value={tab} onChange={onTab} options={optionsOf(tabs)} />
      </div>
      <div className={shown.make ? 'row between wrap map-page-line' : 'row between map-page-line'}>
        <SummaryLine shown={shown}>
          <LiveIndicator />
          {onShortcuts && (
            <IconButton
              icon="keyboard"
              size="s"
              iconSize="s"
              label={t('map.shortcuts.title')}
              onClick={onShortcuts}
            />
          )}
        </SummaryLine>
      </div>
      <div className="map-page-list">{shown.content}</div>
    </aside>
  );
}

interface PanelSheetProps extends MapPanelProps {
  stop: SheetStop;
  onStop(stop: SheetStop): void;
}

/** The same from below on small screens, which show either the list or the map. */
export function PanelSheet(props: PanelSheetProps) {
  const { tab, onTab, tabs, shown, stop, onStop } = props;
  const { t } = useTranslation();
  const show = (value: Tab | 'map') => {
    if (value !== 'map') onTab(value);
    onStop(value === 'map' ? 'low' : stop === 'full' ? 'full' : 'half');
  };
  return (
    <BottomSheet
      label={shown.label}
      handleLabel={t('discovery.sheet')}
      stop={stop}
      onStop={onStop}
      header={
        <div className="map-page-switch">
          <Segmented
            label={t('discovery.shownOnSmall')}
            value={stop === 'low' ? 'map' : tab}
            onChange={show}
            options={[...optionsOf(tabs), { value: 'map', label: t('app.map'), icon: 'pin' }]}
          />
        </div>
      }
    >
      <div className="row between sm map-page-sheet-line">
        <SummaryLine shown={{ ...shown, make: undefined }}>
          <LiveIndicator />
        </SummaryLine>
      </div>
      {shown.content}
    </BottomSheet>
  );
}
