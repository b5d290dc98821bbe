import type { User } from '@dazi/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { BlockPersonButton } from '#app/plans/BlockPersonButton.tsx';
import { AppHeader } from '#app/shell/AppHeader.tsx';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { usePageTitle } from '#app/shell/use-page-title.ts';
import { ConversationList } from '#features/chat/conversations/ConversationList.tsx';
import { ConversationView } from '#features/chat/conversations/ConversationView.tsx';
import { nameOf } from '#features/chat/conversations/conversation-names.ts';
import {
  hasSomethingIn,
  openedConversation,
  refreshLists,
  useKnownConversation,
} from '#features/chat/conversations/conversations.api.ts';
import { draftOf } from '#features/chat/conversations/drafts.ts';
import { laneOf, searchOf } from '#features/chat/conversations/lanes.ts';
import {
  forgetConversation,
  lastConversationOf,
  rememberConversation,
} from '#features/chat/conversations/last-conversation.ts';
import type { MessageCards } from '#features/chat/conversations/MessageBubble.tsx';
import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import { WelcomePanel } from '#features/chat/conversations/WelcomePanel.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { AddMiniAppButton } from '#features/mini-apps/AddMiniAppButton.tsx';
import type { MiniAppViewer } from '#features/mini-apps/viewer.ts';
import { useSendTo } from '#features/wallet/send-to.ts';
import { ApiError } from '#platform/api.ts';
import { useBackCloses } from '#platform/history.ts';
import { currentTime } from '#platform/time.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { reportTransfer } from '../wallet/report-transfer.tsx';
import { useReportInConversation } from './use-report-in-conversation.tsx';
import '#app/plans/plan-conversations.tsx';
import '#features/chat/conversations/conversations.css';
import './messages-page.css';

const MiniAppMessage = lazyPart('MiniAppMessage', () => import('#features/mini-apps/MiniAppMessage.tsx'));
const MiniAppResultMessage = lazyPart(
  'MiniAppResultMessage',
  () => import('#features/mini-apps/MiniAppResultMessage.tsx'),
);
const ReturnNote = lazyPart('ReturnNote', () => import('#features/wallet/ReturnNote.tsx'));
const GroupWallet = lazyPart('GroupWallet', () => import('#features/wallet/GroupWallet.tsx'));

interface OpenedWallet {
  of: string;
  isOpen: boolean;
}

/** Whoever comes for the first time since the page was loaded is led to where they were. */
let hasArrived = false;

/** Conversations and the open one: side by side, on small screens one of them. */
export function MessagesPage() {
  const { t } = useTranslation();
  const { conversationId = null } = useParams();
  const { status, user } = useSession();
  const title = t('conversations.title');
  usePageTitle(title);
  if (status === 'signed-out') {
    return (
      <Page title={title} back={{ label: t('app.backToMap'), to: '/' }}>
        <SignInFirst onPage title={t('errors.SIGN_IN_REQUIRED')} />
      </Page>
    );
  }
  return (
    <div className="messages-page" data-layer="messages-page" data-open={conversationId !== null}>
      <AppHeader />
      <main className="messages-page-panes" id="content">
        {status === 'loading' && (
          <div className="messages-page-note" role="status">
            <Spinner />
            {t('ui.loading')}
          </div>
        )}
        {user && <Messages user={user} conversationId={conversationId} />}
      </main>
    </div>
  );
}

