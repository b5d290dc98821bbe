import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { durationText, untilText } from '#platform/passing-time.ts';
import { currentTime, useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useLog } from './conversations.api.ts';
import { useObjectToLeader } from './room-order.api.ts';
import { lastOwnSaid, secondsToWait } from './slow-mode.ts';

/** Redraws by the second until an instant, which may be over. */
export function useUntil(instant: number | null): boolean {
  const [now, setNow] = useState(currentTime);
  const isComing = instant !== null && instant > now;
  useEffect(() => {
    if (instant === null || instant <= currentTime()) return;
    setNow(currentTime());
    const timer = setInterval(() => setNow(currentTime()), 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return isComing;
}

/** In the composer's place while one cannot write; by the clock it is there again. */
export function MutedOr({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutedUntil, muteReason } = conversation;
  const isMuted = useUntil(mutedUntil === null ? null : Date.parse(mutedUntil));
  if (!isMuted || mutedUntil === null) return children;
  const until = untilText(mutedUntil, currentTime(), language);
  return (
    <div className="conversations-composer-off" role="status">
      <Note icon="lock">
        <UserText>
          {muteReason
            ? t('conversations.mutedUntil', { until, reason: muteReason })
            : t('conversations.mutedUntilPlain', { until })}
        </UserText>
      </Note>
    </div>
  );
}

/** Seconds until one may write again in slow mode; 0 where one may. */
export function useSlowModeWait({ id, slowMode_s, can }: Conversation, userId: string): number {
  const log = useLog(id);
  const last = lastOwnSaid(log?.messages ?? [], userId);
  const isSlow = slowMode_s > 0 && !can.moderate;
  const until = isSlow && last !== null ? last + slowMode_s * 1000 : null;
  return useUntil(until) && until !== null ? secondsToWait(until, currentTime(), slowMode_s) : 0;
}

/** Above the composer in slow mode: how often one writes, and how long until one may again. */
export function SlowModeNote({ conversation, wait }: { conversation: Conversation; wait: number }) {
  const { t } = useTranslation();
  const { slowMode_s, can } = conversation;
  if (slowMode_s === 0 || can.moderate) return null;
  return (
    <div className="conversations-composer-note">
      <Note icon="hourglass">
        {wait > 0
          ? t('conversations.slowModeWait', { seconds: wait })
          : t('conversations.slowMode', { time: durationText(slowMode_s, t) })}
      </Note>
    </div>
  );
}

/** For whoever was voted out: once, and not for long, they may object. */
export function ObjectionNote({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const errorText = useErrorText();
  /** Until when, as it was asked; the conversation says it no more once the objection is in. */
  const [asking, setAsking] = useState<string | null>(null);
  const object = useObjectToLeader(conversation.id, userId);
  const { objectionUntil, members } = conversation;
  const isOpen = objectionUntil !== null && Date.parse(objectionUntil) > now;
  const until = isOpen ? objectionUntil : asking;
  if (until === null) return null;
  const leader = members.find(({ role }) => role === 'OWNER')?.user.name ?? t('conversations.unknownUser');
  const confirm = async () => {
    try {
      await object.mutateAsync(undefined);
      showToast({ type: 'success', message: t('rooms.vote.objected') });
    } catch (error) {
      showToast({ type: 'error', message: errorText(error) });
    }
    setAsking(null);
  };
  return (
    <div className="conversations-objection">
      <Note kind="warn" icon="crown">
        <UserText>
          {t('rooms.vote.deposed', {
            name: leader,
            date: untilText(until, now, language),
          })}
        </UserText>
      </Note>
      <Button size="s" onClick={() => setAsking(until)}>
        {t('rooms.vote.object')}
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => setAsking(open ? until : null)}
        title={t('rooms.vote.object')}
        text={t('rooms.vote.objectQuestion')}
        confirmLabel={t('rooms.vote.object')}
        busy={object.isPending}
        onConfirm={confirm}
      />
    </div>
  );
}
