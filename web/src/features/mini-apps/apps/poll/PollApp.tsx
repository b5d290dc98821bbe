import { poll } from '@dazi/contract/mini-apps/poll.rules';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { AppStatus } from '../../AppStatus.tsx';
import type { AppViewProps, CardViewProps, MiniAppKind } from '../../app-kind.ts';
import { Faces } from '../../Faces.tsx';
import { PollForm } from './PollForm.tsx';
import { PollResult } from './PollResult.tsx';
import { PollView } from './PollView.tsx';

function StatusLine({ miniApp }: Pick<AppViewProps, 'miniApp'>) {
  const { t } = useTranslation();
  return (
    <AppStatus
      miniApp={miniApp}
      nobody={t('miniApps.poll.nobody')}
      counted={(numbers) => t('miniApps.poll.voted', { ...numbers })}
    />
  );
}

function PollCard({ miniApp, onOpen }: CardViewProps) {
  const { t } = useTranslation();
  const { can, hasParticipated } = miniApp;
  const mayVote = can.participate && !hasParticipated;
  return (
    <div className="mini-apps-foot">
      <Faces miniApp={miniApp} />
      <Button size="s" kind={mayVote ? 'primary' : 'quiet'} onClick={() => onOpen()}>
        {t(mayVote ? 'miniApps.poll.vote' : 'miniApps.quiz.results')}
      </Button>
    </div>
  );
}

export const pollApp: MiniAppKind = {
  definition: poll,
  texts: 'poll',
  tint: 'ok',
  drawing: <path d="M8.500 6.500H20M8.500 12H20M8.500 17.500H20M4 6.500h.2M4 12h.2M4 17.500h.2" />,
  inDialog: false,
  StatusLine,
  CardView: PollCard,
  AppView: PollView,
  ResultView: PollResult,
  ConfigForm: PollForm,
};
