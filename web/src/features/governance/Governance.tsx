import { boardSize } from '@dazi/contract/governance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { BoardMembers } from './BoardMembers.tsx';
import { CommunityRules } from './CommunityRules.tsx';
import { useBoard, useResolutions } from './governance.api.ts';
import { Resolutions } from './Resolutions.tsx';
import { VotingRecords } from './VotingRecords.tsx';
import './governance.css';

export type GovernanceTab = 'rules' | 'board' | 'resolutions' | 'records';

interface GovernanceProps {
  /** What it opens on. */
  first: GovernanceTab;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Rules, board, resolutions and voting records, for everybody. */
export function Governance({ first, open, onOpenChange }: GovernanceProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('app.governance')}
      width="l"
      className="governance"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too */}
      <div
        onClick={(event) => {
          const isLink = event.target instanceof Element && event.target.closest('a') !== null;
          const opensHere = !(event.metaKey || event.ctrlKey || event.shiftKey);
          if (isLink && opensHere) onOpenChange(false);
        }}
      >
        <OpenGovernance first={first} />
      </div>
    </Dialog>
  );
}

function OpenGovernance({ first }: { first: GovernanceTab }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [tab, setTab] = useState<GovernanceTab>(first);
  const { data: board } = useBoard();
  const total = useResolutions().data?.pages[0]?.total;
  const boardLabel = board
    ? t('governance.boardCount', { number: board.length, size: boardSize })
    : t('governance.board');
  const resolutionsLabel =
    total === undefined ? t('governance.resolutions') : t('governance.resolutionsCount', { number: total });
  return (
    <Tabs<GovernanceTab>
      label={t('app.governance')}
      tabs={[
        { value: 'rules', label: t('governance.rules') },
        { value: 'board', label: boardLabel },
        { value: 'resolutions', label: resolutionsLabel },
        { value: 'records', label: t('governance.records') },
      ]}
      value={tab}
      onChange={setTab}
    >
      {tab === 'rules' && <CommunityRules />}
      {tab === 'board' && <BoardMembers user={user} />}
      {tab === 'resolutions' && <Resolutions user={user} />}
      {tab === 'records' && <VotingRecords />}
    </Tabs>
  );
}
