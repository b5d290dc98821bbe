import { iceBreaker } from '@dazi/contract/mini-apps/ice-breaker.rules';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { UserText } from '#ui/UserText.tsx';
import { AppStatus } from '../../AppStatus.tsx';
import type { AppViewProps, CardViewProps, MiniAppKind } from '../../app-kind.ts';
import { Faces } from '../../Faces.tsx';
import { IceBreakerForm } from './IceBreakerForm.tsx';
import { IceBreakerResult } from './IceBreakerResult.tsx';
import { IceBreakerView } from './IceBreakerView.tsx';
import { useQuestionText } from './ice-question.ts';

function StatusLine({ miniApp }: Pick<AppViewProps, 'miniApp'>) {
  const { t } = useTranslation();
  return (
    <AppStatus
      miniApp={miniApp}
      nobody={t('miniApps.ice.nobody')}
      counted={(numbers) => t('miniApps.ice.count', { ...numbers })}
    />
  );
}

function IceBreakerCard({ miniApp, onOpen }: CardViewProps) {
  const { t } = useTranslation();
  const question = useQuestionText(miniApp.config);
  const { can, hasParticipated } = miniApp;
  const mayAnswer = can.participate && !hasParticipated;
  return (
    <>
      <UserText as="p" className="mini-apps-ice-question">
        {question}
      </UserText>
      <div className="mini-apps-foot">
        <Faces miniApp={miniApp} />
        <Button size="s" kind={mayAnswer ? 'primary' : 'quiet'} onClick={() => onOpen()}>
          {t(mayAnswer ? 'miniApps.ice.open' : 'miniApps.ice.read')}
        </Button>
      </div>
    </>
  );
}

export const iceBreakerApp: MiniAppKind = {
  definition: iceBreaker,
  texts: 'ice-breaker',
  tint: 'ok',
  drawing: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M8.500 14c.8 1.400 2 2.100 3.500 2.100s2.700-.7 3.500-2.100" />
      <path d="M9 9.600v.3M15 9.600v.3" strokeWidth="2.400" />
    </>
  ),
  inDialog: false,
  StatusLine,
  CardView: IceBreakerCard,
  AppView: IceBreakerView,
  ResultView: IceBreakerResult,
  ConfigForm: IceBreakerForm,
};
