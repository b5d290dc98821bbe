import type { Message } from '@dazi/contract/chat/conversations';
import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Note } from '#ui/Note.tsx';
import { UserText } from '#ui/UserText.tsx';
import { AppIcon } from './AppIcon.tsx';
import type { MiniAppKind } from './app-kind.ts';
import { titleOf } from './app-titles.ts';
import { CardBoundary } from './CardBoundary.tsx';
import { resultIn } from './message-content.ts';
import { miniAppKind } from './registry.ts';
import { resultText } from './result-text.ts';
import { type MiniAppViewer, ViewerProvider } from './viewer.ts';
import './mini-apps.css';

interface MiniAppResultMessageProps {
  message: Message;
  viewer: MiniAppViewer;
}

export function MiniAppResultMessage({ message, viewer }: MiniAppResultMessageProps) {
  const { t } = useTranslation();
  const broken = (
    <div className="mini-apps-result-note">
      <Note kind="warn" icon="warning">
        {t('miniApps.card.resultBroken')}
      </Note>
    </div>
  );
  const result = resultIn(message.content);
  const kind = result && miniAppKind(result.appType);
  if (!result || !kind) return broken;
  return (
    <CardBoundary fallback={broken} attempt={message.change}>
      <ViewerProvider value={viewer}>
        <ResultCard kind={kind} result={result} userId={viewer.userId} />
      </ViewerProvider>
    </CardBoundary>
  );
}

function ResultCard({ kind, result, userId }: { kind: MiniAppKind; result: MiniAppResult; userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = titleOf(kind, result.title, t);
  return (
    <article className="mini-apps-result" aria-label={title} data-app={result.appType}>
      <div className="mini-apps-head">
        <AppIcon kind={kind} small />
        <div className="mini-apps-words">
          <UserText as="span" className="sm t3 ell">
            {title}
          </UserText>
          <UserText as="p" className="b mini-apps-says">
            {resultText(result, language, t)}
          </UserText>
        </div>
      </div>
      <kind.ResultView result={result} userId={userId} />
    </article>
  );
}
