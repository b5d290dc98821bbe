import { meetingPoint } from '@dazi/contract/mini-apps/meeting-point.rules';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { AppStatus } from '../../AppStatus.tsx';
import type { AppViewProps, CardViewProps, MiniAppKind } from '../../app-kind.ts';
import { Faces } from '../../Faces.tsx';
import { MeetingPointResult } from './MeetingPointResult.tsx';
import { MeetingPointView } from './MeetingPointView.tsx';

function StatusLine({ miniApp }: Pick<AppViewProps, 'miniApp'>) {
  const { t } = useTranslation();
  return (
    <AppStatus
      miniApp={miniApp}
      nobody={t('miniApps.meeting.nobody')}
      counted={(numbers) => t('miniApps.meeting.count', { ...numbers })}
    />
  );
}

function MeetingPointCard({ miniApp, onOpen }: CardViewProps) {
  const { t } = useTranslation();
  const { can, hasParticipated, isActive } = miniApp;
  const mayShare = can.participate && !hasParticipated;
  return (
    <div className="mini-apps-foot">
      <Faces miniApp={miniApp} />
      <Button size="s" kind={mayShare ? 'primary' : 'quiet'} onClick={() => onOpen()}>
        {t(isActive ? 'miniApps.meeting.open' : 'miniApps.quiz.results')}
      </Button>
    </div>
  );
}

export const meetingPointApp: MiniAppKind = {
  definition: meetingPoint,
  texts: 'meeting-point',
  tint: 'info',
  drawing: (
    <>
      <path d="M12 21s-6.500-5.700-6.500-11a6.500 6.500 0 0 1 13 0c0 5.300-6.500 11-6.500 11Z" />
      <circle cx="12" cy="10" r="2.300" />
    </>
  ),
  inDialog: false,
  StatusLine,
  CardView: MeetingPointCard,
  AppView: MeetingPointView,
  ResultView: MeetingPointResult,
};
