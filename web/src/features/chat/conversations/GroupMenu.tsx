import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Member } from '@dazi/contract/chat/conversations';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { loadNextPage } from '#platform/next-page.ts';
import { untilText } from '#platform/passing-time.ts';
import { currentTime } from '#platform/time.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useLeaderVotes, useMembers, useVoteForLeader } from './conversation-settings.api.ts';
import { GroupDetails } from './GroupDetails.tsx';
import { MemberGrid } from './MemberGrid.tsx';
import { MemberSearch } from './MemberSearch.tsx';
import { useSettings } from './use-settings.ts';

interface GroupMenuProps {
  conversation: Conversation;
  userId: string;
  isLoading: boolean;
  onViewAll(): void;
  /** Where the header has no place for it. */
  onFind?(): void;
  onWallet(): void;
  onReport(roomId: string): void;
  onLeave(): void;
}

export function GroupMenu(props: GroupMenuProps) {
  const { conversation, userId, isLoading, onViewAll, onFind, onWallet, onReport, onLeave } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, memberCount, members, settings, can, chatRoom, pendingRequests, plan } = conversation;
  const change = useSettings(id, userId);
  const vote = useLeaderVote(conversation, userId);

  const manage = () => {
    if (chatRoom) navigate(`/chat-rooms/${chatRoom.id}/manage`, { state: { goesBack: true } });
    else showToast({ type: 'error', message: t('conversations.groupMenu.noRoom') });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape leaves the vote first, the menu after that.
    if (event.key === 'Escape' && vote.isVoting) vote.stop();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only catches a key of what is inside
    <div
      className="conversations-group-menu"
      data-own-escape={vote.isVoting || undefined}
      onKeyDown={onKeyDown}
    >
      <section aria-label={t('conversations.groupMenu.members')}>
        <div className="row between conversations-group-members">
          <h3>
            {t('conversations.groupMenu.members')} <span className="t3 num">{memberCount}</span>
          </h3>
          <Button kind="text" size="s" onClick={onViewAll}>
            {t('conversations.groupMenu.viewAll', { n: memberCount })}
          </Button>
        </div>
        {vote.isVoting && (
          <p className="sm t2" role="status">
            {t('conversations.vote.hint')} {vote.counted}
          </p>
        )}
        {vote.isVoting && vote.countsFrom && <p className="sm t2">{vote.countsFrom}</p>}
        {vote.isVoting && vote.search && (
          <MemberSearch text={vote.search.text} onText={vote.search.setText} />
        )}
        <MemberGrid
          members={vote.isVoting ? vote.candidates : members}
          isOfPlan={plan !== null}
          voting={vote.voting}
        />
        {vote.isVoting && vote.search?.isEmpty && (
          <p className="t3">{t('conversations.groupMenu.noMembers')}</p>
        )}
        {vote.isVoting && vote.search?.more && (
          <Button kind="text" busy={vote.search.more.busy} onClick={vote.search.more.load}>
            {t('conversations.more')}
          </Button>
        )}
      </section>
      <hr className="rule" />
      {plan === null && (
        <>
          <GroupDetails conversation={conversation} userId={userId} isLoading={isLoading} />
          <hr className="rule" />
        </>
      )}
      <div className="conversations-group-switches">
        <Switch
          label={t('conversations.groupMenu.pin')}
          checked={settings.isPinned}
          onChange={(isPinned) => void change({ isPinned })}
        />
        <Switch
          label={t('conversations.groupMenu.mute')}
          checked={settings.isMuted}
          onChange={(isMuted) => void change({ isMuted })}
        />
      </div>
      <div className="conversations-menu-entries">
        {onFind && <Entry icon="search" label={t('conversations.find.open')} onClick={onFind} />}
        {vote.isOffered && (
          <Entry
            icon="crown"
            label={
              vote.isVoting
                ? t('conversations.vote.stop')
                : vote.votedFor
                  ? t('conversations.vote.voted', { name: vote.votedFor })
                  : t('conversations.vote.start')
            }
            busy={vote.isLoading}
            pressed={vote.isVoting}
            onClick={vote.toggle}
          />
        )}
        {plan === null && (
          <Entry icon="wallet" label={t('conversations.groupMenu.wallet')} onClick={onWallet} />
        )}
        {can.manage && (
          <Entry
            icon="settings"
            label={t('conversations.groupMenu.manage')}
            badge={pendingRequests ?? 0}
            onClick={manage}
          />
        )}
        {chatRoom && !can.manage && (
          <Entry icon="flag" label={t('moderation.report')} onClick={() => onReport(chatRoom.id)} />
        )}
        {can.leave && (
          <Entry icon="sign-out" label={t('conversations.groupMenu.leave')} danger onClick={onLeave} />
        )}
      </div>
    </div>
  );
}

interface EntryProps {
  icon: IconName;
  label: string;
  badge?: number;
  danger?: boolean;
  busy?: boolean;
  pressed?: boolean;
  onClick(): void;
}

export function Entry({
  icon,
  label,
  badge = 0,
  danger = false,
  busy = false,
  pressed,
  onClick,
}: EntryProps) {
  return (
    <button type="button" className={danger ? 'mi danger' : 'mi'} aria-pressed={pressed} onClick={onClick}>
      {busy ? <Spinner /> : <Icon name={icon} />}
      <span className="grow">{label}</span>
      <Badge count={badge} />
    </button>
  );
}

/** The mode in which a click on a member is a vote; choosing the entry again leaves it. */
function useLeaderVote(conversation: Conversation, userId: string) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const { id, memberCount, can, members } = conversation;
  const isOffered = can.vote && memberCount >= roomLimits.voters;
  const [isVoting, setVoting] = useState(false);
  const votes = useLeaderVotes(id, userId, isOffered);
  const isLarge = memberCount > members.length;
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const all = useMembers(id, query, isVoting && isLarge);
  const cast = useVoteForLeader(id, userId);
  const candidates = all.data?.pages.flatMap(({ data }) => data) ?? members;

  const onVote = (member: Member) =>
    cast.mutate(member.userId, {
      onSuccess: ({ newOwner }) => {
        setVoting(false);
        showToast({ type: 'success', message: t('conversations.vote.cast') });
        if (newOwner) {
          showToast({ type: 'info', message: t('conversations.vote.newLeader', { name: newOwner.name }) });
        }
      },
      onError: (error) => {
        setVoting(false);
        const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500;
        showToast({ type: 'error', message: isJudged ? errorText(error) : t('conversations.vote.failed') });
      },
    });

  return {
    isOffered,
    isVoting,
    isLoading: isVoting && votes.isPending,
    candidates,
    /** Where not everybody stands in the menu anyway. */
    search: isLarge
      ? {
          text,
          setText,
          isEmpty: all.isSuccess && candidates.length === 0,
          more: all.hasNextPage ? { busy: all.isFetchingNextPage, load: () => void loadNextPage(all) } : null,
        }
      : null,
    votedFor: votes.data?.votedFor?.name ?? null,
    counted: votes.data ? t('rooms.vote.counted', { count: votes.data.counted }) : null,
    countsFrom: votes.data?.countsFrom
      ? t('rooms.vote.countsFrom', { date: untilText(votes.data.countsFrom, currentTime(), language) })
      : null,
    voting: isVoting ? { counts: votes.data?.counts ?? {}, busy: cast.isPending, onVote } : null,
    stop: () => setVoting(false),
    toggle: () => {
      if (!isVoting) void votes.refetch();
      setText('');
      setVoting(!isVoting);
    },
  };
}
