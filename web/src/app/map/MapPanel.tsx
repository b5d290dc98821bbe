import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LiveIndicator } from '#features/live/LiveIndicator.tsx';
import { BottomSheet, type SheetStop } from '#ui/BottomSheet.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';

export type PanelTab = 'posts' | 'groups';

interface MapPanelProps {
  tab: PanelTab;
  onTab(tab: PanelTab): void;
  /** How many of each are listed; undefined as long as nothing is known. */
  counts: Record<PanelTab, number | undefined>;
  /** What the list is about. */
  summary: string;
  /** Whether somebody is signed in who has posts of their own. */
  signedIn: boolean;
  children: ReactNode;
}

function SummaryLine({ tab, summary, signedIn, children }: Omit<MapPanelProps, 'onTab' | 'counts'>) {
  const { t } = useTranslation();
  return (
    <>
      <p className="sm t3">{summary}</p>
      <span className="row">
        {children}
        {signedIn && tab === 'posts' && (
          <Link className="sm" to="/my-posts">
            {t('app.myPosts.title')}
          </Link>
        )}
      </span>
    </>
  );
}

interface SidePanelProps extends MapPanelProps {
  /** Only where there are keys to press. */
  onShortcuts?: (() => void) | undefined;
}

/** Beside the map: the posts or the groups. */
export function SidePanel(props: SidePanelProps) {
  const { tab, onTab, counts, onShortcuts, children } = props;
  const { t } = useTranslation();
  return (
    <aside className="panel posts-panel" aria-label={t(tab === 'posts' ? 'discovery.posts' : 'rooms.groups')}>
      <h2 className="unseen">{t(tab === 'posts' ? 'discovery.posts' : 'rooms.groups')}</h2>
      <div className="panel-tabs">
        <Segmented
          label={t('rooms.shownInPanel')}
          value={tab}
          onChange={onTab}
          options={[
            { value: 'posts', label: t('discovery.posts'), count: counts.posts?.toString() },
            { value: 'groups', label: t('rooms.groups'), count: counts.groups?.toString() },
          ]}
        />
      </div>
      <div className="row between panel-line">
        <SummaryLine {...props}>
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
      <div className="panel-list">{children}</div>
    </aside>
  );
}

interface PanelSheetProps extends MapPanelProps {
  stop: SheetStop;
  onStop(stop: SheetStop): void;
}

/** The same from below on small screens, which show either the list or the map. */
export function PanelSheet(props: PanelSheetProps) {
  const { tab, onTab, counts, stop, onStop, children } = props;
  const { t } = useTranslation();
  const show = (value: PanelTab | 'map') => {
    if (value !== 'map') onTab(value);
    onStop(value === 'map' ? 'low' : stop === 'full' ? 'full' : 'half');
  };
  return (
    <BottomSheet
      label={t(tab === 'posts' ? 'discovery.posts' : 'rooms.groups')}
      handleLabel={t('discovery.sheet')}
      stop={stop}
      onStop={onStop}
      header={
        <div className="panel-head">
          <Segmented
            label={t('discovery.shownOnSmall')}
            value={stop === 'low' ? 'map' : tab}
            onChange={show}
            options={[
              { value: 'posts', label: t('discovery.posts'), count: counts.posts?.toString() },
              { value: 'groups', label: t('rooms.groups'), count: counts.groups?.toString() },
              { value: 'map', label: t('app.map'), icon: 'pin' },
            ]}
          />
        </div>
      }
    >
      <div className="row between sm sheet-line">
        <SummaryLine {...props}>
          <LiveIndicator />
        </SummaryLine>
      </div>
      {children}
    </BottomSheet>
  );
}
