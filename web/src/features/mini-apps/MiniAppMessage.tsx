import type { Message } from '@dazi/contract/chat/conversations';
import type { MiniAppMessage as Content } from '@dazi/contract/mini-apps/mini-apps';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { liesOver, useBackCloses } from '#platform/history.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { AppIcon } from './AppIcon.tsx';
import type { MiniAppKind } from './app-kind.ts';
import { titleOf } from './app-titles.ts';
import { CardBoundary } from './CardBoundary.tsx';
import { collapseCard, expandCard, useExpandedCard } from './expanded-card.ts';
import { miniAppIn } from './message-content.ts';
import { useMiniApp } from './mini-apps.api.ts';
import { miniAppKind } from './registry.ts';
import { type MiniAppViewer, ViewerProvider } from './viewer.ts';
import './mini-apps.css';

interface MiniAppMessageProps {
  message: Message;
  viewer: MiniAppViewer;
}

/** A mini app where it was added; nothing is left of one that was taken back. */
export function MiniAppMessage({ message, viewer }: MiniAppMessageProps) {
  const { t } = useTranslation();
  const broken = (
    <Note kind="warn" icon="warning">
      {t('miniApps.card.broken')}
    </Note>
  );
  const content = miniAppIn(message.content);
  // With the message goes what it said.
  const shown = useRef(content);
  if (content) shown.current = content;
  if (message.isDeleted) return shown.current && <TakenBack content={shown.current} />;
  if (!content) return broken;
  const kind = miniAppKind(content.appType);
  if (!kind) {
    return (
      <Note kind="warn" icon="warning">
        {t('miniApps.card.unknownType', { type: content.appType })}
      </Note>
    );
  }
  return (
    <CardBoundary fallback={broken} attempt={message.change}>
      <ViewerProvider value={viewer}>
        <MiniAppCard kind={kind} content={content} change={message.change} userId={viewer.userId} />
      </ViewerProvider>
    </CardBoundary>
  );
}

/** Whoever has its dialog open is not left wondering where it went. */
function TakenBack({ content: { miniAppId, appType, title } }: { content: Content }) {
  const { t } = useTranslation();
  const expanded = useExpandedCard(miniAppId);
  const kind = miniAppKind(appType);
  const close = () => collapseCard(miniAppId);
  useBackCloses(nameOf(miniAppId), false, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that it was open counts
  useEffect(() => {
    if (!expanded) return;
    close();
    if (!kind?.inDialog) return;
    showToast({ type: 'info', message: t('miniApps.card.deleted', { title: titleOf(kind, title, t) }) });
  }, [expanded]);
  return null;
}

/** Of its entry in the history. */
const nameOf = (miniAppId: string) => `app:${miniAppId}`;

interface MiniAppCardProps {
  kind: MiniAppKind;
  content: Content;
  change: number;
  userId: string;
}

function MiniAppCard({ kind, content, change, userId }: MiniAppCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const { miniAppId } = content;
  const { data: miniApp, error, isFetching, refetch } = useMiniApp(miniAppId, change);
  const expanded = useExpandedHere(kind, miniAppId);
  const close = () => collapseCard(miniAppId);
  useBackCloses(nameOf(miniAppId), expanded !== null && kind.inDialog, close);
  const title = titleOf(kind, miniApp?.title ?? content.title, t);
  if (!miniApp) {
    return error && !isFetching ? (
      <LoadError error={error} onRetry={() => void refetch()} />
    ) : (
      <div className="mini-apps-card" role="status" aria-busy="true" aria-label={t('miniApps.card.loading')}>
        <div className="mini-apps-head">
          <Skeleton width="44px" height="44px" />
          <span className="mini-apps-words">
            <Skeleton width="46%" />
            <Skeleton width="72%" height="10px" />
          </span>
        </div>
      </div>
    );
  }
  const isInline = expanded !== null && !kind.inDialog;
  const open = (view?: string) => expandCard(miniAppId, view ?? null);
  return (
    <article
      className="mini-apps-card"
      aria-labelledby={id}
      data-app={content.appType}
      data-expanded={isInline}
    >
      <div className="mini-apps-head">
        <AppIcon kind={kind} />
        <div className="mini-apps-words">
          <UserText as="h3">{title}</UserText>
          <p className="sm t3">
            <kind.StatusLine miniApp={miniApp} />
          </p>
        </div>
        <span id={id} className="unseen">
          {title}
        </span>
        {!kind.inDialog && (
          <IconButton
            icon={isInline ? 'chevron-up' : 'chevron-down'}
            size="s"
            iconSize="s"
            tip="none"
            aria-expanded={isInline}
            label={t(isInline ? 'miniApps.card.collapse' : 'miniApps.card.expand', { title })}
            onClick={() => (isInline ? close() : open())}
          />
        )}
      </div>
      {!isInline && <kind.CardView miniApp={miniApp} onOpen={open} />}
      {expanded && (
        <kind.AppView
          miniApp={miniApp}
          userId={userId}
          title={title}
          view={expanded.view}
          onClose={close}
          onReload={() => void refetch()}
        />
      )}
    </article>
  );
}

/**
 * A dialog that a way led out of, as to the conversation with somebody in it, is open again for whoever comes back by that
 * way; for whoever comes by another one it is closed.
 */
function useExpandedHere({ inDialog }: MiniAppKind, miniAppId: string) {
  const expanded = useExpandedCard(miniAppId);
  const location = useLocation();
  const [isLeft, setLeft] = useState(
    () => inDialog && expanded !== null && !liesOver(nameOf(miniAppId), location),
  );
  useEffect(() => {
    if (!isLeft) return;
    collapseCard(miniAppId);
    setLeft(false);
  }, [isLeft, miniAppId]);
  return isLeft ? null : expanded;
}

/** A refusal says why; everything else is that what was said and done in it did not come. */
function LoadError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const message = isJudged ? errorText(error) : t('miniApps.card.participationFailed');
  return (
    <div role="alert">
      <Note kind="err" icon="error" action={{ label: t('miniApps.card.retry'), run: onRetry }}>
        {t('miniApps.card.error', { message })}
      </Note>
    </div>
  );
}
