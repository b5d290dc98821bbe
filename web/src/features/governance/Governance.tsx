import { boardSize } from '@dazi/contract/governance/governance.rules';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { BoardMembers } from './BoardMembers.tsx';
import { CommunityRules } from './CommunityRules.tsx';
import { useBoard, useResolutions } from './governance.api.ts';
import { useGovernanceNews } from './governance.live.ts';
import { type GovernanceTab, placeIn } from './governance-place.ts';
import type { MotionAction } from './MotionCard.tsx';
import { Resolutions } from './Resolutions.tsx';
import { VotingRecords } from './VotingRecords.tsx';
import './governance.css';

interface PlaceProps {
  /** Where one is in it, as the address names it. */
  place: string;
  onMove(place: string): void;
  /** What else can be done about a motion. */
  motionAction: MotionAction;
}

interface GovernanceProps extends PlaceProps {
  open: boolean;
  onClose(): void;
}

export function Governance({ open, onClose, ...places }: GovernanceProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('app.governance')}
      width="l"
      className="governance"
    >
      <OpenGovernance {...places} />
    </Dialog>
  );
}

function OpenGovernance({ place, onMove, motionAction }: PlaceProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  useGovernanceNews();
  const at = placeIn(place);
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
      value={at.tab}
      onChange={onMove}
    >
      {at.tab === 'rules' && <CommunityRules />}
      {at.tab === 'board' && <BoardMembers user={user} />}
      {at.tab === 'resolutions' && (
        <Resolutions user={user} place={place} action={motionAction} onMove={onMove} />
      )}
      {at.tab === 'records' && <VotingRecords />}
    </Tabs>
  );
}