function Messages({ user, conversationId }: { user: User; conversationId: string | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const sendTo = useSendTo();
  const lane = laneOf(useSearchParams()[0]);
  const [remembered] = useState(() =>
    hasArrived || conversationId !== null || lane !== 'own'
      ? null
      : lastConversationOf(user.id, currentTime()),
  );
  useEffect(() => {
    hasArrived = true;
  }, []);
  useMemory(user.id, conversationId);
  useLedToNothing(user.id, remembered, conversationId);
  const [wallet, setWallet] = useState<OpenedWallet | null>(null);
  const isWalletOpen = wallet?.of === conversationId && wallet.isOpen;
  const showWallet = (isOpen: boolean) => wallet && setWallet({ ...wallet, isOpen });
  useBackCloses('wallet', isWalletOpen, () => showWallet(false));
  const reporting = useReportInConversation(user, conversationId);
  const [isLed, setLed] = useState(false);
  const cards = useCards(user.id);
  useEffect(() => {
    if (conversationId !== null) setLed(true);
  }, [conversationId]);
  if (remembered !== null && conversationId === null && !isLed) {
    return <Navigate to={`/messages/${remembered}`} replace />;
  }
  const close = () => {
    navigate({ pathname: '/messages', search: searchOf[lane] });
    void refreshLists(client);
  };
  return (
    <>
      <ConversationList userId={user.id} openId={conversationId} lane={lane} />
      {conversationId === null ? (
        <WelcomePanel />
      ) : (
        <ConversationView
          key={conversationId}
          conversationId={conversationId}
          user={user}
          onBack={() => navigate('/')}
          onClose={close}
          cards={cards}
          composerTools={(onSent) => (
            <AddMiniAppButton conversationId={conversationId} userId={user.id} onAdded={onSent} />
          )}
          onReport={reporting.report}
          block={(person) => (
            <BlockPersonButton person={person} user={user} isBlocked={false} onBlocked={close} />
          )}
          walletNote={(isEnding) => <ReturnNote conversationId={conversationId} isEnding={isEnding} />}
          onWallet={() => setWallet({ of: conversationId, isOpen: true })}
          onSendDazi={sendTo.person}
        />
      )}
      {reporting.dialog}
      {wallet?.of === conversationId && (
        <WalletOfGroup
          key={conversationId}
          conversationId={conversationId}
          user={user}
          open={wallet.isOpen}
          onOpenChange={showWallet}
        />
      )}
    </>
  );
}

interface WalletOfGroupProps {
  conversationId: string;
  user: User;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Follows the group: whoever looks into its wallet may be voted in, or lead again, meanwhile. */
function WalletOfGroup({ conversationId, user, open, onOpenChange }: WalletOfGroupProps) {
  const { t } = useTranslation();
  const conversation = useKnownConversation(conversationId);
  if (!conversation) return null;
  return (
    <GroupWallet
      conversationId={conversationId}
      title={nameOf(conversation, t)}
      userId={user.id}
      restrictedUntil={conversation.leaderRestrictedUntil}
      transferAction={reportTransfer(user)}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}

function useCards(userId: string): MessageCards {
  return useMemo(() => {
    const viewer: MiniAppViewer = {
      userId,
      messageButton: (person) => <MessageButton person={person} />,
    };
    return {
      miniApp: (message) => <MiniAppMessage message={message} viewer={viewer} />,
      result: (message) => <MiniAppResultMessage message={message} viewer={viewer} />,
    };
  }, [userId]);
}

/** Where somebody was is kept when the conversation closes, and when the page does. */
function useMemory(userId: string, conversationId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (conversationId === null) return;
    const remember = () => {
      // Left, deleted, or never there: nobody is led back to it.
      const known = openedConversation(client, conversationId);
      if (known && hasSomethingIn(client, known)) rememberConversation(conversationId, userId, currentTime());
      else forgetConversation(conversationId);
    };
    window.addEventListener('pagehide', remember);
    return () => {
      window.removeEventListener('pagehide', remember);
      remember();
    };
  }, [client, userId, conversationId]);
}

/** What was remembered may have ended since, or been taken out of the own list elsewhere: nobody is left standing before it. */
function useLedToNothing(userId: string, remembered: string | null, conversationId: string | null): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (remembered === null || conversationId !== remembered) return;
    const unsubscribe = client.getQueryCache().subscribe((news) => {
      if (news.type !== 'updated') return;
      const [, what, id] = news.query.queryKey;
      if (what !== 'one' || id !== remembered) return;
      const { action } = news;
      const isEnded =
        action.type === 'error' && action.error instanceof ApiError && action.error.status === 404;
      if (action.type !== 'success' && !isEnded) return;
      // The first answer says it; what becomes empty before one's eyes may stay.
      unsubscribe();
      const known = openedConversation(client, remembered);
      const isEmpty = known !== undefined && !hasSomethingIn(client, known);
      // Words that were not sent stand where it was, to be taken along.
      if (isEmpty || (isEnded && draftOf(remembered, userId) === '')) {
        navigate('/messages', { replace: true });
      }
    });
    return unsubscribe;
  }, [client, navigate, userId, remembered, conversationId]);
}
